package templates

import "encoding/json"

// StudiesPage lists the studies.
type StudiesPage struct {
	Page
	Groups []StudyGroup
	All    int
}

// StudyGroup are the studies of one length.
type StudyGroup struct {
	Moves   int
	Studies []StudyLink
}

// StudyLink leads to a study.
type StudyLink struct{ ID, URL string }

// StudyPage is one study.
type StudyPage struct {
	Page
	Task                string
	Previous, Next, All string // addresses; "" where there is none
	Figure              Study
}

// Study is a study as far as somebody has come with it.
type Study struct {
	ID     string
	Action string // address of the form that tries a move
	Played string // the half-moves so far, as the form sends them
	Board  AshtarashkiBoard
	Label  string // the position in words
	Status string // what there is to do, "" where nothing is

	Answer     *Answer // what came of the last try, nil before it
	Moved      bool
	Wrong      bool // the last move does not win, and Back takes it back
	Solved     bool
	PlayedText string
	Legal      []string

	Hint, Solution            string
	Back, Restart, Open, Next string // addresses
}

// choice is where a stone can go, as the script of studies reads it.
type choice struct {
	To    string `json:"to"`
	Name  string `json:"name"` // of the button, and its value
	Value string `json:"value"`
	Mark  string `json:"mark,omitempty"`
	Label string `json:"label"`
}

// Choices are the choices of every stone that can move, by its square, as JSON.
// Where a move is half made there are none.
func (b AshtarashkiBoard) Choices() string {
	all := map[string][]choice{}
	if b.CanAct && len(b.Path) == 0 {
		for _, stone := range b.Cells() {
			if !stone.Movable {
				continue
			}
			held := b
			held.Path = []string{stone.At}
			for _, c := range held.Cells() {
				if c.Target {
					all[stone.At] = append(all[stone.At], choice{To: c.At, Name: c.Name, Value: c.Value, Mark: c.Mark, Label: c.Label})
				}
			}
		}
	}
	data, err := json.Marshal(all)
	if err != nil {
		return "{}"
	}
	return string(data)
}
