package web

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
	"github.com/hod-games/hod/templates"
)

// clockPresets are the clocks that the page of a game offers, the fastest
// first. A game that is not named here has those of "". Nardy's are by delay, as
// is the custom where dice take a part of the time; games of thought alone add
// time after each move.
func clockPresets(id string) []table.Tempo {
	switch id {
	case bachetID:
		return []table.Tempo{
			{Kind: table.DelayClock, Bank: 30, Each: 5},
			{Kind: table.FischerClock, Bank: 60, Each: 5},
			{Kind: table.FischerClock, Bank: 180, Each: 10},
		}
	case nardyID:
		return []table.Tempo{
			{Kind: table.DelayClock, Bank: 120, Each: 8},
			{Kind: table.DelayClock, Bank: 300, Each: 12},
			{Kind: table.DelayClock, Bank: 600, Each: 15},
			{Kind: table.FischerClock, Bank: 300, Each: 10},
		}
	case ashtarashkiID:
		return []table.Tempo{
			{Kind: table.FischerClock, Bank: 180, Each: 3},
			{Kind: table.FischerClock, Bank: 600, Each: 10},
			{Kind: table.FischerClock, Bank: 1800, Each: 20},
			{Kind: table.DelayClock, Bank: 300, Each: 10},
		}
	default:
		return []table.Tempo{
			{Kind: table.FischerClock, Bank: 300, Each: 5},
			{Kind: table.FischerClock, Bank: 900, Each: 10},
			{Kind: table.DelayClock, Bank: 300, Each: 10},
		}
	}
}

// clockNone is the value of the field "clock" for none; any other is the three
// parts of a tempo with dashes between them.
const clockNone = "none"

func clockValue(t table.Tempo) string {
	return string(t.Kind) + "-" + strconv.Itoa(t.Bank) + "-" + strconv.Itoa(t.Each)
}

// clockOf reads the field "clock"; nil is no clock.
func clockOf(value string) (*table.Tempo, bool) {
	if value == "" || value == clockNone {
		return nil, true
	}
	parts := strings.Split(value, "-")
	if len(parts) != 3 {
		return nil, false
	}
	bank, err1 := strconv.Atoi(parts[1])
	each, err2 := strconv.Atoi(parts[2])
	return &table.Tempo{Kind: table.ClockKind(parts[0]), Bank: bank, Each: each}, err1 == nil && err2 == nil
}

// clockChoices are the clocks that the form offers, what was chosen among them.
func clockChoices(c *lang.Catalogue, id, chosen string) []templates.Choice {
	all := []templates.Choice{{Value: clockNone, Text: c.Text("clock.none"), Chosen: chosen == "" || chosen == clockNone}}
	known := all[0].Chosen
	for _, t := range clockPresets(id) {
		one := choice(clockValue(t), clockName(c, t), chosen)
		known = known || one.Chosen
		all = append(all, one)
	}
	if other, ok := clockOf(chosen); !known && ok {
		all = append(all, choice(chosen, clockName(c, *other), chosen))
	}
	return all
}

// clockName is a tempo in few words.
func clockName(c *lang.Catalogue, t table.Tempo) string {
	key := "clock.name." + string(t.Kind)
	if t.Each == 0 {
		key = "clock.name.bank"
	}
	return c.Text(key, "bank", bankText(c, t.Bank), "each", t.Each)
}

// bankText is a time in minutes, or in seconds below two of them.
func bankText(c *lang.Catalogue, seconds int) string {
	if seconds%60 == 0 {
		return c.Text("clock.minutes", "n", seconds/60)
	}
	return c.Text("clock.seconds", "n", seconds)
}

// clockTerms says how much time there is at a table, "" at one without a clock.
func clockTerms(c *lang.Catalogue, s *table.Snapshot) string {
	if s.Clock == nil {
		return ""
	}
	return c.Text("clock.terms", "clock", clockName(c, s.Clock.Tempo))
}

// lowTime is below which a clock is shown as one that runs out.
const lowTime = 10 * time.Second

// clockModel is the clock of a seat as it stands at now, nil where there is
// none.
func clockModel(o onlooker, seat game.Side, now time.Time) *templates.Clock {
	if o.snap.Clock == nil {
		return nil
	}
	c := o.snap.Clock.At(now.Sub(o.snap.LastAt))
	left := c.Left[seatIndex(seat)]
	m := &templates.Clock{Time: clockText(left), Label: o.c.Text("clock.label"), Low: left < lowTime, Runs: c.Runs == seat}
	if m.Runs && c.Free > 0 {
		m.Free = "+" + strconv.Itoa(int((c.Free+time.Second-1)/time.Second))
	}
	return m
}

