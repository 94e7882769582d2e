package ws

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// maxRoles is what one page can be there for: two seats, or to watch.
const maxRoles = 3

// present is what a session knows of who is at its table. It belongs to the
// writer.
type present struct {
	roles []string        // what the client is there for: secrets of seats, or "" to watch
	told  *table.Presence // what the client was told last; nil until it has said Here
}

// arrive notes that the client says what it is there for. The writer passes
// it on, since the feed is the writer's.
func (s *session) arrive(c wire.Command) {
	if s.limiter != nil && !s.limiter.Allow() || s.hub.config.Allow != nil && !s.hub.config.Allow(s.watch.Address) {
		return
	}
	s.note(func() {
		if len(s.arrived) < maxRoles {
			s.arrived = append(s.arrived, c.Seat)
		}
	})
}

// writePresence passes on what the client is there for, and tells it who is at
// the table if it has ever asked and that has changed.
func (s *session) writePresence(arrived []string) error {
	for _, secret := range arrived {
		if slices.Contains(s.roles, secret) || len(s.roles) == maxRoles {
			s.told = nil // it wants to be told again
			continue
		}
		if err := s.feed.Here(s.hub.context, secret); err != nil {
			answer := wire.Answer{Refusal: s.hub.config.Explain(s.hub.context, s.watch, err)}
			if err := s.conn.write(encodeAnswer(answer)); err != nil {
				return err
			}
			continue
		}
		s.roles = append(s.roles, secret)
	}
	now := s.feed.Presence()
	if len(s.roles) == 0 || now == nil || now == s.told {
		return nil
	}
	s.told = now
	body, err := json.Marshal(wire.Presence{First: now.Here[0], Second: now.Here[1], Leaving: now.Leaving, Watchers: now.Watchers})
	if err != nil {
		return fmt.Errorf("write presence: %w", err) // numbers always have a JSON form
	}
	return s.conn.write(fmt.Appendf(nil, `{"seq":%d,"kind":%q,"body":%s}`, s.sent, wire.KindPresence, body))
}

// arriveAnew says again on a new feed what the client is there for.
func (s *session) arriveAnew() {
	s.told = nil
	for _, secret := range s.roles {
		if err := s.feed.Here(s.hub.context, secret); err != nil {
			s.hub.config.Logger.Warn("a page can not be counted as present", "table", string(s.watch.ID), "err", err)
		}
	}
}
