package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web/ws"
	"github.com/hod-games/hod/internal/wire"
	"github.com/hod-games/hod/templates"
)

// problem is why a request was not carried out, as it is told to people.
type problem struct {
	status int
	wire.Refusal

	adopt *templates.Adopt // where it is about a link to a seat, as the form has it
}

// requestError is a fault of a request that is no fault of a command: its text
// stands in the catalogues under key.
type requestError struct {
	status int
	key    string // "error.too-big"
	detail string // what exactly, in English, for people who write programs
}

func (e *requestError) Error() string {
	if e.detail == "" {
		return e.key
	}
	return e.key + ": " + e.detail
}

// unsavedError says, for the case that the log does not answer, what could not
// be done; it is nothing to whoever looks for other errors in it.
type unsavedError struct {
	error

	key string // "error.silent.open"
}

func (e *unsavedError) Unwrap() error { return e.error }

// unsaved notes what was being done when err came up. Without it the sentence is
// one that fits everything.
func unsaved(key string, err error) error {
	if !errors.Is(err, table.ErrSilent) {
		return err
	}
	return &unsavedError{error: err, key: key}
}

func badMessage(detail string) error {
	return &requestError{status: http.StatusBadRequest, key: "error.bad-message", detail: detail}
}

// explain turns an error into what a person is told. It is the one place that
// knows which error means what. View, nil if there is none, is the position
// the error is about: its numbers are the values in the text of a refusal.
//
// An error that is not known is a fault of ours: it is logged under an id, and
// the person is told the id.
func (s *Server) explain(ctx context.Context, c *lang.Catalogue, err error, view any) problem {
	var (
		refusal *game.Refusal
		command *table.CommandError
		opening *table.OpeningError
		option  *game.OptionError
		request *requestError
		message *ws.MessageError
	)
	switch {
	case errors.As(err, &refusal):
		text := c.Text("refusal."+refusal.Rule, numbers(view)...)
		return problem{status: http.StatusUnprocessableEntity, Refusal: wire.Refusal{Error: text, Message: text, Rule: refusal.Rule, Step: refusal.Step}}
	case errors.Is(err, table.ErrStale):
		return problem{status: http.StatusConflict, Refusal: wire.Refusal{Error: "stale", Message: c.Text("error.stale")}}
	case errors.Is(err, table.ErrNotFound):
		return sentence(http.StatusNotFound, c.Text("error.no-table"))
	case errors.Is(err, table.ErrNoSeat):
		return sentence(http.StatusUnauthorized, c.Text("error.no-seat"))
	case errors.Is(err, table.ErrFull):
		return sentence(http.StatusServiceUnavailable, c.Text("error.full"))
	case errors.Is(err, table.ErrSilent):
		s.logger.WarnContext(ctx, "the log does not answer", "err", err)
		key := "error.silent"
		if e, ok := errors.AsType[*unsavedError](err); ok {
			key = e.key
		}
		return sentence(http.StatusServiceUnavailable, c.Text(key))
	case errors.As(err, &command):
		return sentence(http.StatusBadRequest, c.Text("error.bad-message", "detail", command.Error()))
	case errors.As(err, &opening):
		return sentence(http.StatusBadRequest, c.Text("error.bad-message", "detail", opening.Error()))
	case errors.As(err, &option):
		return sentence(http.StatusBadRequest, c.Text("error.bad-message", "detail", option.Error()))
	case errors.Is(err, ws.ErrTooFast):
		return sentence(http.StatusTooManyRequests, c.Text("error.too-fast"))
	case errors.As(err, &message):
		return sentence(http.StatusBadRequest, c.Text("error.bad-message", "detail", message.Problem))
	case errors.As(err, &request):
		return sentence(request.status, c.Text(request.key, "detail", request.detail))
	}
	id := rand.Text()[:8]
	if errors.Is(err, context.Canceled) {
		s.logger.DebugContext(ctx, "the client went away", "id", id, "err", err)
	} else {
		s.logger.ErrorContext(ctx, "request failed", "id", id, "err", err)
	}
	return sentence(http.StatusInternalServerError, c.Text("error.broken", "id", id))
}

func sentence(status int, text string) problem {
	return problem{status: status, Refusal: wire.Refusal{Error: text, Message: text}}
}

// numbers returns the numbers on the top level of a view as pairs for
// Catalogue.Text: whatever the game, the text of a refusal can say how many
// there are.
func numbers(view any) []any {
	if view == nil {
		return nil
	}
	data, err := json.Marshal(view)
	if err != nil {
		return nil
	}
	var fields map[string]any
	if json.Unmarshal(data, &fields) != nil {
		return nil
	}
	var pairs []any
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if n, ok := fields[name].(float64); ok && n == float64(int(n)) {
			pairs = append(pairs, name, int(n))
		}
	}
	return pairs
}

// asked notes that a request wanted to save nothing, where it did not.
func asked(r *http.Request, err error) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return err
	}
	return unsaved("error.silent.read", err)
}

// failJSON answers a request of the API that was not carried out.
func (s *Server) failJSON(w http.ResponseWriter, r *http.Request, err error, view any) {
	s.noteGuess(networkOf(s.address(r)), err)
	p := s.explain(r.Context(), s.lang(r), asked(r, err), view)
	answerHeaders(w, p.status)
	s.writeJSON(w, r, p.status, p.Refusal)
}

// failPage answers a request for a page that was not carried out with the
// error page.
func (s *Server) failPage(w http.ResponseWriter, r *http.Request, err error) {
	s.noteGuess(networkOf(s.address(r)), err)
	p := s.explain(r.Context(), s.lang(r), asked(r, err), nil)
	answerHeaders(w, p.status)
	s.errorPage(w, r, p)
}

// fail answers a request that was not carried out as whoever asked can read
// it: for middleware, which serves both programs and people.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	s.tell(w, r, s.explain(r.Context(), s.lang(r), err, nil))
}

func (s *Server) tell(w http.ResponseWriter, r *http.Request, p problem) {
	answerHeaders(w, p.status)
	if isAPI(r) {
		s.writeJSON(w, r, p.status, p.Refusal)
		return
	}
	s.errorPage(w, r, p)
}

// isAPI reports whether a program asks.
func isAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }

// answerHeaders adds what HTTP wants beside some statuses.
func answerHeaders(w http.ResponseWriter, status int) {
	switch status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		if w.Header().Get("Retry-After") == "" {
			w.Header().Set("Retry-After", "10")
		}
	}
}

// writeJSON answers with a value.
func (s *Server) writeJSON(w http.ResponseWriter, r *http.Request, status int, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		// Only a view that is no JSON can do this; tests of games forbid it.
		s.logger.ErrorContext(r.Context(), "answer is no JSON", "err", err)
		status, data = http.StatusInternalServerError, []byte(`{"error":"the answer could not be written"}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(data)+1))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(append(data, '\n')) // the client may be gone: its affair
}
