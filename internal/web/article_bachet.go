package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/bachet"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

func bachetExtras() extras {
	return extras{
		strategy:  true,
		round:     round{actions: []game.Action{"2", "1", "3", "1", "2", "2", "1", "3"}},
		mistakes:  []string{"eye", "three", "starter"},
		questions: []string{"more-than-three", "who-starts", "one-left", "other-numbers", "draws", "registration"},
	}
}

// strategyPage is the article on how to win at Bachet's game. ?sticks=, &max=
// and &misere= choose what its board shows; ?part=heaps asks for the board
// alone.
func (s *Server) strategyPage(w http.ResponseWriter, r *http.Request) {
	if chi.URLParam(r, "game") != bachet.ID {
		s.failPage(w, r, notFound())
		return
	}
	c := s.lang(r)
	options, corrected := askedOptions(r)
	heaps := heapBoard(c, options)
	heaps.Action = s.path(r, "/"+bachet.ID+"/strategy")
	heaps.Corrected = corrected
	heaps.Play = []templates.Opening{
		s.bachetOpening(r, options, game.First, c.Text("strategy.bachet.board.play-first")),
		s.bachetOpening(r, options, game.Second, c.Text("strategy.bachet.board.play-second")),
	}
	p := templates.StrategyPage{
		Page: s.article(r, bachet.ID, "/strategy", c.Text("strategy.bachet.title"), c.Text("strategy.bachet.description"),
			templates.Crumb{Text: gameName(c, bachet.ID), URL: s.path(r, "/"+bachet.ID)}, templates.Crumb{Text: c.Text("rules.strategy")}),
		Play:  s.path(r, "/"+bachet.ID),
		Rules: s.path(r, "/"+bachet.ID+"/rules"),
		Heaps: heaps,
	}
	if r.URL.Query().Get("part") == "heaps" {
		s.render(w, r, http.StatusOK, templates.HeapsPart(p.Page, p.Heaps))
		return
	}
	classic := bachet.DefaultOptions()
	twenty := classic
	twenty.Sticks = 20
	p.Rows = heapTakes(bachet.Options{Sticks: 8, Max: classic.Max})
	p.Turns = []templates.Opening{
		s.bachetOpening(r, classic, game.First, c.Text("strategy.bachet.computer.start-yourself")),
		s.bachetOpening(r, twenty, game.Second, c.Text("strategy.bachet.computer.answer-twenty")),
		s.bachetOpening(r, classic, game.Second, c.Text("strategy.bachet.computer.hopeless")),
	}
	s.render(w, r, http.StatusOK, templates.StrategyBachet(p))
}

// askedOptions reads the fields of the board's form. What is no number or out
// of the limits becomes the nearest that is not, and is reported.
func askedOptions(r *http.Request) (o bachet.Options, corrected bool) {
	o = bachet.DefaultOptions()
	q := r.URL.Query()
	for _, field := range []struct {
		name      string
		to        *int
		low, high int
	}{
		{"sticks", &o.Sticks, bachet.MinSticks, bachet.MaxSticks},
		{"max", &o.Max, bachet.MinTake, bachet.MaxTake},
	} {
		if !q.Has(field.name) {
			continue
		}
		n, err := strconv.Atoi(q.Get(field.name))
		if err != nil && n == 0 { // no number; one out of range comes back as the nearest
			corrected = true
			continue
		}
		*field.to = min(max(n, field.low), field.high)
		corrected = corrected || *field.to != n
	}
	o.Misere = q.Get("misere") == "true"
	return o, corrected
}

// widestRow is how many heaps fit side by side on a phone. No period is longer.
const widestRow = bachet.MaxTake + 1

// heapBoard judges every heap up to that of the options.
func heapBoard(c *lang.Catalogue, o bachet.Options) templates.HeapBoard {
	l := bachet.LessonFor(o.Sticks, o.Max, o.Misere)
	b := templates.HeapBoard{
		Sticks: o.Sticks, Max: o.Max, Misere: o.Misere,
		Limits: templates.HeapLimits{
			MinSticks: bachet.MinSticks, MaxSticks: bachet.MaxSticks, MinTake: bachet.MinTake, MaxTake: bachet.MaxTake,
		},
		Heaps:   heapTakes(o),
		Columns: l.Modulus * (widestRow / l.Modulus),
	}
	who := "strategy.bachet.board.who-first"
	switch {
	case !l.Won:
		b.Verdict = c.Text("strategy.bachet.board.lost")
		who = "strategy.bachet.board.who-second"
	case l.Take == o.Sticks:
		b.Verdict = c.Text("strategy.bachet.board.won-end", "take", l.Take)
	default:
		b.Verdict = c.Text("strategy.bachet.board.won", "take", l.Take, "left", o.Sticks-l.Take)
	}
	why := "strategy.bachet.board.why-normal"
	if o.Misere {
		why = "strategy.bachet.board.why-misere"
	}
	b.Why = c.Text(why, "modulus", l.Modulus, "max", o.Max, "sticks", o.Sticks, "remainder", l.Remainder)
	b.PlayNote = c.Text("strategy.bachet.board.play-note", "who", c.Text(who))
	return b
}

// heapTakes says for every heap up to that of the options what to take from
// it.
func heapTakes(o bachet.Options) []templates.HeapTake {
	all := make([]templates.HeapTake, 0, o.Sticks)
	for n := 1; n <= o.Sticks; n++ {
		all = append(all, templates.HeapTake{Left: n, Take: bachet.LessonFor(n, o.Max, o.Misere).Take})
	}
	return slices.Clip(all)
}

// bachetOpening is a game against the computer that makes no mistakes.
func (s *Server) bachetOpening(r *http.Request, o bachet.Options, starts game.Side, label string) templates.Opening {
	return templates.Opening{
		Action: s.path(r, "/"+bachet.ID),
		Label:  label,
		Fields: append(bachetFields(o),
			templates.Field{Name: "mode", Value: string(table.Computer)},
			templates.Field{Name: "bot", Value: "winning"},
			templates.Field{Name: "starts", Value: starts.String()},
		),
	}
}

// bachetFields are the fields of the form that opens a table with options.
func bachetFields(o bachet.Options) []templates.Field {
	return []templates.Field{
		{Name: "heap", Value: strconv.Itoa(o.Sticks)},
		{Name: "max", Value: strconv.Itoa(o.Max)},
		{Name: "misere", Value: strconv.FormatBool(o.Misere)},
	}
}
