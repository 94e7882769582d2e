package web

import (
	"net/http"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// openings are the ways to play on for real from a position in which a player
// is to act: the person begins, against the computer or somebody beside him.
func (s *Server) openings(r *http.Request, rules game.Rules, options []byte, state game.State) []templates.Opening {
	c, id := s.lang(r), rules.Info().ID
	from := func(mode table.Mode, label string) templates.Opening {
		return templates.Opening{
			Action: s.path(r, "/"+id),
			Label:  label,
			Fields: []templates.Field{
				{Name: "mode", Value: string(mode)},
				{Name: "options", Value: string(options)},
				{Name: "position", Value: state.String()},
				// The seat that begins a round plays First: whose turn it is
				// is to be the person's.
				{Name: "starts", Value: state.ToAct().String()},
			},
		}
	}
	return []templates.Opening{
		from(table.Computer, c.Text("rules.play-computer")),
		from(table.HotSeat, c.Text("rules.play-hotseat")),
	}
}
