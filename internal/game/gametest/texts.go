package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// noise is input that no game means, or that another one does.
func noise() []string {
	return []string{
		"", " ", "pass", "roll", "raise", "take", "drop", "resign", "0", "1", "-1", "+1", "2.5", "1e9", "０", "٣",
		"99999999999999999999", "-99999999999999999999", "0x10", "a1", "M1:e5:d4", "M1ef6", "24/18 13/11", "bar/22",
		"/", "//", ":", ",", "null", "{}", `{"take":3}`, "\x00", "\xff\xfe", "\u202e3", "🎲", "１２／６",
		strings.Repeat("9", 5000), strings.Repeat("1/2 ", 2000), strings.Repeat("(", 3000), "12 first", "15 second",
	}
}

// checkTexts sends texts that are not legal, or legal elsewhere. What is not
// accepted is refused by a listed rule; what is accepted leads where a legal
// action leads.
func (p *positions) checkTexts(s game.State, successors map[string]game.Action, r *rand.Rand) error {
	texts := noise()
	for range min(len(p.texts), 20) {
		text := p.texts[r.IntN(len(p.texts))]
		texts = append(texts, text, mutate(text, r))
	}
	for _, text := range texts {
		read, err := s.Read(text)
		if err != nil {
			if err := p.checkRefusal(err); err != nil {
				return fmt.Errorf("read %.60q: %w", text, err)
			}
		} else if err := p.checkApplied(s, read, successors); err != nil {
			return fmt.Errorf("text %.60q: %w", text, err)
		}
		// A host may pass on what it was sent without reading it.
		if err := p.checkApplied(s, game.Action(text), successors); err != nil {
			return err
		}
	}
	return nil
}

func (p *positions) checkApplied(s game.State, a game.Action, successors map[string]game.Action) error {
	next, err := s.Apply(a)
	if err != nil {
		if err := p.checkRefusal(err); err != nil {
			return fmt.Errorf("apply %.60q: %w", a, err)
		}
		return nil
	}
	if next == nil {
		return fmt.Errorf("apply %.60q: no position and no error", a)
	}
	if _, ok := successors[next.String()]; !ok {
		return fmt.Errorf("%.60q is accepted and leads to %q, where no legal action leads", a, next)
	}
	return nil
}

func (p *positions) checkRefusal(err error) error {
	refusal, ok := errors.AsType[*game.Refusal](err)
	switch {
	case !ok:
		return fmt.Errorf("%w: %w", errNotRefusal, err)
	case !slices.Contains(p.info.Clauses, refusal.Rule):
		return fmt.Errorf("refused by %q, which is not in Info.Clauses", refusal.Rule)
	case refusal.Step < 0:
		return fmt.Errorf("refused at step %d", refusal.Step)
	}
	return nil
}

// checkCodes starts from codes that String may never have returned: either
// there is an error, or a position that is as good as any.
func (p *positions) checkCodes(code string, r *rand.Rand) error {
	p.remember(code)
	codes := append(noise()[1:], mutate(code, r), mutate(code, r), mutate(p.texts[r.IntN(len(p.texts))], r))
	for _, c := range codes {
		if err := p.checkCode(c); err != nil {
			return fmt.Errorf("start from %.80q: %w", c, err)
		}
	}
	return nil
}

// checkCode starts from any text.
func (p *positions) checkCode(code string) error {
	s, err := p.suite.Entry.Rules.Start(p.options, code)
	if err != nil {
		return nil //nolint:nilerr // refusing a code is right
	}
	was, err := Snap(s)
	if err != nil {
		return err
	}
	if err := p.checkSaid(s, was); err != nil {
		return err
	}
	back, err := p.suite.Entry.Rules.Start(p.options, was.Code)
	if err != nil {
		return fmt.Errorf("start from its code %q: %w", was.Code, err)
	}
	if err := same(was, back); err != nil {
		return fmt.Errorf("start from its code %q: %w", was.Code, err)
	}
	return nil
}

// mutate changes text a little.
func mutate(text string, r *rand.Rand) string {
	b := []byte(text)
	if len(b) == 0 {
		return "?"
	}
	i := r.IntN(len(b))
	switch r.IntN(4) {
	case 0:
		return string(slices.Delete(b, i, i+1))
	case 1:
		return string(slices.Insert(b, i, b[r.IntN(len(b))]))
	case 2:
		b[i] = "0123456789 ,/:|-ab"[r.IntN(18)]
		return string(b)
	default:
		j := r.IntN(len(b))
		b[i], b[j] = b[j], b[i]
		return string(b)
	}
}
