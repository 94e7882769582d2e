package studies

import (
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// Theme is what a study is about: what is taken in its Line.
type Theme string

// The themes.
const (
	Race    Theme = "race"    // White takes nothing
	Capture Theme = "capture" // White takes stones one at a time
	Chain   Theme = "chain"   // White takes several in one move (clause 3.5)
	// Offer is a stone that White puts where Black has to take it (clause 3.4)
	// and could take nothing before.
	Offer Theme = "offer"
)

func themes() []Theme { return []Theme{Race, Capture, Chain, Offer} }

// themeOf says what a line of play from p, White's move, is about. It is dull
// where White does nothing but walk a stone that has retreated twice.
func themeOf(p ashtarashki.Position, line []game.Action) (theme Theme, dull bool) {
	captures, longest, offers, walks := 0, 0, 0, 0
	for i, a := range line {
		n := strings.Count(string(a), ":")
		switch {
		case p.ToMove == ashtarashki.White && n > 0:
			captures, longest = captures+1, max(longest, n)
		case p.ToMove == ashtarashki.White:
			if strings.HasPrefix(string(a), "W") {
				walks++
			}
			idle := p
			idle.ToMove = ashtarashki.Black
			if i+1 < len(line) && strings.Contains(string(line[i+1]), ":") && !idle.CanCapture() {
				offers++
			}
		}
		for _, play := range p.Plays() {
			if play.Text == a {
				p = p.After(play.Move)
				break
			}
		}
	}
	switch {
	case offers > 0:
		return Offer, false
	case longest > 1:
		return Chain, false
	case captures > 0:
		return Capture, false
	}
	return Race, walks == (len(line)+1)/2
}
