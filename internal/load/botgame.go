package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// botBody asks for a table against the strongest computer of the game whose
// computers have the most to think about.
const botBody = `{"game":"nardy","options":{"variant":"short"},"mode":"computer"}`

// botGame is a table at which somebody plays against the computer, while other
// tables are measured.
type botGame struct {
	target
	pause time.Duration // before a command, on average
	rng   *rand.Rand    // chooses the pauses
	conn  *websocket.Conn
	sent  int

	seq    uint64
	asked  time.Time // since when the computer is to act, zero while it is not
	mu     sync.Mutex
	since  time.Time // moves that the computer was asked for after that count
	took   []uint32  // how long they took, in microseconds
	closed bool

	underWay chan struct{} // closed when the computer has moved, or the game has failed
	once     sync.Once
}

// heard is what the other side of a botGame reads of a message.
type heard struct {
	Seq   uint64 `json:"seq"`
	Kind  string `json:"kind"`
	Error string `json:"error"`
	Now   *struct {
		ToAct   string          `json:"toAct"`
		Calls   []string        `json:"calls"`
		Outcome json.RawMessage `json:"outcome"`
		View    struct {
			Phase string `json:"phase"`
			Only  string `json:"only"`
			Turn  *struct {
				Nodes []struct {
					Action string `json:"action"`
				} `json:"nodes"`
			} `json:"turn"`
		} `json:"view"`
	} `json:"now"`
}

// playBots keeps so many games against computers going until leave is called,
// which returns how long their moves took, or the first fault. When it returns,
// the computer has moved in every game: computers that get ready, and all the
// first moves at once, are not what is measured.
func (o Options) playBots(ctx context.Context, url string) (leave func() ([]uint32, error), err error) {
	games := make([]*botGame, o.Bots)
	failed := make(chan error, len(games))
	var running sync.WaitGroup
	leave = func() ([]uint32, error) {
		var all []uint32
		for _, g := range games {
			if g != nil {
				all = append(all, g.leave()...)
			}
		}
		running.Wait()
		slices.Sort(all)
		select {
		case err := <-failed:
			return all, err
		default:
			return all, nil
		}
	}
	err = each(len(games), 8, func(i int) error {
		t, err := openAs(ctx, url, botBody)
		if err != nil {
			return err
		}
		g := &botGame{target: t, pause: o.BotPause, rng: rand.New(rand.NewPCG(o.Seed, uint64(i))), underWay: make(chan struct{})}
		c, answer, err := websocket.DefaultDialer.DialContext(ctx, t.sockets[0]+"?after=0", nil)
		if err != nil {
			return fmt.Errorf("open socket: %w", err)
		}
		_ = answer.Body.Close()
		g.conn, games[i] = c, g
		running.Go(func() {
			defer g.begin()
			if err := g.play(); err != nil {
				failed <- fmt.Errorf("table %s against the computer: %w", t.id, err)
			}
		})
		return nil
	})
	if err != nil {
		_, _ = leave()
		return nil, err
	}
	for _, g := range games {
		select {
		case <-g.underWay:
		case <-ctx.Done():
			_, err := leave()
			return nil, errors.Join(ctx.Err(), err)
		}
	}
	now := time.Now()
	for _, g := range games {
		g.countFrom(now)
	}
	return leave, nil
}

func (g *botGame) begin() { g.once.Do(func() { close(g.underWay) }) }

func (g *botGame) countFrom(t time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.since = t
}

// leave ends the game and returns how long the computer's moves took.
func (g *botGame) leave() []uint32 {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	_ = g.conn.Close()
	return g.took
}

// play reads and answers until leave is called.
func (g *botGame) play() error {
	for {
		_ = g.conn.SetReadDeadline(time.Now().Add(time.Minute))
		_, data, err := g.conn.ReadMessage()
		if err != nil {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.closed {
				return nil
			}
			return fmt.Errorf("read: %w", err)
		}
		var m heard
		if err := json.Unmarshal(data, &m); err != nil {
			return fmt.Errorf("read %.80s: %w", data, err)
		}
		if m.Error != "" {
			return fmt.Errorf("refused: %s", data)
		}
		if m.Now == nil || m.Seq < g.seq {
			continue
		}
		g.seq = m.Seq
		if err := g.answer(&m); err != nil {
			return err
		}
	}
}

// answer does what a position asks for.
func (g *botGame) answer(m *heard) error {
	now := time.Now()
	if !g.asked.IsZero() {
		g.mu.Lock()
		if !g.since.IsZero() && g.asked.After(g.since) {
			g.took = append(g.took, uint32(now.Sub(g.asked).Microseconds()))
		}
		g.mu.Unlock()
		g.asked = time.Time{}
		g.begin()
	}
	n := m.Now
	switch {
	case len(n.Outcome) > 0 && string(n.Outcome) != "null":
		return g.command("next", "")
	case n.ToAct == "second":
		g.asked = now
		return nil
	case n.ToAct == "chance" && slices.Contains(n.Calls, "first"):
		return g.command("roll", "")
	case n.ToAct != "first" || n.View.Only == "pass": // the table passes by itself
		return nil
	}
	action := n.View.Only
	if n.View.Turn != nil {
		for i := len(n.View.Turn.Nodes) - 1; i >= 0 && action == ""; i-- {
			action = n.View.Turn.Nodes[i].Action
		}
	}
	if action == "" {
		return g.command("resign", "") // hundreds of plays come packed, which is the affair of boards
	}
	return g.command("act", action)
}

// nextPause is between half of the pause and one and a half: people who all
// took the same time would go on moving in step.
func (g *botGame) nextPause() time.Duration {
	return g.pause/2 + time.Duration(g.rng.Int64N(int64(g.pause)+1))
}

func (g *botGame) command(kind, text string) error {
	time.Sleep(g.nextPause())
	g.sent++
	data, err := json.Marshal(map[string]any{"key": "b" + strconv.Itoa(g.sent), "seat": g.secrets[0], "seen": g.seq, "kind": kind, "text": text})
	if err != nil {
		return err
	}
	if err := g.conn.WriteMessage(websocket.TextMessage, data); err != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.closed || errors.Is(err, websocket.ErrCloseSent) || strings.Contains(err.Error(), "closed") {
			return nil // the next read says so
		}
		return fmt.Errorf("send: %w", err)
	}
	return nil
}
