package table

// pastKeys remembers which keys events had, by a hash: one that is not in it
// was never used. Whoever sends many commands that pretend to have seen
// nothing has the log read once, and not for each of them.
type pastKeys map[uint64]struct{}

func (p pastKeys) add(key string) {
	if key != "" {
		p[hashKey(key)] = struct{}{}
	}
}

func (p pastKeys) has(key string) bool {
	_, ok := p[hashKey(key)]
	return ok
}

// hashKey is FNV-1a.
func hashKey(key string) uint64 {
	const (
		basis = 14695981039346656037
		prime = 1099511628211
	)
	h := uint64(basis)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * prime
	}
	return h
}
