package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/hod-games/hod/internal/lang"
	assets "github.com/hod-games/hod/web"
)

// routes is the map of the site: every URL, its middleware, its handler.
func (s *Server) routes() http.Handler {
	r := chi.NewRouter()
	r.Use(s.observe, s.recoverer, s.headers, bounded, s.sameOrigin, s.mendLinks, s.refuseGuessers, middleware.GetHead)
	r.NotFound(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, notFound()) })
	r.MethodNotAllowed(s.methodNotAllowed(r))

	// For whoever runs the site. No limits: they are asked often.
	r.Get("/healthz", s.health)
	r.With(s.insideOnly).Method(http.MethodGet, "/metrics", s.metrics.Handler())

	// What browsers and search engines look for at the top.
	r.Handle(assets.Prefix+"*", s.assets)
	for _, name := range []string{"favicon.svg", "favicon-turn.svg"} {
		r.Get("/"+name, s.assets.ServeFile(name))
	}
	for _, size := range []int{180, 192, 512} {
		r.Get("/icon-"+strconv.Itoa(size)+".png", s.icon(size))
	}
	r.Get("/robots.txt", s.robots)
	r.Get("/sitemap.xml", s.sitemap)

	r.Route("/api", s.api)
	r.Group(func(r chi.Router) {
		r.Use(middleware.Compress(7)) // a hundredth smaller than by 5: the heaviest turns of nardy stay under 10 KB
		r.Group(func(r chi.Router) {
			r.Use(s.inLanguage(lang.Languages()[0]))
			s.pages(r)
		})
		for _, code := range lang.Languages()[1:] {
			r.Route("/"+code, func(r chi.Router) {
				r.Use(s.inLanguage(code))
				s.pages(r)
			})
		}
	})
	return r
}

// api is what programs ask, the pages' own script among them. Nothing wraps
// the answers here: the socket takes the connection over.
func (s *Server) api(r chi.Router) {
	r.With(s.limitTables).Post("/tables", s.apiOpen)
	r.Get("/tables/{id}", s.apiTable)
	r.With(s.limitCommands).Post("/tables/{id}/commands", s.apiCommand)
	r.With(s.limitCommands).Post("/tables/{id}/seats", s.apiSit)
	r.With(s.limitRecords, middleware.Compress(5)).Get("/tables/{id}/log", s.apiLog)
	r.With(middleware.Compress(5)).Get("/tables/{id}/plies", s.apiPlies)
	r.Get("/tables/{id}/claim", s.apiClaim)
	r.Get("/tables/{id}/socket", s.apiSocket)
	r.Get("/lobby", s.apiLobby)
	r.With(s.limitCommands).Post("/lobby/{id}", s.apiTake)
	r.With(s.limitCommands).Post("/games/{game}/try", s.apiTry)
}

// pages are the addresses that exist once in every language. Pages take their
// texts from s.lang(r) and make links with s.path(r, "/t/ID").
func (s *Server) pages(r chi.Router) {
	r.Get("/", s.homePage)
	r.Get("/manifest.webmanifest", s.webManifest)
	r.Get("/picture.png", s.sitePicture)
	r.Get("/{game}/picture.png", s.gamePicture)
	r.Get("/t/{id}/picture.png", s.tablePicture)
	r.Post("/prefs", s.setPrefs)
	r.Get("/my", s.myPage)
	r.With(s.limitCommands).Post("/my/list", s.myListing)
	r.With(s.limitCommands).Post("/my/export", s.exportMine)
	r.With(s.limitCommands).Post("/my/import", s.importMine)
	r.Get("/t/{id}", s.tablePage)
	r.Get("/t/{id}/", s.toTable)
	r.Get("/t/{id}/talk", s.talkPage)
	r.Get("/t/{id}/waiting", s.waitingPanel)
	r.With(s.limitRecords).Get("/t/{id}/record", s.recordPage)
	r.With(s.limitRecords).Get("/t/{id}/game.html", s.gameFile)
	r.With(s.limitRecords).Get("/t/{id}/game.txt", s.gameText)
	r.With(s.limitRecords).Get("/t/{id}/game.mat", s.gameMat)
	r.With(s.limitCommands).Post("/t/{id}/hint", s.askHint)
	r.With(s.limitRecords).Get("/t/{id}/analysis", s.analysisPage)
	r.With(s.limitCommands).Post("/t/{id}/analysis", s.askAnalysis)
	r.With(s.limitRecords).Get("/t/{id}/embed", s.embedPage)
	r.With(s.limitRecords).Get("/t/{id}/board.svg", s.tableSketch)
	r.Get("/{game}/board.svg", s.positionSketch)
	r.With(s.limitCommands).Post("/t/{id}", s.tableCommand)
	r.Get("/t/{id}/seat", s.toTable)
	r.With(s.limitCommands).Post("/t/{id}/seat", s.adoptSeat)
	r.Get("/t/{id}/join", s.joinPage)
	r.With(s.limitCommands).Post("/t/{id}/join", s.sitDown)
	r.Get("/lobby", s.lobbyPage)
	r.Get("/lobby/list", s.lobbyList)
	r.With(s.limitTables).Post("/lobby", s.findOpponent)
	r.With(s.limitCommands).Post("/lobby/{id}", s.takeTable)
	r.Get("/t/{id}/join.svg", s.inviteCode)
	r.Get("/t/{id}/seat.svg", s.seatCode)
	r.Get("/t/{id}/watch.svg", s.watchCode)
	r.Get("/dice", s.dicePage)
	r.Get("/dice/check.html", s.diceFile)
	r.Get("/{game}", s.choosePage)
	r.With(s.limitTables).Post("/{game}", s.openTable)
	r.Get("/{game}/rules", s.rulesPage)
	r.Get("/{game}/rules/{variant}", s.variantPage)
	r.Get("/{game}/strategy", s.strategyPage)
	r.Get("/{game}/try", s.tryPage)
	r.Get("/{game}/game", s.replayPage)
	r.Get("/{game}/position", s.editorPage)
	r.Get("/{game}/exercises", s.exercisesPage)
	r.Get("/{game}/exercises/{exercise}", s.exercisePage)
	r.Get("/{game}/studies", s.studiesPage)
	r.Get("/{game}/studies/{study}", s.studyPage)
}

// methodNotAllowed answers requests with a method that their address does not
// take, OPTIONS among them.
func (s *Server) methodNotAllowed(routes chi.Routes) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			asked := method
			if method == http.MethodHead {
				asked = http.MethodGet // GetHead answers it
			}
			if routes.Match(chi.NewRouteContext(), asked, r.URL.Path) {
				allowed = append(allowed, method)
			}
		}
		w.Header().Set("Allow", strings.Join(append(allowed, http.MethodOptions), ", "))
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		s.fail(w, r, &requestError{status: http.StatusMethodNotAllowed, key: "error.method"})
	}
}
