package load

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// createBody asks for a table of two seats whose rounds last as long as
// Bachet's can.
const createBody = `{"game":"bachet","options":{"sticks":99,"max":3},"mode":"hotseat"}`

// openTable opens a table at a server of ours.
func openTable(ctx context.Context, url string) (target, error) { return openAs(ctx, url, createBody) }

func openAs(ctx context.Context, url, body string) (target, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/tables", strings.NewReader(body))
	if err != nil {
		return target{}, fmt.Errorf("open table: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return target{}, fmt.Errorf("open table: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return target{}, fmt.Errorf("open table: %w", err)
	}
	var made struct {
		Table string            `json:"table"`
		Seats map[string]string `json:"seats"`
	}
	if answer.StatusCode != http.StatusCreated {
		return target{}, fmt.Errorf("open table: %s: %s", answer.Status, bytes.TrimSpace(data))
	}
	if err := json.Unmarshal(data, &made); err != nil {
		return target{}, fmt.Errorf("open table: %w", err)
	}
	socket := "ws" + strings.TrimPrefix(url, "http") + "/api/tables/" + made.Table + "/socket"
	t := target{id: made.Table, sockets: [2]string{socket, socket}}
	for side, name := range seatNames() {
		t.secrets[side] = made.Seats[name]
	}
	return t, nil
}

// relayTable returns the same for a relay.
func relayTarget(url string, n int) target {
	var t target
	for side := range t.sockets {
		t.sockets[side] = fmt.Sprintf("ws%s/?table=%d&side=%d", strings.TrimPrefix(url, "http"), n, side)
	}
	return t
}

// replay follows a table anew from its first event to event last and returns
// the sum of all events.
func (t target) replay(ctx context.Context, last uint64) (uint64, error) {
	c, answer, err := websocket.DefaultDialer.DialContext(ctx, t.sockets[0]+"?after=0", nil)
	if err != nil {
		return 0, fmt.Errorf("follow table %s anew: %w", t.id, err)
	}
	_ = answer.Body.Close()
	defer func() { _ = c.Close() }()
	sum := uint64(emptySum)
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	for seq := uint64(1); seq <= last; seq++ {
		_, data, err := c.ReadMessage()
		if err != nil {
			return 0, fmt.Errorf("follow table %s anew: event %d: %w", t.id, seq, err)
		}
		if m := scan(data); m.seq != seq {
			return 0, fmt.Errorf("follow table %s anew: event %d in place of %d", t.id, m.seq, seq)
		}
		sum = sumOf(sum, data)
	}
	return sum, nil
}

// lastEvent asks the API for the number of the last event of a table.
func (t target) lastEvent(ctx context.Context, url string) (uint64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/tables/"+t.id, http.NoBody)
	if err != nil {
		return 0, fmt.Errorf("ask for table %s: %w", t.id, err)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, fmt.Errorf("ask for table %s: %w", t.id, err)
	}
	defer func() { _ = answer.Body.Close() }()
	var state struct {
		Seq uint64 `json:"seq"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil {
		return 0, fmt.Errorf("ask for table %s: %w", t.id, err)
	}
	return state.Seq, nil
}
