package bot

import (
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/games/nardy"
)

// nodeOf is the node of a state: what came before the throw that is due or the
// stage that is to be played. What a state does not tell by methods stands in
// its position code.
func nodeOf(s *nardy.State) Node {
	n := Node{Pos: s.Position(), Side: s.Turn(), Throws: [2]uint8{2, 2}}
	_, words, _ := strings.Cut(s.String(), " ")
	for word := range strings.FieldsSeq(words) {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "began":
			n.Starter = nardy.Dark
		case "extra":
			n.Extra = true
		case "throws":
			light, dark, _ := strings.Cut(value, ",")
			n.Throws = [2]uint8{throwsOf(light), throwsOf(dark)}
		case "rest":
			for part := range strings.SplitSeq(value, ",") {
				n.Rest[part[0]-'0'] = part[2] - '0'
			}
		}
	}
	return n
}

func throwsOf(text string) uint8 {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return uint8(min(n, warmUp+1))
}

// stageOf is the stage of a state in which one is to be played.
func stageOf(s *nardy.State) Stage {
	rules := s.Stage()
	st := Stage{Node: nodeOf(s), N: len(rules.Dice)}
	copy(st.Dice[:], rules.Dice)
	st.Head = rules.HeadTaken
	for word := range strings.FieldsSeq(s.String()) {
		if word == "handed" {
			st.Handed = true
		}
		if from, ok := strings.CutPrefix(word, "from="); ok {
			st.From = from[0] - '0'
		}
	}
	st.Home = !st.Handed && st.From == 0 && st.Pos.Home(st.Side)
	return st
}
