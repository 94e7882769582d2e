package web_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/bots"
	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
	"github.com/hod-games/hod/internal/wire"
)

// diceSite is a site with the dice of the program, and with its log.
type diceSite struct {
	*apiSite
	log table.Log
}

func newDiceSite(t *testing.T) *diceSite {
	t.Helper()
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	pool := bots.New(bots.Config{})
	t.Cleanup(pool.Close)
	log := memory.New()
	host := table.New(table.Config{Log: log, Games: games.All(), Roller: fair.Roller{}, Bots: pool})
	s := &apiSite{t: t, host: host, logs: &bytes.Buffer{}}
	s.web, err = web.New(web.Config{
		Host: host, Languages: languages, Logger: slog.New(slog.NewTextHandler(s.logs, nil)),
		Limits: web.Limits{CommandsPerSecond: -1, TablesPerAddress: -1, SocketsPerAddress: -1},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.web.Close(context.Background()) })
	return &diceSite{apiSite: s, log: log}
}

// party is a table and who holds its seats.
type party struct {
	site    *diceSite
	id      string
	seats   map[string]string // name of the seat → its secret
	secrets map[string]string // name of the seat → secret of its standing commitment
	r       *rand.Rand
	n       int
}

// fresh is a new share: its commitment.
func (p *party) fresh(seat string) string {
	var raw [32]byte
	for i := range raw {
		raw[i] = byte(p.r.Uint32())
	}
	p.secrets[seat] = hex.EncodeToString(raw[:])
	sum := sha256.Sum256(raw[:])
	return hex.EncodeToString(sum[:])
}

// gather opens a table and seats everybody. Shares says whether the seats of
// people commit themselves.
func (s *diceSite) gather(r *rand.Rand, mode, options, more string, shares bool) *party {
	s.t.Helper()
	p := &party{site: s, secrets: make(map[string]string), r: r}
	commit := ""
	if shares {
		commit = `,"commit":"` + p.fresh("first") + `"`
	}
	made := s.open(fmt.Sprintf(`{"game":"nardy","options":%s,"mode":%q%s%s}`, options, mode, more, commit))
	p.id, p.seats = made.Table, made.Seats
	if _, invitation, ok := strings.Cut(made.Join, "#"); ok {
		sit := wire.Sit{Invitation: invitation, Key: "sit"}
		if shares {
			sit.Commit = p.fresh("second")
		}
		request, err := json.Marshal(sit)
		if err != nil {
			s.t.Fatal(err)
		}
		data := body(s.t, s.ask(http.MethodPost, "/api/tables/"+p.id+"/seats", string(request)))
		var seated wire.Seated
		if err := wire.Decode([]byte(data), &seated); err != nil || seated.Secret == "" {
			s.t.Fatalf("sit down: %s", data)
		}
		p.seats[seated.Seat] = seated.Secret
	}
	return p
}

func (p *party) snapshot() *table.Snapshot {
	p.site.t.Helper()
	s, err := p.site.host.Snapshot(p.site.t.Context(), table.ID(p.id))
	if err != nil {
		p.site.t.Fatal(err)
	}
	return s
}

// command is a command as a page would send it, with its share.
func (p *party) command(seat, kind, text string) wire.Command {
	p.n++
	c := wire.Command{Key: fmt.Sprint("k", p.n), Seen: p.snapshot().Seq, Kind: kind, Text: text}
	if p.secrets[seat] != "" {
		c.Reveal = p.secrets[seat]
		c.Commit = p.fresh(seat)
	}
	return c
}

// try sends a command and returns the status and the answer.
func (p *party) try(seat, kind, text string) (int, string) {
	p.site.t.Helper()
	request, err := json.Marshal(p.command(seat, kind, text))
	if err != nil {
		p.site.t.Fatal(err)
	}
	return p.site.command(p.id, p.seats[seat], string(request))
}

func (p *party) do(seat, kind, text string) {
	p.site.t.Helper()
	if status, answer := p.try(seat, kind, text); status != http.StatusOK {
		p.site.t.Fatalf("%s %s %q in %s: %d %s", seat, kind, text, p.snapshot().Position, status, answer)
	}
}

// step lets whoever is to act do something at random. It reports whether the
// round goes on.
func (p *party) step() bool {
	p.site.t.Helper()
	s := p.snapshot()
	switch {
	case s.Over():
		return false
	case len(s.Calls) > 0 && s.Dice.Kind == table.OwnDice:
		draw := s.State.(game.Dicer).Draw()
		words := make([]string, draw.Dice)
		for i := range words {
			words[i] = fmt.Sprint(1 + p.r.IntN(draw.Faces))
		}
		p.do(s.Calls[0].String(), "roll", strings.Join(words, " "))
	case len(s.Calls) > 0:
		p.do(s.Calls[p.r.IntN(len(s.Calls))].String(), "roll", "")
	case s.ToAct.Player() && s.BotToAct() == "":
		a, err := game.Random{}.Choose(p.site.t.Context(), s.State, p.r)
		if err != nil {
			p.site.t.Fatal(err)
		}
		switch {
		case a == game.Pass: // the table passes by itself; we have looked between two of its events
			p.await(func(now *table.Snapshot) bool { return now.Seq > s.Seq })
			return true
		case a == nardy.Raise && (s.Mode == table.Computer || p.r.IntN(8) > 0):
			a = nardy.Roll // the computer might drop, and the game would be a short one
		case a == nardy.Drop:
			a = nardy.Take
		}
		p.do(s.ToAct.String(), "act", string(a))
	default: // a computer thinks
		p.await(func(now *table.Snapshot) bool { return now.Seq > s.Seq })
	}
	return true
}

// await waits until the table is as it should be.
func (p *party) await(done func(*table.Snapshot) bool) {
	p.site.t.Helper()
	wake := make(chan struct{}, 1)
	feed, err := p.site.host.Attach(p.site.t.Context(), table.ID(p.id), func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	})
	if err != nil {
		p.site.t.Fatal(err)
	}
	defer feed.Close()
	for !done(feed.Snapshot()) {
		select {
		case <-wake:
		case <-p.site.t.Context().Done():
			p.site.t.Fatal("nothing happens")
		}
	}
}

// events are those of the export.
func (p *party) events() []table.Event {
	p.site.t.Helper()
	answer := p.site.ask(http.MethodGet, "/api/tables/"+p.id+"/log", "")
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Cache-Control") != "no-store" {
		p.site.t.Fatalf("log: %d, %v", answer.StatusCode, answer.Header)
	}
	var log wire.Log
	data := body(p.site.t, answer)
	if err := wire.Decode([]byte(data), &log); err != nil || log.Table != p.id {
		p.site.t.Fatalf("log of %q: %v in %.200s", log.Table, err, data)
	}
	var events []table.Event
	for _, e := range log.Events {
		events = append(events, table.Event{Seq: e.Seq, Kind: table.Kind(e.Kind), Body: e.Body})
	}
	return events
}
