package web

import (
	"context"
	"crypto/rand"
	"net/http"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// hintPatience is how long a page waits for a hint before it comes without.
const hintPatience = 1500 * time.Millisecond

// partHint is what ?part= asks for to have the hint of a table alone.
const partHint = "hint"

// askHint answers POST /t/ID/hint: the person at a table against the computer
// asks what to play. A form gets the table page, a script the hint.
func (s *Server) askHint(w http.ResponseWriter, r *http.Request) {
	id, err := tableForm(w, r)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	snap, err := s.host.Snapshot(r.Context(), id)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	if !snap.Hinted {
		seat := game.First // the person's
		_, err := s.host.Do(r.Context(), id, table.Command{
			Key: formKey(r.PostFormValue("key"), snap.Position), Secret: tablesOf(r).of(id).secret(seat), Seen: snap.Seq, Kind: table.KindHint,
		})
		s.metrics.command(string(table.KindHint), err)
		if err != nil {
			s.refuseForm(w, r, id, err)
			return
		}
	}
	if r.PostFormValue("part") != partHint {
		http.Redirect(w, r, s.path(r, "/t/"+string(id))+"#hint", http.StatusSeeOther)
		return
	}
	if snap, err = s.host.Snapshot(r.Context(), id); err != nil {
		s.failPage(w, r, err)
		return
	}
	s.showHint(w, r, snap)
}

// showHint answers with what stands about hints on the page of a table.
func (s *Server) showHint(w http.ResponseWriter, r *http.Request, snap *table.Snapshot) {
	o := onlooker{c: s.lang(r), snap: snap, mine: tablesOf(r).of(snap.ID)}
	h, err := s.nardyHint(r, o)
	if err == nil && h == nil {
		err = notFound()
	}
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.render(w, r, http.StatusOK, templates.NardyHintPanel(*h))
}

// nardyHint is what a table page shows about hints: nil where there are none.
func (s *Server) nardyHint(r *http.Request, o onlooker) (*templates.NardyHint, error) {
	snap := o.snap
	if snap.Game != nardyID || snap.Mode != table.Computer || !o.mine.mine() {
		return nil, nil
	}
	h := &templates.NardyHint{
		T: o.c, Address: s.path(r, "/t/"+string(snap.ID)), Seat: game.First.String(), Seq: snap.Seq, Key: rand.Text()[:16],
		Can: o.acts().Player() && !snap.Hinted,
	}
	if snap.Hints > 0 {
		h.Count = o.c.Text("nardy.advice.count", "n", snap.Hints)
	}
	if !snap.Hinted || !o.acts().Player() {
		return h, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), hintPatience)
	defer cancel()
	data, err := s.hintAt(ctx, snap)
	if err != nil {
		h.Busy = true // whatever it was, the next one to ask tries again
		return h, nil
	}
	number := asTheyAre
	if first := formOrQuery(r, "first"); first != "" {
		if v, err := nardyView(snap.State); err == nil {
			variant, _ := nardy.VariantNamed(v.Variant)
			number = nardyNumbersOf(&variant, first)
		}
	}
	h.Advice, err = nardyAdviceOf(o.c, snap.State, data, number)
	return h, err
}

// formOrQuery is a value of the form that was sent, or of the address.
func formOrQuery(r *http.Request, name string) string {
	if v := r.PostFormValue(name); v != "" {
		return v
	}
	return r.URL.Query().Get(name)
}
