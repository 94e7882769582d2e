package web

import (
	"strconv"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// rate is the loss a decision, in thousandths of a price.
func (a *nardyAccount) rate() float64 { return 1000 * a.Loss / float64(max(a.Decisions, 1)) }

// errorGrades are error rates, in thousandths a decision, and from where on
// each is no longer reached.
func errorGrades() []float64 { return []float64{2, 5, 8, 12, 18, 26, 35} }

// nardyPoints are what the sides gave away and what luck brought them, in points
// of the score: each decision and throw at the price that the round had then.
func nardyPoints(kept *nardyKept, prices []int) (loss, luck [2]float64) {
	for i := range kept.Decisions {
		if d := &kept.Decisions[i]; d.Step < len(prices) {
			loss[d.Side] += float64(d.Loss*prices[d.Step]) / 1000
		}
	}
	for _, t := range kept.Throws {
		if t.Step < len(prices) {
			luck[t.Side] += float64(t.Luck*prices[t.Step]) / 1000
		}
	}
	return loss, luck
}

// nardySums are the figures of both sides.
func (s *Server) nardySums(o onlooker, kept *nardyKept, prices []int, a *templates.NardyAnalysis) {
	c, sides, stake := o.c, &kept.Sides, nardyStake(o.snap)
	loss, luck := nardyPoints(kept, prices)
	var judge [2]bool // who is judged by itself
	for i, side := range [...]game.Side{game.First, game.Second} {
		seat := o.snap.SeatOf(side)
		a.Names[i] = o.name(seat)
		entry, _ := s.host.Game(o.snap.Game)
		judge[i] = o.snap.Seat(seat).Bot != "" && o.snap.Seat(seat).Bot == entry.Reviewer().Name()
		if judge[i] {
			a.Itself = c.Text("nardy.analysis.itself")
		}
	}
	row := func(name, note string, of func(side int, s *nardyAccount) string) {
		sum := templates.NardySum{Name: c.Text("nardy.analysis.sum." + name), Note: note}
		for i := range sides {
			sum.Values[i] = of(i, &sides[i])
		}
		a.Sums = append(a.Sums, sum)
	}
	// judged is a row about play: the judge's own is no matter of his.
	judged := func(name, note string, of func(side int, s *nardyAccount) string) {
		row(name, note, func(side int, s *nardyAccount) string {
			if judge[side] {
				return "—"
			}
			return of(side, s)
		})
	}
	judged("rate", c.Text("nardy.analysis.sum.rate.note"), func(_ int, s *nardyAccount) string {
		if s.Decisions == 0 {
			return "—"
		}
		return decimal(c, s.rate(), 1)
	})
	row("grade", "", func(side int, s *nardyAccount) string {
		switch {
		case judge[side]:
			return c.Text("nardy.analysis.grade.itself")
		case s.Decisions == 0:
			return "—"
		}
		grade := 0
		for _, from := range errorGrades() {
			if s.rate() >= from {
				grade++
			}
		}
		return c.Text("nardy.analysis.grade." + strconv.Itoa(grade))
	})
	row("decisions", "", func(_ int, s *nardyAccount) string { return strconv.Itoa(s.Decisions) })
	judged("errors", c.Text("nardy.analysis.sum.errors.note"), func(_ int, s *nardyAccount) string { return strconv.Itoa(s.Errors) })
	judged("blunders", c.Text("nardy.analysis.sum.blunders.note"), func(_ int, s *nardyAccount) string { return strconv.Itoa(s.Blunders) })
	judged("loss", c.Text("nardy.analysis.sum.loss.note"), func(side int, _ *nardyAccount) string { return pointsText(c, loss[side], stake) })
	row("luck", c.Text("nardy.analysis.sum.luck.note"), func(side int, _ *nardyAccount) string { return signedText(c, luck[side], stake) })
	for _, part := range [...]struct {
		key string
		by  float64
	}{{"luck", luck[0] - luck[1]}, {"skill", loss[1] - loss[0]}} { // who loses less gains it
		if part.key == "skill" {
			switch none := [2]bool{sides[0].Decisions == 0, sides[1].Decisions == 0}; {
			case none[0] && none[1]:
				a.Balance = append(a.Balance, c.Text("nardy.analysis.balance.skill.none"))
				continue
			case judge[0] || judge[1]:
				continue
			case none[0] || none[1]:
				a.Balance = append(a.Balance, c.Text("nardy.analysis.balance.skill.one"))
				continue
			}
		}
		who, by := game.First, part.by
		if by < 0 {
			who, by = game.Second, -by
		}
		key := "nardy.analysis.balance." + part.key
		if by < 0.02*float64(stake) {
			a.Balance = append(a.Balance, c.Text(key+".even"))
			continue
		}
		a.Balance = append(a.Balance, c.Text(key, "nameMid", o.nameMid(o.snap.SeatOf(who)), "points", decimal(c, by, min(2, pointDigits(stake)))))
	}
}

// nardyStake is the price of a round before any raise.
func nardyStake(snap *table.Snapshot) int {
	o, err := nardy.ParseOptions(snap.Options)
	if err != nil {
		return 1
	}
	return o.Price(0)
}
