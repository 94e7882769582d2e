package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hod-games/hod/internal/games/nardy"
)

// heard is a button as a screen reader gets it.
type heard struct {
	name     string
	disabled bool
}

// hear returns the buttons of the page from its accessibility tree, in order.
func (p *person) hear() []heard {
	p.t.Helper()
	tree, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		p.t.Fatalf("read the accessibility tree: %v", err)
	}
	var all []heard
	for _, node := range tree.Nodes {
		if h, ok := heardOf(node); ok {
			all = append(all, h)
		}
	}
	return all
}

// heardOf reads a node of the tree, if it is a button.
func heardOf(node *accessibility.Node) (heard, bool) {
	if node.Ignored || node.Role == nil || node.Name == nil || word(node.Role) != "button" {
		return heard{}, false
	}
	h := heard{name: strings.NewReplacer("\u00a0", " ", "\u2060", "").Replace(word(node.Name))}
	for _, property := range node.Properties {
		if property.Name == accessibility.PropertyNameDisabled && property.Value != nil {
			h.disabled = string(property.Value.Value) == "true"
		}
	}
	return h, true
}

func word(v *accessibility.Value) string {
	var s string
	if json.Unmarshal(v.Value, &s) != nil {
		return ""
	}
	return s
}

// hearOne waits until there is a button of which says is true, and returns the
// first one, or the last.
func (p *person) hearOne(what string, last bool, says func(heard) bool) string {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		all := p.hear()
		if last {
			slices.Reverse(all)
		}
		if i := slices.IndexFunc(all, says); i >= 0 {
			return all[i].name
		}
		if time.Now().After(end) {
			p.t.Fatalf("nothing that is heard is %s: %+v\n%s", what, all, p.describe())
		}
	}
}

// focusHeard is the name of the button with the focus, "" of anything else.
func (p *person) focusHeard() string {
	p.t.Helper()
	on, err := chromedp.Call(p.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.activeElement"})
	if err != nil {
		p.t.Fatalf("find the focus: %v", err)
	}
	tree, err := chromedp.Call(p.ctx, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{
		ObjectID: on.Result.ObjectID, FetchRelatives: new(bool),
	})
	if err != nil {
		p.t.Fatalf("read the name of what has the focus: %v", err)
	}
	for _, node := range tree.Nodes {
		if h, ok := heardOf(node); ok {
			return h.name
		}
	}
	return ""
}

// tabToHeard goes from stop to stop until a button has the focus.
func (p *person) tabToHeard(name string) {
	p.t.Helper()
	for range 80 {
		if p.focusHeard() == name {
			return
		}
		p.press(kb.Tab)
	}
	p.t.Fatalf("the key Tab does not lead to %q\n%s", name, p.describe())
}

// arrowToHeard walks over the board with the arrows, along one row and back
// along the next, until the place with that name has the focus.
func (p *person) arrowToHeard(name string) {
	p.t.Helper()
	place := func(s string) string { at, _, _ := strings.Cut(s, ","); return at }
	if focus := p.focusHeard(); !strings.HasPrefix(focus, "пункт") && !strings.HasPrefix(focus, "бар") && !strings.HasPrefix(focus, "выброс") {
		eval[bool](p, "document.activeElement.blur(), true")
		p.press(kb.ArrowDown)
	}
	along, across := kb.ArrowRight, kb.ArrowDown
	for range 8 {
		for was := ""; ; p.press(along) {
			now := p.focusHeard()
			if place(now) == place(name) {
				return
			}
			if now == was {
				break // the end of the row
			}
			was = now
		}
		if along == kb.ArrowRight {
			along = kb.ArrowLeft
		} else {
			along = kb.ArrowRight
		}
		was := p.focusHeard()
		if p.press(across); p.focusHeard() == was {
			across = map[string]string{kb.ArrowDown: kb.ArrowUp, kb.ArrowUp: kb.ArrowDown}[across]
			p.press(across)
		}
	}
	p.t.Fatalf("the arrows do not lead to %q\n%s", name, p.describe())
}

// ears play by what the accessibility tree says, with keys alone.
func (p *person) ears() hands {
	button := func(name string) func() {
		return func() {
			p.t.Helper()
			p.tabToHeard(p.hearOne(name, false, func(h heard) bool { return !h.disabled && strings.HasPrefix(h.name, name) }))
			p.press(kb.Enter)
		}
	}
	return hands{
		roll: button("Бросить"),
		hop: func() {
			p.t.Helper()
			from := p.hearOne("a place to move from", true, func(h heard) bool {
				return strings.Contains(h.name, "можно на ") || strings.Contains(h.name, "можно выбросить")
			})
			p.arrowToHeard(from)
			p.press(kb.Enter)
			to := p.hearOne("a place to move to", true, func(h heard) bool { return strings.Contains(h.name, "сюда можно") })
			p.arrowToHeard(to)
			p.press(kb.Enter)
			for end := time.Now().Add(patience); slices.ContainsFunc(p.hear(), func(h heard) bool { return strings.Contains(h.name, "шашка взята") }); {
				if time.Now().After(end) {
					p.t.Fatalf("%s, then %s: nothing was moved\n%s", from, to, p.describe())
				}
			}
		},
		done: button("Готово"),
	}
}

// TestNardyByEar begins variants and plays a turn of each side from what a
// screen reader hears, with keys alone; in a soak it takes all of them, and
// plays on to the end.
func TestNardyByEar(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	variants := nardy.Variants()
	if len(variants) != 17 {
		t.Fatalf("%d variants", len(variants))
	}
	soak := os.Getenv("HOD_SOAK") != "" // otherwise every third variant, for their time
	for part := range 2 {
		t.Run(fmt.Sprint("part ", part+1), func(t *testing.T) {
			t.Parallel()
			p := s.person()
			for i, v := range variants {
				if i%2 != part || i%3 > 0 && !soak {
					continue
				}
				t.Run(v.ID, func(t *testing.T) {
					p.t = t
					path := p.nardyTable(s, v.ID, "", "")
					if soak {
						p.playNardy(s, path, p.ears())
						return
					}
					p.playTurns(s, path, p.ears(), 2)
				})
			}
			p.t = t
		})
	}
}

// playTurns plays so many turns of a game of nardy.
func (p *person) playTurns(s *site, path string, h hands, turns int) {
	p.t.Helper()
	for steps := 0; ; steps++ {
		played := 0
		for _, ply := range s.table(path).Plies {
			if ply.Seat != "chance" {
				played++
			}
		}
		if played >= turns {
			return
		}
		if steps > 40 {
			p.t.Fatalf("the game does not go on\n%s", p.describe())
		}
		p.step(h)
	}
}
