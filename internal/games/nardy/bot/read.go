package bot

import "github.com/hod-games/hod/internal/games/nardy"

// nodeOf is the node of a state: what came before the throw that is due or the
// stage that is to be played.
func nodeOf(s *nardy.State) Node {
	n := Node{Pos: s.Position(), Side: s.Turn(), Starter: s.Starter(), Extra: s.Extra(), Rest: s.Rest()}
	for side, throws := range s.Throws() {
		n.Throws[side] = uint8(min(throws, warmUp+1))
	}
	return n
}

// stageOf is the stage of a state in which one is to be played.
func stageOf(s *nardy.State) Stage {
	rules := s.Stage()
	st := Stage{Node: nodeOf(s), N: len(rules.Dice), Handed: s.Handed(), From: uint8(s.From())}
	st.Head = rules.HeadTaken
	copy(st.Dice[:], rules.Dice)
	st.Home = !st.Handed && st.From == 0 && st.Pos.Home(st.Side)
	return st
}
