package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

// shownPlays is how many plays the list shows at first: a double can have a
// thousand.
const shownPlays = 60

// training is the table as a page shows it.
func (s *Server) training(r *http.Request, t *training) (templates.Training, error) {
	c, u := s.lang(r), &t.setup
	v := u.Variant()
	shown := templates.Training{
		Action: s.path(r, trainingPath), Variant: v.ID, Pos: v.Code(&u.Position), More: moreOf(u), Offered: u.Offered,
		Board: trainingBoard(c, u), Link: s.publicOrigin(r) + s.trainingURL(r, u, nil),
	}
	start := nardy.Setup{Options: u.Options, Position: v.Initial(), Side: u.Side}
	start.FirstThrow()
	shown.Start = s.trainingURL(r, &start, nil)
	start.Position, start.Starter = nardy.Position{}, nardy.Light
	start.LaterThrow()
	start.Complete()
	shown.Clear = s.trainingURL(r, &start, nil)
	plain := nardy.DefaultOptions()
	if plain.Variant = v.ID; u.Options != plain {
		shown.Options, shown.Terms = string(u.Options.JSON()), nardyTerms(c, u.Options.JSON(), false)
	}
	t.fields(c, &shown)
	stands := trainingFields(u)
	for _, name := range slices.Sorted(maps.Keys(stands)) {
		for _, value := range stands[name] {
			shown.Stands = append(shown.Stands, templates.Field{Name: name, Value: value})
		}
	}
	var state *nardy.State
	err := t.problem
	switch {
	case err != nil:
	case t.some:
		shown.Problem = c.Text("training.some-dice")
		return shown, nil
	default:
		state, err = u.State()
	}
	if err != nil {
		shown.Problem = positionProblem(c, u, err)
		return shown, nil
	}
	shown.Line = state.Line()
	shown.Codes = trainingCodes(c, state)
	if rule := state.Unreachable(); rule != "" {
		link, words := s.ruleLink(r, nardy.Rules{}, rule)
		shown.Warning, shown.Clause = c.Text("training.unreachable."+rule), templates.Crumb{Text: words, URL: link}
	} else {
		s.playFrom(r, state, &shown)
	}
	if err := s.plays(r, t, state, &shown); err != nil {
		return shown, err
	}
	return shown, nil
}

// fields are what one chooses beside the board.
func (t *training) fields(c *lang.Catalogue, shown *templates.Training) {
	u := &t.setup
	v := u.Variant()
	for _, other := range nardy.Variants() {
		shown.Variants = append(shown.Variants, choice(other.ID, c.Text("nardy.variant."+other.ID), v.ID))
	}
	for _, brush := range []string{"L", "D", "none"} {
		shown.Brushes = append(shown.Brushes, choice(brush, c.Text("training.side."+brush), t.brush))
	}
	for _, side := range []string{"L", "D"} {
		shown.Turns = append(shown.Turns, choice(side, c.Text("training.turn."+side), u.Side.Letter()))
	}
	for i := range v.Dice {
		die := ""
		switch {
		case i < len(u.Dice):
			die = strconv.Itoa(u.Dice[i])
		case u.Handed:
			die = strconv.Itoa(u.Dice[0])
		}
		choices := []templates.Choice{choice("", "—", die)}
		for n := range 6 {
			choices = append(choices, choice(strconv.Itoa(n+1), strconv.Itoa(n+1), die))
		}
		shown.Dice = append(shown.Dice, choices)
	}
	when := []string{whenFirst, whenLater}
	if v.Double == nardy.Progression {
		when = append(when, whenSixth)
	}
	for _, w := range when {
		words := "training.when." + w
		if w == whenLater && v.Double == nardy.Progression {
			words += "-of-five"
		}
		chosen := whenOf(u)
		if chosen == whenSixth && v.Double != nardy.Progression {
			chosen = whenLater
		}
		shown.Whens = append(shown.Whens, choice(w, c.Text(words), chosen))
	}
	if v.SecondTo {
		for _, side := range []string{"L", "D"} {
			shown.Began = append(shown.Began, choice(side, c.Text("training.began."+side), u.Starter.Letter()))
		}
	} else {
		shown.BeganHidden = u.Starter.Letter()
	}
	if v.HandOver {
		left := ""
		if u.Handed {
			left = strconv.Itoa(len(u.Dice))
		}
		shown.Left = append(shown.Left, choice("", c.Text("training.left.none"), left))
		for n := 1; n <= 4; n++ {
			shown.Left = append(shown.Left, choice(strconv.Itoa(n), c.Text("training.left.hops", "n", n), left))
		}
	}
}

