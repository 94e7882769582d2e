package templates

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
	Texts               any // of the board, for the script
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

	Rules string // the address of the rules, without a clause

	Hint, Solution            string
	Back, Restart, Open, Next string // addresses
}
