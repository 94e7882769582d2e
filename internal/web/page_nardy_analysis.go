package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// partAnalysis is what ?part= asks for to have the analysis alone.
const partAnalysis = "analysis"

// analysisBusy is the state of a page whose analysis is being made. A page that
// waits for it says in ?was= that it was.
const analysisBusy = "busy"

// worstShown is how many of the worst plays are shown on the board.
const worstShown = 6

// nardyKept is an analysis as the bots of nardy keep it: losses and luck in
// thousandths of a price, chances in thousandths.
type nardyKept struct {
	Decisions []nardyDecision `json:"decisions"`
	Throws    []struct {
		Step int `json:"step"`
		Side int `json:"side"`
		Luck int `json:"luck"`
	} `json:"throws"`
	Sides [2]nardyAccount `json:"sides"`
}

type nardyDecision struct {
	Step  int         `json:"step"`
	Side  int         `json:"side"`
	Loss  int         `json:"loss"`
	Best  string      `json:"best"`
	Facts []nardyFact `json:"facts"`
	Is    *[5]float64 `json:"is"`
	Would *[5]float64 `json:"would"`
}

// nardyAccount is what a side comes to. Its loss is in prices, which were not
// the same for the whole round where the price was raised.
type nardyAccount struct {
	Decisions int     `json:"decisions"`
	Errors    int     `json:"errors"`
	Blunders  int     `json:"blunders"`
	Loss      float64 `json:"loss"`
}

// Losses from which on a decision is an error or a blunder, as the bots count,
// in thousandths.
const (
	mistakeFrom = 20
	blunderFrom = 80
)

