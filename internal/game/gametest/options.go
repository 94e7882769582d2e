package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
)

func checkInfo(s Suite) error {
	info := s.Entry.Rules.Info()
	if diff := cmp.Diff(info, s.Entry.Rules.Info()); diff != "" {
		return fmt.Errorf("asked twice, Info differs:\n%s", diff)
	}
	word := regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	if !word.MatchString(info.ID) {
		return fmt.Errorf("id %q is no word in lower case", info.ID)
	}
	if info.Version < 1 {
		return fmt.Errorf("version %d", info.Version)
	}
	if len(info.Presets) == 0 || len(info.Clauses) == 0 || len(info.Reasons) == 0 {
		return errors.New("presets, clauses or reasons are missing")
	}
	presets := make([]string, 0, len(info.Presets))
	for _, p := range info.Presets {
		presets = append(presets, p.ID)
		if _, err := s.Entry.Rules.Normalize(p.Options); err != nil {
			return fmt.Errorf("preset %s: %w", p.ID, err)
		}
	}
	if err := unique("preset", presets, word); err != nil {
		return err
	}
	if err := unique("reason", info.Reasons, word); err != nil {
		return err
	}
	names := make([]string, 0, len(info.Clauses))
	for _, c := range info.Clauses {
		name, ok := strings.CutPrefix(c, info.ID+".")
		if !ok {
			return fmt.Errorf("clause %q does not begin with %q", c, info.ID+".")
		}
		names = append(names, name)
	}
	return unique("clause", names, word)
}

func unique(what string, ids []string, form *regexp.Regexp) error {
	seen := map[string]bool{}
	for _, id := range ids {
		if !form.MatchString(id) {
			return fmt.Errorf("%s %q is no word in lower case", what, id)
		}
		if seen[id] {
			return fmt.Errorf("%s %q is there twice", what, id)
		}
		seen[id] = true
	}
	return nil
}

func checkOptions(s Suite) error {
	rules := s.Entry.Rules
	defaults, err := rules.Normalize(nil)
	if err != nil {
		return fmt.Errorf("normalize nothing: %w", err)
	}
	for _, empty := range []string{"", "{}", " { } "} {
		if got, err := rules.Normalize([]byte(empty)); err != nil || !bytes.Equal(got, defaults) {
			return fmt.Errorf("normalize %q: %s (%s), want the defaults %s", empty, got, told(err), defaults)
		}
	}
	fields, err := object(defaults)
	if err != nil {
		return fmt.Errorf("defaults %s: %w", defaults, err)
	}
	for _, raw := range s.Options {
		if err := checkCanonical(rules, raw, fields); err != nil {
			return fmt.Errorf("normalize %s: %w", raw, err)
		}
	}
	return checkWrongOptions(rules, fields)
}

func object(data []byte) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return nil, errors.New("not a JSON object")
	}
	return fields, nil
}

func checkCanonical(rules game.Rules, raw []byte, defaults map[string]json.RawMessage) error {
	before := bytes.Clone(raw)
	canonical, err := rules.Normalize(raw)
	if err != nil {
		return err
	}
	if !bytes.Equal(raw, before) {
		return errors.New("it changes the bytes it was given")
	}
	want := bytes.Clone(canonical)
	again, err := rules.Normalize(canonical)
	if err != nil || !bytes.Equal(again, want) {
		return fmt.Errorf("not idempotent: %s, then %s (%s)", want, again, told(err))
	}
	clear(again) // a result that is shared would now be spoiled
	if third, err := rules.Normalize(want); err != nil || !bytes.Equal(third, want) {
		return fmt.Errorf("results share memory: %s, then %s (%s)", want, third, told(err))
	}
	fields, err := object(want)
	if err != nil {
		return err
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(defaults)), slices.Sorted(maps.Keys(fields))); diff != "" {
		return fmt.Errorf("the canonical form has other fields than the defaults (-defaults +here):\n%s", diff)
	}
	state, err := rules.Start(want, "")
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}
	was, err := Snap(state)
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}
	again2, err := rules.Start(want, "")
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if err := same(was, again2); err != nil {
		return fmt.Errorf("start twice: %w", err)
	}
	return nil
}

func checkWrongOptions(rules game.Rules, fields map[string]json.RawMessage) error {
	const noSuch = "no-such-option"
	if err := wantOptionError(rules, `{"`+noSuch+`":1}`, noSuch); err != nil {
		return err
	}
	for _, broken := range []string{"{", "[]", "null", "3", `"x"`, `{} {}`, "\xff", `{"a"}`} {
		if err := wantOptionError(rules, broken, ""); err != nil {
			return err
		}
	}
	for name := range fields {
		for _, value := range []string{"{}", "[1]", "null", `"\u0000"`, "-1e400"} {
			if err := wantOptionError(rules, `{"`+name+`":`+value+`}`, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func wantOptionError(rules game.Rules, options, field string) error {
	got, err := rules.Normalize([]byte(options))
	wrong, ok := errors.AsType[*game.OptionError](err)
	switch {
	case err == nil:
		return fmt.Errorf("normalize %s: accepted as %s", options, got)
	case !ok:
		return fmt.Errorf("normalize %s: %w is not an *OptionError", options, err)
	case wrong.Field != field:
		return fmt.Errorf("normalize %s: the error names field %q, not %q", options, wrong.Field, field)
	case wrong.Problem == "" || wrong.Rule == "":
		return fmt.Errorf("normalize %s: the error says too little: %+v", options, *wrong)
	}
	return nil
}
