package web

import (
	"net/http"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// homePage answers GET /.
func (s *Server) homePage(w http.ResponseWriter, r *http.Request) {
	c := s.lang(r)
	h := templates.Home{
		Page:       s.page(r, "/", "", c.Text("home.description")),
		Unfinished: s.unfinished(r),
	}
	for _, entry := range s.host.Games() {
		if entry.Draft {
			continue
		}
		h.Games = append(h.Games, s.homeGame(r, entry))
		if entry.Rules.Info().ID == nardyID {
			h.Dice = s.path(r, "/dice")
			h.Styles = append(h.Styles, s.gameStyles(nardyID)...)
		}
	}
	h.Open, h.Find = s.openTables(r, s.host.Lobby(), shownOffers), s.finders(r)
	h.Styles = append(h.Styles, s.assets.URL("lobby.css"))
	h.Scripts = append(h.Scripts, s.assets.URL("lobby.js"))
	s.render(w, r, http.StatusOK, templates.HomePage(h))
}

// homeGame is a game with the buttons that start it at once.
func (s *Server) homeGame(r *http.Request, entry game.Entry) templates.HomeGame {
	c, id := s.lang(r), entry.Rules.Info().ID
	g := templates.HomeGame{
		ID: id, Name: gameName(c, id), Pitch: textOr(c, id+".pitch", ""), More: s.path(r, "/"+id),
	}
	note := textOr(c, id+".start.computer.note", "")
	if id == nardyID {
		note = nardyQuickStart(c, r, entry)
		g.Nardy = nardyPicture(c, entry.Rules)
	}
	g.Rules, g.Lesson = s.articles(r, entry.Rules)
	g.Links = s.furtherPages(r, id)
	// The person begins: the first move is theirs as soon as the page is
	// there, and no game is lost before it starts.
	g.Starts = []templates.QuickStart{
		{
			ID: "computer", Text: c.Text("home.start.computer"), Note: note, Main: true,
			Fields: []templates.HiddenField{{Name: "mode", Value: string(table.Computer)}, {Name: "starts", Value: game.First.String()}},
		},
		{
			ID: "hotseat", Text: c.Text("home.start.hotseat"),
			Fields: []templates.HiddenField{{Name: "mode", Value: string(table.HotSeat)}},
		},
		{
			ID: "link", Text: c.Text("home.start.link"),
			Fields: []templates.HiddenField{{Name: "mode", Value: string(table.Link)}},
		},
	}
	return g
}

// pictureCode is the position that stands for nardy on the first page: short
// nardy in the middle of a game, with a throw to be played.
const pictureCode = "2,0,0,0,0,-5,0,-3,0,0,-1,5,-4,0,0,0,3,0,4,1,0,0,0,-2|0,0|0,0 play L 6-4"

// nardyPicture draws it.
func nardyPicture(c *lang.Catalogue, rules game.Rules) templates.NardyBoard {
	state, err := rules.Start(nil, pictureCode)
	if err != nil {
		return templates.NardyBoard{T: c} // an empty board; a test sees to it that it is none
	}
	b, err := nardyBoard(c, state)
	if err != nil {
		return templates.NardyBoard{T: c}
	}
	return b
}

// shownUnfinished bounds the list of unfinished games, askedUnfinished how many
// of a browser's tables are looked at for it.
const (
	shownUnfinished = 6
	askedUnfinished = 20
)

// unfinished are the tables of this browser on which a round is running. What
// can not be read just now is left out: the page has other things to offer.
func (s *Server) unfinished(r *http.Request) []templates.Unfinished {
	all, network := tablesOf(r), networkOf(s.address(r))
	var list []templates.Unfinished
	for _, mine := range all[:min(len(all), askedUnfinished)] {
		if len(list) == shownUnfinished {
			break
		}
		if s.guesses.empty(network) {
			break
		}
		snapshot, err := s.host.Snapshot(r.Context(), mine.id)
		s.noteGuess(network, err)
		if err != nil || snapshot.Over() || !mine.mine() {
			continue
		}
		if len(snapshot.Plies) == 0 && snapshot.Mode != table.Link {
			continue // it was opened and left again
		}
		o := onlooker{c: s.lang(r), snap: snapshot, mine: mine}
		headline, tone := o.headline()
		list = append(list, templates.Unfinished{
			URL: s.path(r, "/t/"+string(mine.id)), Game: gameName(o.c, snapshot.Game),
			Title: o.name(game.First) + " — " + o.name(game.Second), State: headline, YourTurn: tone == "turn",
		})
	}
	return list
}
