package app

const (
	// keptBack is how many descriptors are left to the store, to plain HTTP
	// and to the runtime.
	keptBack = 200
	// unknownDescriptors is what a system that does not say is taken to allow.
	unknownDescriptors = 4096
)

// socketsFor is how many sockets a number of descriptors allows.
func socketsFor(descriptors int) int {
	return max(descriptors-keptBack, descriptors/2)
}
