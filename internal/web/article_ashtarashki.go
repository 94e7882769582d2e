package web

import (
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

func ashtarashkiExtras() extras {
	return extras{
		links:     []extraLink{{"replay", "game"}, {"studies", "studies"}, {"editor", "position"}},
		mistakes:  []string{"jump", "rank", "bait", "retreat", "count"},
		questions: []string{"draws", "who-starts", "most", "last-rank", "back", "recover", "two-points", "learn"},
	}
}

// ashtarashkiBoard is a position to look at; before is the one that the last
// move was made in, nil where there was none.
func ashtarashkiBoard(c *lang.Catalogue, state ashtarashki.State, before game.State) templates.AshtarashkiBoard {
	b := templates.AshtarashkiBoard{T: c, Code: state.String()}
	if err := viewInto(state, &b.View); err != nil {
		// A view is made of words and numbers; should one not be readable after
		// all, the board is empty.
		return b
	}
	if before != nil {
		b.Last = templates.ChangedSquares(before.String(), b.Code)
	}
	return b
}

// ashtarashkiDrawing shows a position in an article.
func ashtarashkiDrawing(c *lang.Catalogue, state ashtarashki.State, before game.State) templates.Drawing {
	b := ashtarashkiBoard(c, state, before)
	b.CanAct = state.ToAct().Player()
	return templates.Drawing{Ashtarashki: &b, Label: inWords(c, state.Position())}
}

// inWords lists the stones of a position.
func inWords(c *lang.Catalogue, p ashtarashki.Position) string {
	_, stones, _ := strings.Cut(p.String(), " ")
	white, black, _ := strings.Cut(stones, " ")
	list := func(stones string) string {
		if stones == "-" {
			return c.Text("rules.ashtarashki.nothing")
		}
		return strings.ReplaceAll(stones, ",", ", ")
	}
	return c.Text("rules.ashtarashki.diagram", "white", list(white), "black", list(black))
}

// pick takes the stone of a half-made move in hand, if there is such a move.
func pick(b *templates.AshtarashkiBoard, path string) {
	if path == "" {
		return
	}
	b.Path = strings.Split(path, ":")
	if !b.Possible() {
		b.Path = nil
	}
}

// effectOf says in a word what a move did, and to how many stones; "" where the
// game has no words for that.
func effectOf(before, after game.State) (effect string, n int) {
	b, ok := before.(ashtarashki.State)
	a, ok2 := after.(ashtarashki.State)
	if !ok || !ok2 {
		return "", 0
	}
	was, is := b.Position(), a.Position()
	us, them := was.ToMove, was.ToMove.Other()
	taken := was.Sides[them].Len() - is.Sides[them].Len()
	finished := is.Finished(us).Len() > was.Finished(us).Len()
	switch {
	case taken > 0 && finished:
		return "takes-finish", taken
	case taken > 0:
		return "takes", taken
	case is.Sides[us].Len() < was.Sides[us].Len():
		return "off", 1
	case finished:
		return "finish", 1
	case (is.Covered & is.Sides[us]).Len() > (was.Covered & was.Sides[us]).Len():
		return "covered", 1
	case (is.Turned & is.Sides[us]).Len() > (was.Turned & was.Sides[us]).Len():
		return "turned", 1
	default:
		return "quiet", 1
	}
}
