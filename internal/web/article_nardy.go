package web

import (
	"math/bits"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

func nardyExtras() extras {
	return extras{}
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
