package web

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// waitingPanel answers GET /t/ID/waiting?wait=TAG, which the page of an open
// table asks for: how it stands with it, once the lobby has changed, or 204.
func (s *Server) waitingPanel(w http.ResponseWriter, r *http.Request) {
	id, err := tableID(r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	lobby, changed := s.awaitLobby(w, r, s.host.Waiting)
	if !changed {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	s.render(w, r, http.StatusOK, templates.WaitingPanel(templates.Page{T: s.lang(r)}, s.waitingAt(r, id, lobby)))
}

// waitingAt is how it stands with a table that waits for anybody, among all that
// wait. Two people may have opened one at the same moment, each finding nobody:
// then both are shown the other's, whether the lobby has room for them or not.
func (s *Server) waitingAt(r *http.Request, id table.ID, all *table.Lobby) templates.Waiting {
	w := templates.Waiting{ID: string(id), Tag: all.Tag}
	own, listed, ok := s.host.Standing(id)
	if !ok {
		return w
	}
	// That of a process from which the list has not come yet is not listed
	// either, for a moment; it is not worth words.
	w.Unlisted = !listed && len(all.Offers) >= table.MaxOffers
	mine := tablesOf(r)
	for _, offer := range slices.Backward(all.Offers) {
		if offer.Away || mine.of(offer.ID).mine() || !own.SameKind(offer) {
			continue
		}
		if o, ok := s.offer(s.lang(r), offer); ok {
			w.Other = &o
			break
		}
	}
	return w
}

// instead withdraws the offers of tables at which this browser waits, since it
// is about to sit down elsewhere: nobody is to sit down there meanwhile. Where
// somebody has, met is that table.
func (s *Server) instead(r *http.Request, own []table.ID) (met table.ID, err error) {
	for _, id := range own {
		err := s.offerOwn(r.Context(), r, id, table.KindWithdraw)
		if refusal, ok := errors.AsType[*game.Refusal](err); ok && refusal.Rule == table.RuleSeatTaken {
			return id, nil
		} else if err != nil && !ok {
			return "", err
		}
	}
	return "", nil
}

// offerOwn offers a table of this browser, or withdraws that.
func (s *Server) offerOwn(ctx context.Context, r *http.Request, id table.ID, kind table.Kind) error {
	_, err := s.do(ctx, networkOf(s.address(r)), id, table.Command{
		Key: rand.Text(), Secret: tablesOf(r).of(id).secret(game.First), Kind: kind,
	})
	s.metrics.command(string(kind), err)
	return err
}