// trainingBoard draws a position that may be impossible.
func trainingBoard(c *lang.Catalogue, u *nardy.Setup) templates.NardyBoard {
	v := u.Variant()
	p := &u.Position
	b := templates.NardyBoard{T: c, Code: v.Code(p), Reader: game.First.String(), Family: nardyFamily(v.ID)}
	b.View = templates.Nardy{
		Variant: v.ID, Route: v.Route.String(), Mover: game.First.String(),
		Heads: [2]int{1, v.Route.Point(nardy.Dark, 1)}, Pips: [2]int{p.Pips(nardy.Light), p.Pips(nardy.Dark)},
	}
	b.View.Cube.Kind = u.Options.Cube
	b.View.Cube.Owner, b.View.Cube.Price = game.Nobody.String(), u.Options.Stake
	if u.Side == nardy.Dark {
		b.View.Mover = game.Second.String()
	}
	for i := range b.View.Points {
		l, d := i+1, v.Route.Step(nardy.Dark, i+1)
		light, dark := int(p.N[nardy.Light][l]), int(p.N[nardy.Dark][d])
		switch {
		case p.Covered[nardy.Dark]>>d&1 == 1:
			b.View.Points[i] = light
			b.View.Covered = append(b.View.Covered, i+1)
		case p.Covered[nardy.Light]>>l&1 == 1:
			b.View.Points[i] = -dark
			b.View.Covered = append(b.View.Covered, i+1)
		default:
			b.View.Points[i] = light - dark
		}
	}
	for i, side := range [...]nardy.Side{nardy.Light, nardy.Dark} {
		b.View.Bar[i], b.View.Off[i] = int(p.N[side][nardy.Bar]), int(p.N[side][nardy.Off])
		if b.View.Bar[i] > 0 {
			b.Family = "short" // it has a bar to show them on
		}
	}
	for _, d := range u.Dice {
		b.Dice = append(b.Dice, templates.NardyDie{Pips: d})
	}
	return b
}

// trainingCodes are the forms in which other programs read the position.
func trainingCodes(c *lang.Catalogue, state *nardy.State) []templates.TrainingCode {
	codes := []templates.TrainingCode{{ID: "code", Label: c.Text("training.code"), Value: state.Line()}}
	if text, err := state.XGID(); err == nil {
		codes = append(codes, templates.TrainingCode{ID: "xgid", Label: "XGID", Value: text})
	}
	text, err := state.GNUID()
	if err != nil {
		text, err = state.BareID()
	}
	if err == nil {
		codes = append(codes, templates.TrainingCode{ID: "gnu", Label: c.Text("training.gnu"), Value: text})
	}
	return codes
}

// playFrom offers tables that begin with the position.
func (s *Server) playFrom(r *http.Request, state *nardy.State, shown *templates.Training) {
	c := s.lang(r)
	shown.PlayAction, shown.State = s.path(r, "/"+nardy.ID), state.String()
	shown.StateOptions = string(state.Options().JSON())
	entry, _ := s.host.Game(nardy.ID)
	bots := entry.Players()
	for _, bot := range bots {
		shown.Bots = append(shown.Bots, choice(bot.Name(), textOr(c, "bot."+nardy.ID+"."+bot.Name(), bot.Name()), bots[len(bots)-1].Name()))
	}
	mover := game.First.String()
	if state.Turn() == nardy.Dark {
		mover = game.Second.String()
	}
	for _, side := range []string{game.First.String(), game.Second.String()} {
		shown.Sides = append(shown.Sides, choice(side, c.Text("training.play-as."+side), mover))
	}
}

