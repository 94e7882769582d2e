package nardy

import (
	"fmt"

	"github.com/hod-games/hod/internal/game"
)

// ID is the game's name in folders, addresses and logs.
const ID = "nardy"

// Rules is the nardy family: seventeen variants. It keeps nothing.
type Rules struct{}

var (
	_ game.Rules     = Rules{}
	_ game.Explainer = Rules{}
	_ game.Querier   = Rules{}
	_ game.Match     = Rules{}
	_ game.Thrower   = (*State)(nil)
	_ game.Pricer    = (*State)(nil)
)

// Info describes the family; every variant is a preset.
func (Rules) Info() game.Info {
	info := game.Info{
		ID: ID, Version: 1,
		Clauses: refusals(),
		Reasons: []string{
			Oyn.String(), Mars.String(), Koks.String(), Mother.String(), Drawn.String(),
			reasonDead, reasonDropped,
		},
	}
	for _, v := range Variants() {
		o := DefaultOptions()
		o.Variant = v.ID
		info.Presets = append(info.Presets, game.Preset{ID: presetID(v.ID), Options: o.JSON()})
	}
	return info
}

// Normalize fills in the defaults and checks the limits.
func (Rules) Normalize(options []byte) ([]byte, error) {
	o, err := ParseOptions(options)
	if err != nil {
		return nil, err
	}
	return o.JSON(), nil
}

// Following returns the options of the next game of the match, or of the first
// one of a new match once this one is decided.
func (Rules) Following(options []byte, o game.Outcome) (next []byte, over bool, err error) {
	now, err := ParseOptions(options)
	if err != nil {
		return nil, false, err
	}
	after, over := now.Following(o)
	if over {
		after.Score, after.Crawford = [2]int{}, false
	}
	return after.JSON(), over, nil
}

// Start returns the position before the opening draw, or the one that a code
// names.
func (Rules) Start(options []byte, code string) (game.State, error) {
	s, err := New(options, code)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// New is Start with the game's own type.
func New(options []byte, code string) (*State, error) {
	o, err := ParseOptions(options)
	if err != nil {
		return nil, err
	}
	v, _ := VariantNamed(o.Variant) // ParseOptions has checked it
	s := &State{set: &setting{Variant: v, Options: o}, pos: v.Initial(), phase: PhaseDraw}
	if code == "" {
		return s, nil
	}
	if err := s.parse(code); err != nil {
		return nil, fmt.Errorf("position %.120q: %w", code, err)
	}
	return s, nil
}
