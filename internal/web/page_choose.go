package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// choosePage answers GET /GAME.
func (s *Server) choosePage(w http.ResponseWriter, r *http.Request) {
	entry, ok := s.game(chi.URLParam(r, "game"))
	if !ok {
		s.failPage(w, r, notFound())
		return
	}
	s.showChoose(w, r, http.StatusOK, entry, formFor(s.lang(r), r, entry), nil)
}

// openTable answers POST /GAME: it opens a table and goes there. What can not
// be is shown beside its field, with all that was typed.
func (s *Server) openTable(w http.ResponseWriter, r *http.Request) {
	entry, ok := s.game(chi.URLParam(r, "game"))
	if !ok {
		s.failPage(w, r, notFound())
		return
	}
	if err := readForm(w, r); err != nil {
		s.failPage(w, r, err)
		return
	}
	form := formOf(s.lang(r), r, entry)
	opening, problems := form.opening(s.lang(r), entry)
	if len(problems) > 0 {
		s.showChoose(w, r, http.StatusUnprocessableEntity, entry, form, problems)
		return
	}
	opening.Commit = r.PostFormValue("commit")
	opened, err := s.openTableOf(r, opening)
	if err != nil {
		if problems := formProblems(s.lang(r), opening.Game, err); problems != nil {
			s.showChoose(w, r, http.StatusUnprocessableEntity, entry, form, problems)
			return
		}
		s.failPage(w, r, err)
		return
	}
	s.keep(w, r, withOpened(tablesOf(r), opened))
	if opening.Game == nardyID && form.options == "" {
		s.keepNardy(w, r, form)
	}
	http.Redirect(w, r, s.seatedURL(r, opened.ID), http.StatusSeeOther)
}

// formProblems tells errors about what was typed, by field; nil for others.
func formProblems(c *lang.Catalogue, id string, err error) map[string]string {
	var option *game.OptionError
	var opening *table.OpeningError
	switch {
	case errors.As(err, &option):
		key := "option." + id + "." + option.Field + "." + option.Rule
		return map[string]string{option.Field: textOr(c, key, c.Text("choose.problem.option"))}
	case errors.As(err, &opening) && opening.Problem == table.OverThere:
		return map[string]string{opening.Field: c.Text("choose.problem.over")}
	case errors.As(err, &opening):
		return map[string]string{opening.Field: c.Text("choose.problem.option")}
	default:
		return nil
	}
}

// chooseForm is what somebody has chosen, as typed.
type chooseForm struct {
	mode, bot, starts string
	clock             string // as clockOf reads it
	names             [2]string
	preset            string
	heap, sticks, max string // Bachet's
	misere            bool
	nardy             nardyForm
	// What articles send instead of the fields of a game: its options as
	// JSON, and the position to begin from.
	options, position string
	// problems are what is wrong, by field.
	problems map[string]string
}

// Values of the field "heap" beside the numbers.
const (
	heapOwn     = "own"
	heapDefault = "15"
)

func defaultForm(entry game.Entry) chooseForm {
	bots := entry.Players()
	f := chooseForm{
		mode: string(table.Computer), bot: bots[len(bots)-1].Name(), starts: game.First.String(),
		heap: heapDefault, max: "3",
	}
	if presets := entry.Rules.Info().Presets; len(presets) > 0 {
		f.preset = presets[0].ID
		if presets[0].SecondStarts {
			f.starts = game.Second.String()
		}
	}
	return f
}

// formFor is the untouched form as this browser gets it.
func formFor(c *lang.Catalogue, r *http.Request, entry game.Entry) chooseForm {
	f := defaultForm(entry)
	if entry.Rules.Info().ID == nardyID {
		f.starts = game.First.String()
		nardyDefaults(c, r, &f)
	}
	return f
}

// formOf reads a form; what it leaves out is as on the untouched page.
func formOf(c *lang.Catalogue, r *http.Request, entry game.Entry) chooseForm {
	f := formFor(c, r, entry)
	for name, into := range map[string]*string{
		"mode": &f.mode, "bot": &f.bot, "starts": &f.starts, "preset": &f.preset, "clock": &f.clock,
		"name1": &f.names[0], "name2": &f.names[1],
		"heap": &f.heap, "sticks": &f.sticks, "max": &f.max,
		"variant": &f.nardy.variant, "cube": &f.nardy.cube, "points": &f.nardy.points,
		"stake": &f.nardy.stake, "dice": &f.nardy.dice,
		"options": &f.options, "position": &f.position,
	} {
		if r.PostForm.Has(name) {
			*into = r.PostForm.Get(name)
		}
	}
	f.misere = r.PostForm.Get("misere") == "true"
	if strings.TrimSpace(f.sticks) != "" {
		f.heap = heapOwn // who types a number means it, pressed the choice beside it or not
	}
	return f
}

// opening is the table that the form asks for, or what is wrong, by field.
func (f chooseForm) opening(c *lang.Catalogue, entry game.Entry) (table.Opening, map[string]string) {
	info := entry.Rules.Info()
	o := table.Opening{Game: info.ID, Mode: table.Mode(f.mode), Names: f.names, Position: f.position}
	problems := make(map[string]string)
	if o.Mode == table.Computer {
		o.Bot = f.bot
		var ok bool
		if o.Starts, ok = seatNamed(f.starts); !ok {
			problems["starts"] = c.Text("choose.problem.option")
		}
	}
	if o.Mode == table.Link && f.position != "" {
		o.Starts, _ = seatNamed(f.starts) // the side was chosen with the position
	}
	if f.mode == modeOpen {
		o.Mode, o.Open = table.Link, true
	}
	if o.Mode != table.HotSeat {
		o.Names[1] = ""
	}
	if o.Mode != table.Computer {
		var ok bool
		if o.Clock, ok = clockOf(f.clock); !ok {
			problems["clock"] = c.Text("choose.problem.option")
		}
	}
	switch {
	case f.options != "":
		o.Options = []byte(f.options)
		return o, problems
	case info.ID == bachetID:
		o.Options = f.bachetOptions(c, problems)
		return o, problems
	case info.ID == nardyID:
		f.nardyOpening(c, &o)
		maps.Copy(problems, f.problems)
		return o, problems
	}
	i := slices.IndexFunc(info.Presets, func(p game.Preset) bool { return p.ID == f.preset })
	if i >= 0 {
		o.Options = info.Presets[i].Options
	} else if f.preset != "" {
		problems["preset"] = c.Text("choose.problem.option")
	}
	return o, problems
}

