package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// nardyForm is what somebody has chosen of nardy's own, as typed.
type nardyForm struct {
	variant, cube, points, stake, dice string
}

// Values of the field "dice".
const (
	diceFair = string(table.FairDice) // the site throws them
	diceOwn  = string(table.OwnDice)  // people throw real ones and enter them
)

// nardyCookie keeps the last choice of a browser: its values in the order of
// nardyKept, with dots between them.
const nardyCookie = "nardy"

// nardyKept are the fields that the cookie keeps.
func (f *chooseForm) nardyKept() []*string {
	n := &f.nardy
	return []*string{&n.variant, &n.cube, &n.points, &n.stake, &n.dice, &f.mode, &f.bot, &f.starts}
}

// nardyDefaults is the untouched form: the last choice of this browser, or what
// people of the language know best.
func nardyDefaults(c *lang.Catalogue, r *http.Request, f *chooseForm) {
	f.nardy = plainNardy(c.Text("nardy.choose.first"))
	cookie, err := r.Cookie(nardyCookie)
	if err != nil {
		return
	}
	values, fields := strings.Split(cookie.Value, "."), f.nardyKept()
	if len(values) != len(fields) {
		return
	}
	kept := *f
	for i, into := range kept.nardyKept() {
		*into = values[i]
	}
	o := table.Opening{Game: nardyID}
	if kept.nardyOpening(c, &o); len(kept.problems) == 0 {
		*f = kept
	}
}

// plainNardy is a single game of a variant, with nothing chosen beside it.
func plainNardy(variant string) nardyForm {
	return nardyForm{variant: variant, cube: nardy.CubeNone, points: "1", stake: "1", dice: diceFair}
}

// nardyFinders are the buttons that find an opponent for nardy: long and short,
// what people of the language know best first, and what this browser has played
// last if that was something else.
func nardyFinders(c *lang.Catalogue, r *http.Request, entry game.Entry) []templates.Finder {
	last := formFor(c, r, entry).nardy
	var all []templates.Finder
	for _, variant := range []string{"classic", "short"} {
		all = append(all, templates.Finder{ID: nardyID + "-" + variant, Name: c.Text("nardy.find." + variant), Variant: variant})
	}
	if c.Text("nardy.choose.first") != all[0].Variant {
		slices.Reverse(all)
	}
	if !slices.ContainsFunc(all, func(f templates.Finder) bool { return last == plainNardy(f.Variant) }) {
		var o table.Opening
		form := chooseForm{nardy: last}
		form.nardyOpening(c, &o)
		words := nardyTerms(c, o.Options, o.Dice == table.OwnDice)
		all = append(all, templates.Finder{ID: nardyID, Name: c.Text("nardy.find.last", "terms", strings.TrimSuffix(words, "."))})
	}
	return all
}

// keepNardy keeps a choice that a table was opened with.
func (s *Server) keepNardy(w http.ResponseWriter, r *http.Request, f chooseForm) {
	var values []string
	for _, field := range f.nardyKept() {
		values = append(values, *field)
	}
	s.setCookie(w, r, nardyCookie, strings.Join(values, "."))
}

// nardyOpening writes what was typed into an opening, and notes what is wrong
// by field.
func (f *chooseForm) nardyOpening(c *lang.Catalogue, o *table.Opening) {
	f.problems = make(map[string]string)
	wrong := func(field, rule string) { f.problems[field] = c.Text("option.nardy." + field + "." + rule) }
	options := nardy.Options{Variant: f.nardy.variant, Cube: f.nardy.cube}
	if _, ok := nardy.VariantNamed(f.nardy.variant); !ok {
		wrong("variant", "range")
	}
	if !slices.Contains(cubes(), f.nardy.cube) {
		wrong("cube", "range")
	}
	for _, field := range [...]struct {
		name, typed string
		most        int
		into        *int
	}{
		{"points", f.nardy.points, nardy.MaxPoints, &options.Points},
		{"stake", f.nardy.stake, nardy.MaxStake, &options.Stake},
	} {
		n, err := strconv.Atoi(strings.TrimSpace(field.typed))
		switch {
		case err != nil:
			wrong(field.name, "type")
		case n < 1 || n > field.most:
			wrong(field.name, "range")
		}
		*field.into = n
	}
	if f.nardy.dice != diceFair && f.nardy.dice != diceOwn {
		f.problems["dice"] = c.Text("choose.problem.option")
	}
	o.Options, o.Dice = options.JSON(), table.DiceKind(f.nardy.dice)
}