// clockText is a time as a clock shows it: 1:02:03, 4:05, and below ten seconds
// with tenths, 9.4. What web/src/entry/clock.ts says must be the same.
func clockText(d time.Duration) string {
	if d < lowTime {
		tenths := int(d / (100 * time.Millisecond))
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
	}
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// standstill says that the clocks stood still for so long. The page's script
// says the same, in web/src/table.ts.
func standstill(c *lang.Catalogue, d time.Duration) string {
	if seconds := int((d + 500*time.Millisecond) / time.Second); seconds < 100 {
		return c.Text("play.resumed", "n", seconds)
	}
	return c.Text("play.resumed.minutes", "n", int((d+30*time.Second)/time.Minute))
}

// standstillsAt are those after one ply of a round. A time before the first ply,
// which takes a move that was taken back, has no other row than that one's.
func standstillsAt(c *lang.Catalogue, s *table.Snapshot, ply int) (lines []string) {
	for _, one := range s.Standstills {
		if max(one.Plies, 1) == ply {
			lines = append(lines, standstill(c, one.Gap))
		}
	}
	return lines
}

// clockWords are what the script of a clock says, by the name of the attribute
// that holds it.
func clockWords(c *lang.Catalogue) map[string]string {
	words := make(map[string]string)
	for _, name := range []string{"left-60", "left-30", "left-10", "unsure"} {
		words["data-"+name] = c.Text("clock.say." + name)
	}
	return words
}

// claimModel is what this browser may do against an opponent who stays away, nil
// where that is nothing.
func (s *Server) claimModel(o onlooker, now time.Time) *templates.Claim {
	me := o.me()
	if !me.Player() || o.snap.Mode != table.Link {
		return nil
	}
	m := &templates.Claim{Another: meetsAnother(o.snap, me.Other())}
	if m.Another {
		m.AnotherKey = rand.Text()
	}
	absent, at, ok := s.host.Claimable(o.snap)
	if !ok || absent == me {
		return m
	}
	m.Shown, m.Ready = true, !now.Before(at)
	if m.Ready {
		m.Text = o.c.Text("claim.ready")
	} else {
		m.Text = o.c.Text("claim.wait", "time", waitText(o.c, at.Sub(now)))
	}
	return m
}

// meetsAnother reports whether somebody may look for an opponent anew, as one
// does where strangers meet and the other one has not played yet.
func meetsAnother(s *table.Snapshot, opponent game.Side) bool {
	return s.Nameless && s.Round == 1 && !s.Over() &&
		!slices.ContainsFunc(s.Plies, func(p table.Ply) bool { return p.Seat == opponent })
}

// waitText is a time to wait, rounded up to what one waits for.
func waitText(c *lang.Catalogue, d time.Duration) string {
	switch {
	case d > 36*time.Hour:
		return c.Text("claim.days", "n", int((d+24*time.Hour-1)/(24*time.Hour)))
	case d > 90*time.Minute:
		return c.Text("claim.hours", "n", int((d+time.Hour-1)/time.Hour))
	case d <= time.Minute:
		return c.Text("claim.seconds", "n", max(1, int((d+time.Second-1)/time.Second)))
	default:
		return c.Text("claim.minutes", "n", max(1, int((d+time.Minute-1)/time.Minute)))
	}
}

// apiClaim answers GET /api/tables/ID/claim: when the round can be claimed
// against the seat that is to decide, as things stand.
func (s *Server) apiClaim(w http.ResponseWriter, r *http.Request) {
	snapshot, err := s.snapshotOf(r)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	var answer wire.Claim
	now := time.Now()
	if absent, at, ok := s.host.Claimable(snapshot); ok {
		answer = wire.Claim{Against: absent.String(), Wait: max(0, at.Sub(now).Milliseconds()), Text: s.lang(r).Text("claim.ready")}
		if answer.Wait > 0 {
			answer.Text = s.lang(r).Text("claim.wait", "time", waitText(s.lang(r), at.Sub(now)))
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	s.writeJSON(w, r, http.StatusOK, answer)
}

// askedText says what a seat asks of the other one.
func (o onlooker) askedText(asked *table.AskedBody) string {
	key := "play." + string(asked.What) + ".asked"
	return textOr(o.c, o.snap.Game+"."+key, o.c.Text(key, "name", o.name(asked.Seat)), "name", o.name(asked.Seat))
}

// takeBackModel is the button with which this browser takes back, nil for who
// only watches.
func takeBackModel(o onlooker) *templates.TakeBack {
	seat := o.anySeat()
	if !seat.Player() {
		return nil
	}
	note := "table.takeback.note." + o.snap.Game
	m := &templates.TakeBack{Text: o.c.Text("play.takeback"), Note: textOr(o.c, note+"."+string(o.snap.Mode), textOr(o.c, note, "")), Seat: seat.String(), Can: o.snap.CanTakeBack(seat)}
	if o.snap.Asked != nil && o.snap.Asked.What == table.KindTakeBack {
		m.Can = m.Can && o.snap.Asked.Seat != seat
	}
	return m
}