// plays lists what can be played, and shows the play that was asked for.
func (s *Server) plays(r *http.Request, t *training, state *nardy.State, shown *templates.Training) error {
	c := s.lang(r)
	turn := c.Text("training.turns." + state.Turn().Letter())
	switch state.Phase() {
	case nardy.PhasePlay:
	case nardy.PhaseAnswer:
		shown.Ready = c.Text("training.ready.answer", "turn", turn)
		return nil
	default:
		shown.Ready = c.Text("training.ready.throw", "turn", turn)
		return nil
	}
	var actions []game.Action
	for a := range state.Legal() {
		actions = append(actions, a)
	}
	slices.Sort(actions)
	shown.Count = len(actions)
	if len(actions) == 1 && actions[0] == game.Pass {
		shown.Count = 0
		return s.stuckThere(r, state, shown)
	}
	shown.Ready = c.Text("training.ready.play", "turn", turn, "n", len(actions))
	if shown.Warning != "" {
		shown.Ready = capital(turn) + "."
	}
	for i, a := range actions {
		if i == shownPlays && !t.all {
			shown.Rest, shown.All = len(actions)-i, s.trainingURL(r, &t.setup, url.Values{"all": {"1"}})+"#plays"
			break
		}
		after, err := state.Apply(a)
		if err != nil {
			return fmt.Errorf("play %s in %s: %w", a, state, err)
		}
		play := templates.TrainingPlay{
			Action: string(a), Text: templates.NardyAction(c, string(a)), Effect: reached(c, nardy.ID, state, after),
			URL: s.trainingURL(r, &t.setup, url.Values{"show": {string(a)}}) + "#table",
		}
		play.Quiet = play.Effect == c.Text("rules.nardy.reached.quiet")
		shown.Plays = append(shown.Plays, play)
	}
	if t.show != "" {
		return s.showPlay(r, t, state, shown)
	}
	return nil
}

// stuckThere says why nothing can be played.
func (s *Server) stuckThere(r *http.Request, state *nardy.State, shown *templates.Training) error {
	c := s.lang(r)
	data, err := json.Marshal(state.View())
	if err != nil {
		return fmt.Errorf("view of %s: %w", state, err)
	}
	var view struct {
		Stuck *nardy.StuckView `json:"stuck"`
	}
	if err := json.Unmarshal(data, &view); err != nil {
		return fmt.Errorf("view of %s: %w", state, err)
	}
	shown.Ready = c.Text("training.ready.none", "turn", c.Text("training.turns."+state.Turn().Letter()))
	if view.Stuck != nil && view.Stuck.Rule != "" {
		link, words := s.ruleLink(r, nardy.Rules{}, view.Stuck.Rule)
		shown.Clause = templates.Crumb{Text: words, URL: link}
	}
	on, err := state.Apply(game.Pass)
	if err != nil {
		return fmt.Errorf("pass in %s: %w", state, err)
	}
	if after, ok := on.(*nardy.State); ok && after.Phase() != nardy.PhaseOver {
		u := nardy.SetupOf(after)
		shown.Pass = s.trainingURL(r, &u, nil)
	}
	return nil
}

// showPlay puts the position after a play on the board.
func (s *Server) showPlay(r *http.Request, t *training, state *nardy.State, shown *templates.Training) error {
	c := s.lang(r)
	after, err := played(state, t.show)
	if err != nil {
		p := s.explain(r.Context(), c, err, state.View())
		link, words := s.ruleLink(r, nardy.Rules{}, p.Rule)
		shown.Refused = &templates.Answer{Text: p.Message, Rule: p.Rule, RuleURL: link, RuleTag: words}
		return nil
	}
	b, err := nardyBoard(c, after)
	if err != nil {
		return err
	}
	a, err := state.Read(t.show)
	if err != nil {
		return fmt.Errorf("read %q: %w", t.show, err)
	}
	b.Last, b.LastSide = templates.NardyHops(string(a)), game.First.String()
	if state.Turn() == nardy.Dark {
		b.LastSide = game.Second.String()
	}
	view := &templates.TrainingShown{Board: b, Text: templates.NardyAction(c, string(a)), Back: s.trainingURL(r, &t.setup, nil)}
	for i := range shown.Plays {
		shown.Plays[i].Shown = shown.Plays[i].Text == view.Text
	}
	next, ok := after.(*nardy.State)
	if !ok {
		return fmt.Errorf("%s is no position of nardy", after)
	}
	if o, over := next.Outcome(); over {
		view.Status = endedText(c, o)
	} else {
		u := nardy.SetupOf(next)
		view.On, view.Status = s.trainingURL(r, &u, nil), whereItStands(c, nardy.ID, after)
	}
	shown.Shown = view
	return nil
}
