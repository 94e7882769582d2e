package nardy

// Rules is the nardy family. It keeps nothing.
type Rules struct{}
