package table

// Herald carries news between the processes that serve the same tables: what
// is true only now, is kept by nobody, and may get lost on its way. Where this
// process is the only one, there is none.
type Herald interface {
	// Announce tells all other processes. It does not wait until they have
	// heard; an error says that they certainly have not.
	Announce(news []byte) error
	// Hear calls heard with all news of other processes, one after the other,
	// until stop is called. This process's own may be among them. heard does
	// not wait, and may not keep the bytes.
	Hear(heard func(news []byte)) (stop func(), err error)
}