func cubes() []string { return []string{nardy.CubeNone, nardy.CubeLinear, nardy.CubeDoubling} }

// chooseNardy is nardy's part of the form.
func chooseNardy(c *lang.Catalogue, f chooseForm) *templates.ChooseNardy {
	n := &templates.ChooseNardy{Points: f.nardy.points, Stake: f.nardy.stake, Chosen: f.nardy.variant}
	for _, family := range []string{"long", "short"} {
		n.Families = append(n.Families, templates.ChooseFamily{
			ID: family, Name: c.Text("nardy.family." + family), Note: c.Text("nardy.family." + family + ".note"),
		})
	}
	hitting := 1 // where the family is that hits
	for _, v := range nardy.Variants() {
		at := 1 - hitting
		if v.Contact == nardy.Hitting {
			at = hitting
		}
		family := &n.Families[at]
		one := templates.ChooseVariant{
			Choice: choice(v.ID, c.Text("nardy.variant."+v.ID), f.nardy.variant), Line: variantLine(c, &v),
		}
		if !one.Chosen {
			family.Variants = append(family.Variants, one)
			continue
		}
		n.ChosenName = one.Text
		// What is chosen, as a rule what was played last, is in sight at once.
		family.Variants = slices.Insert(family.Variants, 0, one)
		if v.Contact == nardy.Hitting {
			slices.Reverse(n.Families)
			hitting = 0
		}
	}
	for _, cube := range cubes() {
		n.Cubes = append(n.Cubes, choice(cube, c.Text("nardy.choose.cube."+cube), f.nardy.cube))
	}
	for _, dice := range []string{diceFair, diceOwn} {
		n.Dice = append(n.Dice, choice(dice, c.Text("nardy.choose.dice."+dice), f.nardy.dice))
	}
	n.StakesOpen = f.nardy.cube != nardy.CubeNone || f.nardy.points != "1" || f.nardy.stake != "1" || f.nardy.dice != diceFair
	for _, field := range []string{"cube", "points", "stake", "dice"} {
		n.StakesOpen = n.StakesOpen || f.problems[field] != ""
	}
	return n
}

// variantLine says in a line what makes a variant different: from the classic
// one of its family, or, of those two, what they are. It is read off the card
// of the variant; what goes without saying has no words in the catalogue.
func variantLine(c *lang.Catalogue, v *nardy.Variant) string {
	if own := "nardy.line." + v.ID; c.Has(own) {
		return c.Text(own)
	}
	base := "classic"
	if v.Contact == nardy.Hitting {
		base = "short"
	}
	classic, _ := nardy.VariantNamed(base)
	var parts []string
	for _, d := range nardy.Compare(v, &classic) {
		if key := "nardy.trait." + d.Key + "." + strings.ReplaceAll(d.A, " ", "-"); c.Has(key) {
			parts = append(parts, c.Text(key))
		}
	}
	return capital(strings.Join(parts, "; "))
}

// capital gives a line its first capital letter.
func capital(line string) string {
	for i, r := range line {
		return strings.ToUpper(string(r)) + line[i+len(string(r)):]
	}
	return line
}

// nardyTerms says the options of a table in words.
func nardyTerms(c *lang.Catalogue, options []byte, own bool) string {
	o, err := nardy.ParseOptions(options)
	if err != nil {
		return ""
	}
	parts := []string{c.Text("nardy.terms.game", "variant", c.Text("nardy.variant."+o.Variant))}
	if o.Points > 1 {
		parts = append(parts, c.Text("nardy.terms.match", "n", o.Points))
	}
	if o.Cube != nardy.CubeNone {
		parts = append(parts, c.Text("nardy.terms.cube."+o.Cube))
	}
	if o.Stake > 1 {
		parts = append(parts, c.Text("nardy.terms.stake", "n", o.Stake))
	}
	if own {
		parts = append(parts, c.Text("nardy.terms.own"))
	}
	return strings.Join(parts, " ")
}

// nardyQuickStart says which variant the quick start on the first page opens.
func nardyQuickStart(c *lang.Catalogue, r *http.Request, entry game.Entry) string {
	f := defaultForm(entry)
	nardyDefaults(c, r, &f)
	return c.Text("nardy.start.computer.note", "variant", c.Text("nardy.variant."+f.nardy.variant))
}
