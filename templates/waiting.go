package templates

// Waiting is how it stands with a table that waits for anybody.
type Waiting struct {
	ID       string
	Tag      string     // stands for the lobby that was looked at
	Unlisted bool       // the lobby is full
	Other    *OpenTable // where somebody else waits for the same game, nil if nobody does
}
