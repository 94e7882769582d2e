package templates

// Lobby is the page with the open tables.
type Lobby struct {
	Page
	Open    Open
	Find    []Finder
	Problem string // why the last form was not accepted
}

// Open are the open tables as pages list them. The script asks for the list
// again and again and puts it in place of the old one.
type Open struct {
	Tag    string // stands for the list
	Few    bool   // only the first ones are listed
	Full   bool   // there may be more than the list has room for
	All    int    // how many there are
	Offers []OpenTable
}

// OpenTable is an open table.
type OpenTable struct {
	ID    string
	Game  string
	Terms string
	Clock string // "" without one
	Mine  bool   // this browser has opened it
	Key   string
	Dice  bool // fair ones: the script adds a commitment
}

// Finder is a button that finds an opponent for a game.
type Finder struct {
	ID, Game, Name string
	Variant        string // of the game; "" where it has none, or for that of the last time
	Key            string
	Dice           bool
}

// from is where the script asks for the list.
func (o Open) from(p Page) string {
	from := p.URL("/lobby/list")
	if o.Few {
		from += "?few"
	}
	return from
}

func (o Open) count(p Page) string {
	if o.All == 0 {
		return p.T.Text("lobby.none")
	}
	if o.Full {
		return p.T.Text("lobby.count.full", "n", o.All)
	}
	return p.T.Text("lobby.count", "n", o.All)
}

func (o Open) more() bool { return o.Few && o.All > len(o.Offers) }
