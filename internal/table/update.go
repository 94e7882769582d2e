package table

import "sync"

// Update is an event together with the table as it stands after it. Nobody
// changes it, and it is safe for concurrent use.
type Update struct {
	Event Event

	after Snapshot // without a state where it was read from the log
	once  sync.Once
	bytes []byte
	err   error
}

// After returns the table as it stands after the event.
func (u *Update) After() (*Snapshot, error) {
	if u.after.State != nil {
		return &u.after, nil
	}
	s := u.after
	if err := s.settle(); err != nil {
		return nil, err
	}
	return &s, nil
}

// Encoded returns what encode makes of the update. It is asked once: one
// encoding serves everybody who watches.
func (u *Update) Encoded(encode func(*Update) ([]byte, error)) ([]byte, error) {
	u.once.Do(func() { u.bytes, u.err = encode(u) })
	return u.bytes, u.err
}
