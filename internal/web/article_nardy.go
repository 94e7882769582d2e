package web

import (
	"fmt"
	"math/bits"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

func nardyExtras() extras {
	return extras{
		links:    []extraLink{{"exercises", "exercises"}, {"training", "position"}},
		mistakes: []string{"large", "holes", "cube", "hurry", "pass", "passing"},
		questions: []string{
			"must-bear-off", "two-dice", "head", "block", "long-hit", "mars-koks", "first-throw", "who-plays", "dice", "which",
		},
	}
}

// nardyEffect says in a word what a turn did, and to how many checkers: what
// follows a double before what was hit, and that before what was borne off. It
// is "" where the states are none of nardy.
func nardyEffect(before, after game.State) (effect string, n int) {
	b, ok := before.(*nardy.State)
	a, ok2 := after.(*nardy.State)
	if !ok || !ok2 {
		return "", 0
	}
	switch a.Phase() {
	case nardy.PhaseAnswer:
		return "raise", 1
	case nardy.PhaseThrow, nardy.PhaseDecide, nardy.PhasePlay:
	default:
		return "quiet", 1
	}
	switch b.Phase() {
	case nardy.PhaseAnswer:
		return "take", 1
	case nardy.PhaseDecide:
		return "roll", 1
	default:
	}
	us, was, is := b.Turn(), b.Position(), a.Position()
	them := us.Other()
	switch {
	case a.Extra() && !b.Extra():
		return "extra", 1
	case a.Turn() != us && a.Handed():
		return "handed", 1
	case a.Turn() == us && a.Phase() == nardy.PhasePlay && a.From() != 0:
		return "more", 1
	}
	hit := int(is.N[them][nardy.Bar]) - int(was.N[them][nardy.Bar])
	off := int(is.N[us][nardy.Off]) - int(was.N[us][nardy.Off])
	covered := bits.OnesCount32(is.Covered[them]) - bits.OnesCount32(was.Covered[them])
	switch {
	case hit > 0:
		return "hit", hit
	case covered > 0:
		return "cover", covered
	case off > 0:
		return "off", off
	case is == was:
		return "pass", 1
	default:
		return "quiet", 1
	}
}

// nardyThrower says whose throw is due, and whether it is an extra one.
func nardyThrower(c *lang.Catalogue, s *nardy.State) string {
	switch {
	case s.Phase() == nardy.PhaseDraw:
		return c.Text("rules.nardy.throws.draw")
	case s.Extra():
		return c.Text("rules.nardy.throws.extra." + s.Throwing().String())
	default:
		return c.Text("rules.nardy.throws." + s.Throwing().String())
	}
}

// nardyRules is what the rules page of nardy says beside the clauses. ?a= and
// &b= choose the variants that are compared.
func (s *Server) nardyRules(r *http.Request) (*templates.NardyRules, error) {
	c := s.lang(r)
	n := &templates.NardyRules{Compare: s.nardyCompare(r)}
	for _, q := range [...]struct{ id, example string }{
		{"when", "one-outside"}, {"exact", "six-from-the-highest"}, {"double", "four-hops"}, {"hit", "in-again-first"},
	} {
		clause, e, ok := exampleOf(nardy.Rules{}, q.example)
		if !ok {
			return nil, fmt.Errorf("no example is called %s", q.example)
		}
		state, err := nardy.Rules{}.Start(e.Options, e.Position)
		if err != nil {
			return nil, fmt.Errorf("start example %s: %w", e.ID, err)
		}
		quick := templates.NardyQuick{
			Passage: passages(c, "rules.nardy.quick", []string{q.id})[0],
			Board:   drawing(c, state, nil),
			Link:    templates.Crumb{Text: c.Text("rules.clause-link", "title", clauseTitle(c, clause.ID)), URL: "#" + clause.ID},
		}
		quick.Text = linkTerms(c, quick.Text, "")
		if q.id == "double" {
			quick.Link = templates.Crumb{Text: c.Text("rules.nardy.quick.double.link"), URL: "#variants"}
		}
		n.Quick = append(n.Quick, quick)
	}
	for _, v := range nardy.Variants() {
		row := templates.NardyRow{Name: c.Text("nardy.variant." + v.ID), URL: s.variantURL(r, v.ID)}
		for _, key := range []string{"bear-off", "after-double", "unplayed"} {
			row.Cells = append(row.Cells, variantCell(c, &v, key))
		}
		n.Variants = append(n.Variants, row)
	}
	n.Terms = passages(c, "rules.nardy.term", []string{
		"dice", "double", "head", "yard", "home", "bar", "block", "hop", "bear-off", "blot", "cover", "runner",
		"progression", "remainder", "oyn", "mars", "koks", "cube",
	})
	return n, nil
}

// variantURL is the page of a variant.
func (s *Server) variantURL(r *http.Request, id string) string {
	return s.path(r, "/"+nardy.ID+"/rules/"+strings.ReplaceAll(id, "_", "-"))
}

// variantPaths are the pages of all variants.
func variantPaths() []string {
	var all []string
	for _, v := range nardy.Variants() {
		all = append(all, "/"+nardy.ID+"/rules/"+strings.ReplaceAll(v.ID, "_", "-"))
	}
	return all
}

// nardyCompare puts two variants side by side.
func (s *Server) nardyCompare(r *http.Request) templates.NardyCompare {
	c, q := s.lang(r), r.URL.Query()
	chosen := func(field, otherwise string) nardy.Variant {
		v, ok := nardy.VariantNamed(q.Get(field))
		if !ok {
			v, _ = nardy.VariantNamed(otherwise)
		}
		return v
	}
	a, b := chosen("a", "classic"), chosen("b", "gulbar")
	shown := templates.NardyCompare{
		Action: s.rulesURL(r, nardy.ID, "compare"), A: a.ID, B: b.ID,
		NameA: c.Text("nardy.variant." + a.ID), NameB: c.Text("nardy.variant." + b.ID),
	}
	for _, v := range nardy.Variants() {
		shown.Variants = append(shown.Variants, choice(v.ID, c.Text("nardy.variant."+v.ID), ""))
	}
	for _, d := range nardy.Compare(&a, &b) {
		if d.Key == "doubles" {
			continue // as many dice say it
		}
		shown.Rows = append(shown.Rows, templates.NardyDifference{
			Label: c.Text("rules.nardy.trait." + d.Key), A: traitText(c, d.Key, d.A), B: traitText(c, d.Key, d.B),
		})
	}
	return shown
}

// traitText is the value of a parameter in words.
func traitText(c *lang.Catalogue, key, value string) string {
	return c.Text("rules.nardy.trait." + key + "." + strings.NewReplacer(" ", "-", ":", "x").Replace(value))
}

// variantTrait is a parameter of a variant in words. Where there are no doubles
// nothing can follow one.
func variantTrait(c *lang.Catalogue, v *nardy.Variant, key string) string {
	if !v.Doubles() && (key == "after-double" || key == "unplayed") {
		return traitText(c, "doubles", "no")
	}
	for _, t := range v.Traits() {
		if t.Key == key {
			return traitText(c, key, t.Value)
		}
	}
	return ""
}

// variantCell is a parameter of a variant in a word or two, for the table.
func variantCell(c *lang.Catalogue, v *nardy.Variant, key string) string {
	if !v.Doubles() && key != "bear-off" {
		return "—"
	}
	for _, t := range v.Traits() {
		if t.Key == key {
			return c.Text("rules.nardy.cell." + key + "." + t.Value)
		}
	}
	return ""
}

// oneVariant explains a variant rather than the family.
type oneVariant struct {
	nardy.Rules
	id string
}

// Explain returns the clauses that the variant has its own answer to.
func (o oneVariant) Explain() []game.Clause { return o.ExplainVariant(o.id) }

// clauseTraits are the parameters that decide the clauses of ExplainVariant; a
// clause without one belongs to few variants and is told in its own words.
func clauseTraits() map[string]string {
	return map[string]string{
		"nardy.draw": "opening", nardy.RuleHeadOnce: "head", nardy.RuleHeadTwoOnlyOn: "two-off", nardy.RuleRunnerFirst: "head",
		nardy.RuleBlockOfSix: "block", nardy.RuleClosedPoint: "contact", nardy.RuleHitAndRun: "contact", "nardy.bear-off": "bear-off",
		"nardy.double": "after-double", "nardy.remainder": "unplayed", "nardy.mars": "wins",
	}
}

// variantClause is what the page of a variant says of a clause: its parameter
// in words, or the words of the family where only such variants have the rule.
func variantClause(c *lang.Catalogue, v *nardy.Variant, id string) (title, text string) {
	trait, decides := clauseTraits()[id]
	switch {
	case !decides:
		return c.Text("rules.nardy.variant." + id), clauseText(c, id)
	case id == "nardy.remainder" && !v.Doubles():
		return c.Text("rules.nardy.variant.dice-left.title"), c.Text("rules.nardy.variant.dice-left.text")
	default:
		return textOr(c, "rules.nardy.variant."+id, c.Text("rules.nardy.trait."+trait)), capital(variantTrait(c, v, trait)) + "."
	}
}

// handingOver lists the variants in which the opponent plays what is left of a
// double.
func handingOver(c *lang.Catalogue) string {
	var names []string
	for _, v := range nardy.Variants() {
		if v.Doubles() && v.HandOver {
			names = append(names, c.Text("nardy.variant."+v.ID))
		}
	}
	return strings.Join(names, ", ")
}

// variantPage is a variant of nardy on a page of its own, worded by its
// parameters.
func (s *Server) variantPage(w http.ResponseWriter, r *http.Request) {
	asked := chi.URLParam(r, "variant")
	v, ok := nardy.VariantNamed(strings.ReplaceAll(asked, "-", "_"))
	if chi.URLParam(r, "game") != nardy.ID || !ok || strings.Contains(asked, "_") {
		s.failPage(w, r, notFound())
		return
	}
	if _, err := s.explained(r); err != nil {
		s.failPage(w, r, err)
		return
	}
	c := s.lang(r)
	name, rules := c.Text("nardy.variant."+v.ID), s.path(r, "/"+nardy.ID+"/rules")
	heading := c.Text("rules.nardy.variant.title", "variant", name)
	p := templates.NardyVariantPage{
		Page: s.article(r, nardy.ID, "/rules/"+asked, heading, c.Text("rules.nardy.variant.description", "variant", name),
			templates.Crumb{Text: gameName(c, nardy.ID), URL: s.path(r, "/"+nardy.ID)},
			templates.Crumb{Text: c.Text("rules.rules"), URL: s.path(r, "/"+nardy.ID+"/rules")}, templates.Crumb{Text: name}),
		Heading: heading,
		Line:    linkTerms(c, variantLine(c, &v), rules) + ".",
		House:   linkTerms(c, textOr(c, "rules.nardy.variant."+v.ID+".house", ""), rules),
		Rules:   rules,
	}
	begin := nardy.Setup{Options: nardy.DefaultOptions(), Position: v.Initial()}
	begin.Options.Variant = v.ID
	begin.FirstThrow()
	showsPosition(&p.Page, &begin)
	for _, mode := range []table.Mode{table.Computer, table.HotSeat} {
		p.Open = append(p.Open, templates.Opening{
			Action: s.path(r, "/"+nardy.ID), Label: c.Text(map[table.Mode]string{
				table.Computer: "rules.play-computer", table.HotSeat: "rules.play-hotseat",
			}[mode]),
			Fields: []templates.Field{{Name: "mode", Value: string(mode)}, {Name: "variant", Value: v.ID}},
		})
	}
	for _, t := range v.Traits() {
		if t.Key == "doubles" {
			continue // as many dice say it
		}
		p.Traits = append(p.Traits, templates.NardyDifference{Label: c.Text("rules.nardy.trait." + t.Key), A: variantTrait(c, &v, t.Key)})
	}
	var err error
	if p.Clauses, err = s.clauses(r, oneVariant{id: v.ID}); err != nil {
		s.failPage(w, r, err)
		return
	}
	for i, clause := range p.Clauses {
		var text string
		p.Clauses[i].Title, text = variantClause(c, &v, clause.ID)
		p.Clauses[i].Text = linkTerms(c, text, rules) + "\n\n[" + c.Text("rules.nardy.family-clause") + "](" + s.rulesURL(r, nardy.ID, clause.ID) + ")"
		p.Clauses[i].House = ""
	}
	for _, other := range nardy.Variants() {
		if other.ID != v.ID {
			p.Others = append(p.Others, templates.Crumb{Text: c.Text("nardy.variant." + other.ID), URL: s.variantURL(r, other.ID)})
		}
	}
	s.render(w, r, http.StatusOK, templates.NardyVariant(p))
}

// variantExample finds an example of a variant's page.
func variantExample(id string) (game.Clause, game.Example, bool) {
	for _, v := range nardy.Variants() {
		if !strings.Contains(id, strings.ReplaceAll(v.ID, "_", "-")) {
			continue
		}
		if clause, e, ok := exampleOf(oneVariant{id: v.ID}, id); ok {
			return clause, e, ok
		}
	}
	return game.Clause{}, game.Example{}, false
}

// variantCaption is the caption of an example of a variant's page, which is the
// same for all variants: "head-classic" has that of "head", and what follows it
// that of "then".
func variantCaption(c *lang.Catalogue, e game.Example) string {
	o, err := nardy.ParseOptions(e.Options)
	if err != nil {
		return ""
	}
	name, then := strings.CutSuffix(e.ID, "-then")
	if then {
		return textOr(c, "rules.nardy.variant.example.then", "")
	}
	name = strings.TrimSuffix(name, "-"+strings.ReplaceAll(o.Variant, "_", "-"))
	if double, n, ok := strings.Cut(name, "-double-"); ok {
		return c.Text("rules.nardy.variant.example."+double+"-double", "double", n+"–"+n)
	}
	if v, ok := nardy.VariantNamed(o.Variant); ok && name == "bear-off" {
		dice := strings.Repeat("6–", v.Dice-1) + "2" // as many as the variant has
		return c.Text("rules.nardy.variant.example.bear-off", "dice", dice)
	}
	return textOr(c, "rules.nardy.variant.example."+name, "")
}