// analysisPage answers GET /t/ID/analysis: what a computer thinks about a game
// of a table that is over; ?game=N asks for one of several.
func (s *Server) analysisPage(w http.ResponseWriter, r *http.Request) {
	rounds, at, err := s.finished(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	s.showAnalysis(w, r, rounds, at)
}

// askAnalysis answers POST /t/ID/analysis: the analysis begins.
func (s *Server) askAnalysis(w http.ResponseWriter, r *http.Request) {
	rounds, at, err := s.finished(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	if at < 0 || rounds[at].Result == nil {
		s.showAnalysis(w, r, rounds, at)
		return
	}
	if kept, err := s.analysisOf(r.Context(), rounds[at]); err != nil {
		s.failPage(w, r, err)
		return
	} else if kept == nil {
		if err := s.analyse(rounds[at]); err != nil {
			s.failPage(w, r, err)
			return
		}
	}
	http.Redirect(w, r, s.path(r, analysisPath(rounds[at].ID, at+1))+"&was="+analysisBusy, http.StatusSeeOther)
}

func analysisPath(id table.ID, game int) string {
	return "/t/" + string(id) + "/analysis?game=" + strconv.Itoa(game)
}

// finished are the games of the table that the address names, and the one that
// it asks for: the last one that is over unless it says so; −1 where none is.
func (s *Server) finished(r *http.Request) (rounds []*table.Snapshot, at int, err error) {
	id, err := tableID(r)
	if err != nil {
		return nil, 0, err
	}
	if rounds, err = s.host.Rounds(r.Context(), id); err != nil {
		return nil, 0, err
	}
	last := rounds[len(rounds)-1]
	if entry, ok := s.host.Game(last.Game); !ok || last.Game != nardyID || entry.Reviewer() == nil {
		return nil, 0, notFound()
	}
	at = -1
	for i, round := range rounds {
		if round.Result != nil {
			at = i
		}
	}
	if asked := r.URL.Query().Get("game"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil || n < 1 || n > len(rounds) || rounds[n-1].Result == nil {
			return nil, 0, notFound()
		}
		at = n - 1
	}
	return rounds, at, nil
}

func (s *Server) showAnalysis(w http.ResponseWriter, r *http.Request, rounds []*table.Snapshot, at int) {
	last := rounds[len(rounds)-1]
	o := onlooker{c: s.lang(r), snap: last, mine: tablesOf(r).of(last.ID)}
	if at >= 0 {
		o.snap = rounds[at]
	}
	a, err := s.nardyAnalysis(r, o, rounds, at)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Query().Get("part") == partAnalysis {
		s.render(w, r, http.StatusOK, templates.NardyAnalysisPart(a))
		return
	}
	s.render(w, r, http.StatusOK, templates.NardyAnalysisPage(a))
}

// nardyAnalysis is the page on one of the games of a table.
func (s *Server) nardyAnalysis(r *http.Request, o onlooker, rounds []*table.Snapshot, at int) (templates.NardyAnalysis, error) {
	c, id := o.c, o.snap.ID
	a := templates.NardyAnalysis{
		Page:  s.page(r, "/t/"+string(id)+"/analysis", c.Text("nardy.analysis.title"), c.Text("nardy.analysis.description")),
		Table: s.path(r, "/t/"+string(id)), Address: s.path(r, analysisPath(id, at+1)), State: "none", Game: at + 1,
	}
	a.Private, a.Class = true, "reading wide"
	a.Styles = append(a.Styles, s.gameStyles(nardyID)...)
	a.Styles = append(a.Styles, s.assets.URL("game-nardy-analysis.css"), s.assets.URL("article.css"))
	a.Scripts = []string{s.assets.URL("analysis.js")}
	a.Crumbs = []templates.Crumb{
		{Text: gameName(c, nardyID), URL: s.path(r, "/"+nardyID)}, {Text: c.Text("nardy.analysis.table"), URL: a.Table}, {Text: c.Text("nardy.analysis.title")},
	}
	for i, round := range rounds {
		if round.Result != nil {
			a.Games = append(a.Games, templates.ReplayLink{
				URL: s.path(r, analysisPath(id, i+1)), Text: c.Text("nardy.analysis.game", "no", i+1), Current: i == at,
			})
		}
	}
	if at < 0 {
		return a, nil
	}
	a.State = "ask"
	if under := s.underWay(o.snap); under != nil {
		var failed bool
		if a.Done, a.All, failed = under.progress(); failed {
			a.State = "failed"
		} else {
			a.State, a.Refresh = analysisBusy, 2
			return a, nil
		}
	}
	data, err := s.analysisOf(r.Context(), o.snap)
	if err != nil {
		return a, err
	}
	if data == nil {
		if a.State == "ask" && r.URL.Query().Get("was") == analysisBusy {
			a.State = "stopped" // with the program that made it
		}
		return a, nil
	}
	var kept nardyKept
	if err := json.Unmarshal(data, &kept); err != nil {
		return a, fmt.Errorf("analysis of table %s: %w", id, err)
	}
	a.State, a.Refresh = "done", 0
	prices, err := nardyPrices(o.snap)
	if err != nil {
		return a, err
	}
	s.nardySums(o, &kept, prices, &a)
	if o.snap.Hints > 0 {
		a.Hints = c.Text("nardy.advice.count", "n", o.snap.Hints)
	}
	if a.Worst, err = s.nardyWorst(r, o, &kept, prices); err != nil {
		return a, err
	}
	if len(a.Worst) > 0 {
		a.Defs = a.Worst[0].Board.Defs
	}
	a.Moves = s.nardyJudged(r, o, &kept, prices)
	a.By = c.Text("nardy.analysis.by")
	return a, nil
}

// nardyWorst are the worst plays, the dearest first.
func (s *Server) nardyWorst(r *http.Request, o onlooker, kept *nardyKept, prices []int) ([]templates.NardyMistake, error) {
	var worst []*nardyDecision
	for i := range kept.Decisions {
		if d := &kept.Decisions[i]; d.Loss >= mistakeFrom && d.Step < len(o.snap.Plies) {
			worst = append(worst, d)
		}
	}
	slices.SortStableFunc(worst, func(x, y *nardyDecision) int {
		return cmp.Compare(y.Loss*prices[y.Step], x.Loss*prices[x.Step])
	})
	worst = worst[:min(len(worst), worstShown)]
	variant := nardyVariant(o.snap)
	numbers := nardyNumbersOfTurns(o)
	var all []templates.NardyMistake
	for _, d := range worst {
		ply, code, price := &o.snap.Plies[d.Step], codeAfter(o.snap, d.Step), prices[d.Step]
		state, err := o.snap.Rules.Start(o.snap.Options, code)
		if err != nil {
			return nil, fmt.Errorf("position after ply %d: %w", d.Step, err)
		}
		b, err := nardyBoard(o.c, state)
		if err != nil {
			return nil, err
		}
		b.Flipped = o.way() == "s"
		m := templates.NardyMistake{
			Title: strings.TrimSpace(o.c.Text("nardy.analysis.mistake",
				"no", numbers[d.Step+1], "name", o.name(ply.Seat), "nameMid", o.nameMid(ply.Seat), "dice", codeDice(code, variant.Dice))),
			Loss:   o.c.Text("nardy.analysis.lost", "points", pointsText(o.c, float64(d.Loss*price)/1000, price)),
			Says:   nardyFactsText(o.c, "nardy.analysis.gain", &variant, d.Facts, asTheyAre),
			Played: nardyPlayText(o.c, string(ply.Action), asTheyAre), Better: nardyPlayText(o.c, d.Best, asTheyAre),
			Board: b.Sketch(),
			Wrong: b.NardyTrail(d.Side, templates.NardyHops(string(ply.Action))),
			Right: b.NardyTrail(d.Side, templates.NardyHops(d.Best)),
		}
		if d.Is != nil && d.Would != nil {
			is, would := nardyPerMille(d.Is), nardyPerMille(d.Would)
			m.Rows = nardyChanceRows(o.c, &variant, price, &is, &would)
			if m.Says == "" {
				m.Says = nardyChanceGain(o.c, &is, &would)
			}
		}
		m.Position = s.nardyPositionURL(r, o, d.Step)
		all = append(all, m)
	}
	return all, nil
}

// nardyChanceGain says which chance the better play betters most, where there is
// nothing to be seen on the board: "" where it is none.
func nardyChanceGain(c *lang.Catalogue, is, would *nardyChances) string {
	names := [...]string{"win", "win-mars", "lose-mars", "win-koks", "lose-koks"}
	worth := nardyChances{2, 1, -1, 1, -1} // as in equity
	best, most := -1, 0.0
	for i := range worth {
		if gain := worth[i] * (would[i] - is[i]); gain > most {
			best, most = i, gain
		}
	}
	if best < 0 {
		return ""
	}
	return c.Text("nardy.analysis.gain."+names[best], "would", percentText(c, would[best]), "is", percentText(c, is[best]))
}

// nardyPerMille are chances that were kept in thousandths.
func nardyPerMille(kept *[5]float64) (c nardyChances) {
	for i, x := range kept {
		c[i] = x / 1000
	}
	return c
}

// nardyPositionURL is where the table shows the position after so many plies,
// "" where the table has gone on to another game.
func (s *Server) nardyPositionURL(r *http.Request, o onlooker, ply int) string {
	now, err := s.host.Snapshot(r.Context(), o.snap.ID)
	if err != nil || now.Began != o.snap.Began {
		return ""
	}
	return s.path(r, "/t/"+string(o.snap.ID)) + "?ply=" + strconv.Itoa(ply)
}

// nardyNumbersOfTurns is the number of the turn that each entry of the round
// belongs to, by how many entries there are with it.
func nardyNumbersOfTurns(o onlooker) map[int]string {
	numbers := make(map[int]string)
	for _, turn := range nardyTurns(o) {
		for _, p := range turn.Parts {
			numbers[p.Ply] = turn.No
		}
	}
	return numbers
}

// nardyJudged is the list of all decisions, each with the luck of its throw.
func (s *Server) nardyJudged(r *http.Request, o onlooker, kept *nardyKept, prices []int) []templates.NardyJudged {
	luck := make(map[int]int)
	for _, t := range kept.Throws {
		luck[t.Step] = t.Luck
	}
	decisions := make(map[int]*nardyDecision)
	for i := range kept.Decisions {
		decisions[kept.Decisions[i].Step] = &kept.Decisions[i]
	}
	variant, numbers := nardyVariant(o.snap), nardyNumbersOfTurns(o)
	current := s.nardyPositionURL(r, o, 0) != ""
	var rows []templates.NardyJudged
	for i := range o.snap.Plies {
		ply, code := &o.snap.Plies[i], codeAfter(o.snap, i)
		if ply.Seat == game.Chance || nardyPhase(code) != "play" {
			continue
		}
		m := templates.NardyJudged{
			No: numbers[i+1], Side: o.snap.SideOf(ply.Seat).String(), Who: o.name(ply.Seat), Dice: codeDice(code, variant.Dice),
			Played: nardyPlayText(o.c, string(ply.Action), asTheyAre),
		}
		if current {
			m.Position = s.path(r, "/t/"+string(o.snap.ID)) + "?ply=" + strconv.Itoa(i)
		}
		if l, ok := luck[i]; ok {
			m.Luck = signedText(o.c, float64(l*prices[i])/1000, prices[i])
		}
		if d := decisions[i]; d != nil {
			m.Loss = lossText(o.c, float64(d.Loss*prices[i])/1000, prices[i])
			switch {
			case d.Loss >= blunderFrom:
				m.Grade = "blunder"
			case d.Loss >= mistakeFrom:
				m.Grade = "error"
			}
			if d.Loss >= mistakeFrom {
				m.Better = nardyPlayText(o.c, d.Best, asTheyAre)
			}
		}
		rows = append(rows, m)
	}
	return rows
}
