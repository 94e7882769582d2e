package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web/ws"
	"github.com/hod-games/hod/internal/wire"
)

func (s *Server) newHub() *ws.Hub {
	return ws.New(ws.Config{
		Host: s.host, Do: s.do, Encode: encodeEvent, Brief: encodeBrief, Explain: s.explainSocket, Refuse: s.refuseSocket, Count: s.metrics.command,
		Sockets: s.limits.Sockets, SocketsPerAddress: s.limits.SocketsPerAddress,
		CommandsPerSecond: s.limits.CommandsPerSecond, Burst: s.limits.burst(),
		Allow: s.flood.take, Missing: func(address string) { s.noteGuess(address, table.ErrNotFound) },
		Beat: s.beat, Logger: s.logger,
	})
}

// apiSocket answers GET /api/tables/ID/socket?after=SEQ: events as they
// happen, commands the other way.
func (s *Server) apiSocket(w http.ResponseWriter, r *http.Request) {
	if !ws.IsUpgrade(r) {
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "websocket")
		s.failJSON(w, r, &requestError{status: http.StatusUpgradeRequired, key: "error.socket-only"}, nil)
		return
	}
	if !s.mayConnect(r) {
		s.failJSON(w, r, &requestError{status: http.StatusForbidden, key: "error.origin"}, nil)
		return
	}
	watch := ws.Watch{Language: s.lang(r).Code, Address: networkOf(s.address(r))}
	if after := r.URL.Query().Get("after"); after != "" {
		var err error
		if watch.After, err = strconv.ParseUint(after, 10, 63); err != nil {
			s.failJSON(w, r, badMessage("after: is not the number of an event"), nil)
			return
		}
	}
	// An error leaves ID empty: browsers learn of it by a close code.
	watch.ID, _ = tableID(r)
	s.sockets.Serve(w, r, watch)
}

// mayConnect reports whether the page that opens a socket is ours. Browsers
// let any page open sockets anywhere, and always say which page it is.
func (s *Server) mayConnect(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	if s.origin != "" {
		return strings.EqualFold(origin, s.origin)
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// explainSocket turns an error of a command into what its answer says.
func (s *Server) explainSocket(ctx context.Context, watch ws.Watch, err error) wire.Refusal {
	s.noteGuess(watch.Address, err)
	var view any
	if _, ok := errors.AsType[*game.Refusal](err); ok {
		if snapshot, err := s.host.Snapshot(ctx, watch.ID); err == nil {
			view = snapshot.State.View()
		}
	}
	return s.explain(ctx, s.languages[watch.Language], err, view).Refusal
}

// refuseSocket answers a request that does not become a socket.
func (s *Server) refuseSocket(w http.ResponseWriter, r *http.Request, status int, err error) {
	var message *ws.MessageError
	switch {
	case errors.Is(err, ws.ErrTooMany):
		err = &requestError{status: status, key: "error.sockets"}
	case errors.Is(err, ws.ErrClosing):
		err = &requestError{status: status, key: "error.restart"}
	case errors.As(err, &message):
		err = &requestError{status: status, key: "error.bad-message", detail: message.Problem}
	}
	s.failJSON(w, r, err, nil)
}
