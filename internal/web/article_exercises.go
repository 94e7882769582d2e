package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/games/nardy/exercises"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

// exercisesPage lists the exercises of nardy by family and by what they ask.
func (s *Server) exercisesPage(w http.ResponseWriter, r *http.Request) {
	if !s.hasExercises(r) {
		s.failPage(w, r, notFound())
		return
	}
	c := s.lang(r)
	title := c.Text("exercises.nardy.title")
	p := templates.ExercisesPage{
		Page: s.article(r, nardy.ID, "/exercises", title, c.Text("exercises.nardy.description"),
			templates.Crumb{Text: gameName(c, nardy.ID), URL: s.path(r, "/"+nardy.ID)}, templates.Crumb{Text: title}),
	}
	group := ""
	for _, e := range exercises.All() {
		if now := e.Family + " " + e.Kind; now != group {
			group = now
			p.Groups = append(p.Groups, templates.ExerciseGroup{Title: exerciseGroup(c, e)})
		}
		g := &p.Groups[len(p.Groups)-1]
		g.Exercises = append(g.Exercises, templates.Crumb{Text: strconv.Itoa(len(g.Exercises) + 1), URL: s.exerciseURL(r, e)})
	}
	s.render(w, r, http.StatusOK, templates.Exercises(p))
}

func (s *Server) hasExercises(r *http.Request) bool {
	_, err := s.explained(r)
	return err == nil && chi.URLParam(r, "game") == nardy.ID
}

func exerciseGroup(c *lang.Catalogue, e exercises.Exercise) string {
	return c.Text("nardy.family."+e.Family) + ": " + c.Text("exercises.nardy.kind."+e.Kind)
}

func (s *Server) exerciseURL(r *http.Request, e exercises.Exercise) string {
	return s.path(r, "/"+nardy.ID+"/exercises/"+e.ID)
}

// exercisePage asks a question about a position. ?choice= is the answer, from
// 0; ?part=exercise asks for the figure alone. It keeps nothing.
func (s *Server) exercisePage(w http.ResponseWriter, r *http.Request) {
	all := exercises.All()
	i := slices.IndexFunc(all, func(e exercises.Exercise) bool { return e.ID == chi.URLParam(r, "exercise") })
	if !s.hasExercises(r) || i < 0 {
		s.failPage(w, r, notFound())
		return
	}
	c, e := s.lang(r), all[i]
	state, err := nardy.New(e.Options(), e.Position)
	if err != nil {
		s.failPage(w, r, fmt.Errorf("start exercise %s: %w", e.ID, err))
		return
	}
	u := nardy.SetupOf(state)
	heading := exerciseTitle(c, all, i)
	p := templates.ExercisePage{
		Page: s.article(r, nardy.ID, "/exercises/"+e.ID, heading, exerciseDescription(c, e, state),
			templates.Crumb{Text: gameName(c, nardy.ID), URL: s.path(r, "/"+nardy.ID)},
			templates.Crumb{Text: c.Text("exercises.nardy.title"), URL: s.path(r, "/"+nardy.ID+"/exercises")}, templates.Crumb{Text: heading}),
		Heading: heading,
		All:     s.path(r, "/"+nardy.ID+"/exercises"),
	}
	showsPosition(&p.Page, &u)
	if i > 0 {
		p.Previous = s.exerciseURL(r, all[i-1])
	}
	if i+1 < len(all) {
		p.Next = s.exerciseURL(r, all[i+1])
	}
	if p.Figure, err = s.exercise(r, e, state); err != nil {
		s.failPage(w, r, err)
		return
	}
	p.Figure.Next = p.Next
	if r.URL.Query().Get("part") == "exercise" {
		s.render(w, r, http.StatusOK, templates.ExerciseFigure(p.Page, p.Figure))
		return
	}
	s.render(w, r, http.StatusOK, templates.ExerciseOne(p))
}

// exercise shows an exercise and what the chosen answer is worth.
func (s *Server) exercise(r *http.Request, e exercises.Exercise, state *nardy.State) (templates.Exercise, error) {
	c := s.lang(r)
	f := templates.Exercise{
		Action:   s.exerciseURL(r, e),
		Question: linkTerms(c, exerciseSide(c, state)+" "+exerciseQuestion(c, e), s.path(r, "/"+nardy.ID+"/rules")),
		Variant:  templates.Crumb{Text: c.Text("nardy.variant." + e.Variant), URL: s.variantURL(r, e.Variant)},
		Board:    drawing(c, state, nil),
	}
	chosen, err := strconv.Atoi(r.URL.Query().Get("choice"))
	if err != nil || chosen < 0 || chosen >= len(e.Choices) {
		chosen = -1
	}
	for i, choice := range e.Choices {
		f.Choices = append(f.Choices, templates.ExerciseChoice{
			Value: strconv.Itoa(i), Label: exerciseChoice(c, e, choice),
			Chosen: i == chosen, Solved: i == chosen && i == e.Right,
		})
	}
	if chosen < 0 {
		return f, nil
	}
	rule, word := e.Clause, "exercises.nardy.wrong"
	if f.Right = chosen == e.Right; f.Right {
		word = "exercises.nardy.right"
	}
	f.Answer = &templates.Answer{Text: c.Text(word)}
	u := nardy.SetupOf(state)
	f.Training = s.trainingURL(r, &u, nil)
	if wrong := e.Choices[chosen].Rule; wrong != "" {
		rule = wrong
		_, err := played(state, e.Choices[chosen].Text)
		f.Answer.Text += " " + s.explain(r.Context(), c, err, state.View()).Message
	}
	f.Answer.RuleURL = s.rulesURL(r, nardy.ID, rule)
	f.Answer.RuleTag = c.Text("rules.clause-link", "title", clauseTitle(c, rule))
	return f, nil
}

// exerciseTitle names exercise i by its group and its number there.
func exerciseTitle(c *lang.Catalogue, all []exercises.Exercise, i int) string {
	e, n, of := all[i], 0, 0
	for j := range all {
		if all[j].Family == e.Family && all[j].Kind == e.Kind {
			of++
			if j <= i {
				n++
			}
		}
	}
	return c.Text("exercises.nardy.one", "group", exerciseGroup(c, e), "n", n, "of", of)
}

// exerciseDescription says what the position is and what is asked.
func exerciseDescription(c *lang.Catalogue, e exercises.Exercise, state *nardy.State) string {
	u := nardy.SetupOf(state)
	where := c.Text("nardy.variant." + e.Variant)
	if dice := diceText(u.Dice); dice != "" {
		where += c.Text("nardy.picture.throw", "dice", dice)
	}
	return c.Text("exercises.nardy.one.description", "position", where, "question", exerciseSide(c, state)+" "+exerciseQuestion(c, e))
}

// exerciseSide says whose position it is.
func exerciseSide(c *lang.Catalogue, state *nardy.State) string {
	side := game.First
	if state.Turn() == nardy.Dark {
		side = game.Second
	}
	return ownText(c, nardy.ID, "to-act."+side.String())
}

func exerciseQuestion(c *lang.Catalogue, e exercises.Exercise) string {
	return c.Text("exercises.nardy.question."+e.Kind, "die", e.Die, "turn", string(e.Turn))
}

// exerciseChoice is a choice in words: a turn and a number are their own.
func exerciseChoice(c *lang.Catalogue, e exercises.Exercise, choice exercises.Choice) string {
	switch e.Kind {
	case exercises.Legal, exercises.Pin, exercises.Mother, exercises.Throws:
		return choice.Text
	default:
		return c.Text("exercises.nardy.choice." + choice.Text)
	}
}
