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
	lobby, changed := s.awaitLobby(w, r)
	if !changed {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	s.render(w, r, http.StatusOK, templates.WaitingPanel(templates.Page{T: s.lang(r)}, s.waitingAt(r, id, lobby)))
}

// waitingAt is how it stands with a table that waits for anybody. Two people
// may have opened one at the same moment, each finding nobody: then both are
// shown the other's.
func (s *Server) waitingAt(r *http.Request, id table.ID, lobby *table.Lobby) templates.Waiting {
	w := templates.Waiting{ID: string(id), Tag: lobby.Tag}
	own, listed, ok := s.host.Standing(id)
	if !ok {
		return w
	}
	// That of a process from which the list has not come yet is not listed
	// either, for a moment; it is not worth words.
	w.Unlisted = !listed && len(lobby.Offers) >= table.MaxOffers
	mine := tablesOf(r)
	for _, offer := range slices.Backward(lobby.Offers) {
		if mine.of(offer.ID).mine() || !sameGame(own, offer) {
			continue
		}
		if o, ok := s.offer(s.lang(r), offer); ok {
			w.Other = &o
			break
		}
	}
	return w
}

// sameGame reports whether two offers are of the same game, with all that was
// chosen.
func sameGame(a, b table.Offer) bool {
	return a.Game == b.Game && string(a.Options) == string(b.Options) && a.Position == b.Position && a.Dice == b.Dice &&
		(a.Clock == nil) == (b.Clock == nil) && (a.Clock == nil || *a.Clock == *b.Clock)
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
