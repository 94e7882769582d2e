package web

import (
	"bytes"
	"net/http"

	"github.com/hod-games/hod/internal/table"
)

// logBatch is how many events are fetched at a time, so that a client that
// reads slowly does not keep the log waiting in the middle of an answer.
const logBatch = 256

// apiLog answers GET /api/tables/ID/log: the public part of every event, as a
// wire.Log with an event on each line. An answer that breaks off, because the
// log did not answer, is no JSON.
func (s *Server) apiLog(w http.ResponseWriter, r *http.Request) {
	id, err := tableID(r)
	if err != nil {
		s.failJSON(w, r, err, nil)
		return
	}
	var b bytes.Buffer
	b.WriteString(`{"table":"` + string(id) + `","events":[`)
	for after, more := uint64(0), true; more; {
		was := after
		for e, err := range s.host.Events(r.Context(), id, after) {
			if err != nil {
				if was == 0 {
					s.failJSON(w, r, err, nil)
				} else {
					s.logger.ErrorContext(r.Context(), "a log breaks off", "table", string(id), "seq", after, "err", err)
				}
				return
			}
			if e.Seq > 1 {
				b.WriteByte(',')
			}
			b.WriteByte('\n')
			writeFact(&b, &e)
			b.WriteByte('}')
			if after = e.Seq; after-was == logBatch {
				break
			}
		}
		more = after-was == logBatch
		if was == 0 {
			logHeaders(w.Header(), id)
		}
		if !more {
			b.WriteString("\n]}\n")
		}
		if _, err := b.WriteTo(w); err != nil {
			return // the client has gone
		}
	}
}

func logHeaders(h http.Header, id table.ID) {
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="hod-`+string(id)+`.json"`)
	h.Set("Cache-Control", "no-store")
}
