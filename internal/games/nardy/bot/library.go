package bot

import (
	"embed"
	"fmt"

	"github.com/hod-games/hod/internal/games/nardy"
)

// netFiles are the networks as Encode writes them, one file for a variant. The
// first line of each says how it was made.
//
//go:embed nets
var netFiles embed.FS

// Trained are the networks of a variant that come with the program, and where
// they come from. A variant without any has empty ones.
func Trained(variant string) (Header, Nets, error) {
	data, err := netFiles.ReadFile("nets/" + variant + ".net")
	if err != nil {
		return Header{}, Nets{}, nil //nolint:nilerr // no file, no networks
	}
	h, nets, err := Decode(data)
	if err != nil {
		return h, nets, fmt.Errorf("networks of %s: %w", variant, err)
	}
	return h, nets, nil
}

// library keeps networks, tables and searchers that are not in use. It is safe
// for concurrent use: whoever takes the shelf out of the channel has it to
// himself until he puts it back.
type library struct {
	tables *Tables
	shelf  chan *shelf
}

type shelf struct {
	nets  map[string]Nets
	spare map[place][]*Searcher
}

// place is where searchers of a kind stand.
type place struct {
	variant string
	plain   bool
}

// spares is how many searchers of a kind are kept.
const spares = 4

func newLibrary() *library {
	l := &library{tables: NewTables(), shelf: make(chan *shelf, 1)}
	l.shelf <- &shelf{nets: map[string]Nets{}, spare: map[place][]*Searcher{}}
	return l
}

// borrow is a searcher for the caller alone. The networks of a variant are read
// when they are first needed.
func (l *library) borrow(variant string, plain bool) *Searcher {
	at := place{variant, plain}
	sh := <-l.shelf
	if list := sh.spare[at]; len(list) > 0 {
		s := list[len(list)-1]
		sh.spare[at] = list[:len(list)-1]
		l.shelf <- sh
		return s
	}
	nets, known := sh.nets[variant]
	if !known {
		var err error
		if _, nets, err = Trained(variant); err != nil {
			l.shelf <- sh
			panic(err) // a broken build
		}
		sh.nets[variant] = nets
	}
	l.shelf <- sh
	if plain {
		nets = Nets{}
	}
	v, _ := nardy.VariantNamed(variant) // it comes from a state of the game
	return NewSearcher(NewJudge(&v, nets, l.tables))
}

func (l *library) giveBack(variant string, plain bool, s *Searcher) {
	at := place{variant, plain}
	sh := <-l.shelf
	if len(sh.spare[at]) < spares {
		sh.spare[at] = append(sh.spare[at], s)
	}
	l.shelf <- sh
}