// bachetOptions writes what was typed as options; what is no number at all is
// a problem already, the limits are the rules' affair.
func (f chooseForm) bachetOptions(c *lang.Catalogue, problems map[string]string) []byte {
	sticks := f.heap
	if sticks == heapOwn {
		sticks = f.sticks
	}
	var numbers [2]int
	for i, field := range [...]struct{ name, typed string }{{"sticks", sticks}, {"max", f.max}} {
		n, err := strconv.Atoi(strings.TrimSpace(field.typed))
		if err != nil {
			problems[field.name] = c.Text("option.bachet." + field.name + ".type")
		}
		numbers[i] = n
	}
	return fmt.Appendf(nil, `{"sticks":%d,"max":%d,"misere":%t}`, numbers[0], numbers[1], f.misere)
}

// showChoose answers with the form.
func (s *Server) showChoose(w http.ResponseWriter, r *http.Request, status int, entry game.Entry, f chooseForm, problems map[string]string) {
	c, info := s.lang(r), entry.Rules.Info()
	name := gameName(c, info.ID)
	page := templates.Choose{
		Page: s.page(r, "/"+info.ID, textOr(c, info.ID+".title", name), textOr(c, info.ID+".description", name)),
		Game: info.ID, GameName: name, Pitch: textOr(c, info.ID+".pitch", ""),
		Problems: problems, Names: f.names,
		StartsWord: textOr(c, info.ID+".choose.starts", c.Text("choose.starts")),
	}
	page.Styles = append(page.Styles, s.gameStyles(info.ID)...)
	showsGame(&page.Page, info.ID)
	page.Crumbs = []templates.Crumb{{Text: name}}
	page.Clocks = clockChoices(c, info.ID, f.clock)
	page.Rules, _ = s.articles(r, entry.Rules)
	page.Links = s.furtherPages(r, info.ID)
	for _, field := range []string{"", "game", "position"} {
		if problems[field] != "" {
			page.Problem = problems[field]
		}
	}
	for _, mode := range []string{string(table.Computer), string(table.HotSeat), string(table.Link), modeOpen} {
		page.Modes = append(page.Modes, choice(mode, c.Text("choose.mode."+mode), f.mode))
	}
	for _, bot := range entry.Players() {
		page.Bots = append(page.Bots, choice(bot.Name(), textOr(c, "bot."+info.ID+"."+bot.Name(), textOr(c, "bot."+bot.Name(), bot.Name())), f.bot))
	}
	page.Starts = []templates.Choice{
		choice(game.Second.String(), c.Text("choose.starts.second"), f.starts),
		choice(game.First.String(), c.Text("choose.starts.first"), f.starts),
	}
	switch info.ID {
	case bachetID:
		page.Bachet = chooseBachet(c, f, info)
		page.Scripts = []string{s.assets.URL("choose.js")}
	case nardyID:
		f.problems = problems
		page.Nardy = chooseNardy(c, f)
		page.Scripts = []string{s.assets.URL("commit.js"), s.assets.URL("choose.js")}
		page.Starts = []templates.Choice{
			choice(game.First.String(), c.Text("nardy.choose.starts.first"), f.starts),
			choice(game.Second.String(), c.Text("nardy.choose.starts.second"), f.starts),
		}
		s.render(w, r, status, templates.ChooseNardyPage(page, *page.Nardy))
		return
	default:
		for _, p := range info.Presets {
			page.Presets = append(page.Presets, choice(p.ID, textOr(c, info.ID+".preset."+p.ID, p.ID), f.preset))
		}
	}
	s.render(w, r, status, templates.ChoosePage(page))
}

// chooseBachet is Bachet's part of the form: the heaps of the presets, and any
// other.
func chooseBachet(c *lang.Catalogue, f chooseForm, info game.Info) *templates.ChooseBachet {
	b := &templates.ChooseBachet{Sticks: f.sticks, Misere: f.misere}
	var heaps []int
	for _, p := range info.Presets {
		var o templates.Bachet
		if json.Unmarshal(p.Options, &o) == nil && !slices.Contains(heaps, o.Sticks) {
			heaps = append(heaps, o.Sticks)
		}
	}
	slices.Sort(heaps)
	known := false
	for _, n := range heaps {
		value := strconv.Itoa(n)
		known = known || value == f.heap
		b.Heaps = append(b.Heaps, choice(value, value, f.heap))
	}
	own := choice(heapOwn, c.Text("bachet.choose.own"), f.heap)
	if !known && f.heap != heapOwn {
		own.Chosen, b.Sticks = true, f.heap
	}
	b.Heaps = append(b.Heaps, own)
	for n := 1; n <= 9; n++ {
		value := strconv.Itoa(n)
		b.Max = append(b.Max, choice(value, value, strings.TrimSpace(f.max)))
	}
	return b
}

func choice(value, text, chosen string) templates.Choice {
	return templates.Choice{Value: value, Text: text, Chosen: value == chosen}
}
