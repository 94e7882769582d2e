package ashtarashki

import (
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// write gives every legal move its text (clauses 5.1 to 5.3). It needs them
// all, because a departure is written only where it tells two moves apart.
func (p *Position) write(plays []Play) {
	stones := make([]string, len(plays))
	tails := make([]string, len(plays))
	likeIt := map[string]int{} // how many moves would be written the same
	inFile := map[string]int{} // how many of those leave from the same file
	for i, play := range plays {
		stone, _ := p.At(play.From)
		stones[i], tails[i] = stone.String(), p.tail(play)
		if stone.Condition == Covered {
			stones[i] = stone.Condition.String() // clause 5.1: without its rank
		}
		likeIt[stones[i]+tails[i]]++
		inFile[stones[i]+play.From.String()[:1]+tails[i]]++
	}
	for i, play := range plays {
		departure := ""
		if likeIt[stones[i]+tails[i]] > 1 {
			departure = play.From.String()[:1]
			if inFile[stones[i]+departure+tails[i]] > 1 {
				departure = play.From.String()
			}
		}
		plays[i].Text = game.Action(stones[i] + departure + tails[i])
	}
}

// tail is the notation of a move from its first ":" or its destination on.
func (p *Position) tail(play Play) string {
	if play.Captured == 0 {
		return play.To.String() + p.mark(play.Move)
	}
	var text strings.Builder
	for _, s := range play.Path {
		text.WriteByte(':')
		text.WriteString(s.String())
	}
	return text.String()
}

// mark is what a retreat makes of a stone (clause 5.3): "V", "W", "Z", or
// nothing for a move that is no retreat.
func (p *Position) mark(m Move) string {
	if !p.Retreats(m) {
		return ""
	}
	stone, _ := p.At(m.From)
	return "VWZ"[stone.Condition : stone.Condition+1]
}

// typed is a move as it was typed (clause 5.4): it is in the right form and
// names squares of the board, and that is all.
type typed struct {
	condition Condition
	rank      int    // 0 where a covered stone was written without it
	file      int    // of the departure; -1 where none was written
	from      Square // the departure, where whole
	whole     bool   // whether the departure is a whole square
	hops      []typedHop
	mark      string // "", "V", "W" or "Z"
}

type typedHop struct {
	to    Square
	takes bool // written with ":"
}

// folder takes the spellings that a reader accepts to the ones that a writer
// uses, all in lower case.
//
//nolint:gochecknoglobals // a replacer builds its table once and is safe to share
var folder = strings.NewReplacer("м", "m", "×", ":", "x", ":", "х", ":")

// parseMove reads the form of a move. The refusal is unreadable, or
// light-square where all else is in order.
func parseMove(text string) (typed, *game.Refusal) {
	unreadable := &game.Refusal{Rule: RuleUnreadable}
	if len(text) > maxMoveText {
		return typed{}, unreadable
	}
	rest := folder.Replace(strings.ToLower(strings.TrimSpace(text)))
	if rest == "" {
		return typed{}, unreadable
	}
	t := typed{file: -1}
	condition := strings.IndexByte(strings.ToLower(conditionLetters), rest[0])
	if condition < 0 {
		return typed{}, unreadable
	}
	t.condition, rest = Condition(condition), rest[1:]
	if rest != "" && rest[0] >= '1' && rest[0] <= '3' {
		t.rank, rest = int(rest[0]-'0'), rest[1:]
	} else if t.condition != Covered {
		return typed{}, unreadable
	}
	if n := len(rest); n > 0 && strings.IndexByte("vwz", rest[n-1]) >= 0 {
		t.mark, rest = strings.ToUpper(rest[n-1:]), rest[:n-1]
	}
	// A file by itself can only be a departure.
	if len(rest) > 1 && isFile(rest[0]) && !isRank(rest[1]) {
		t.file, rest = int(rest[0]-'a'), rest[1:]
	}
	light := false
	for rest != "" {
		hop := typedHop{takes: rest[0] == ':'}
		rest = strings.TrimPrefix(rest, ":")
		if len(rest) < 2 || !isFile(rest[0]) || !isRank(rest[1]) {
			return typed{}, unreadable
		}
		square, dark := SquareAt(int(rest[0]-'a'), int(rest[1]-'1'))
		light = light || !dark
		hop.to, rest = square, rest[2:]
		t.hops = append(t.hops, hop)
	}
	// The first of several squares is the departure, unless it is taken.
	if t.file < 0 && len(t.hops) > 1 && !t.hops[0].takes {
		t.from, t.whole, t.hops = t.hops[0].to, true, t.hops[1:]
		t.file = t.from.File()
	}
	switch {
	case len(t.hops) == 0:
		return typed{}, unreadable
	case light:
		return typed{}, &game.Refusal{Rule: RuleLightSquare}
	}
	return t, nil
}

// maxMoveText is far beyond the longest move: a stone, a departure, a dozen
// captures.
const maxMoveText = 200

func isFile(c byte) bool { return c >= 'a' && c <= 'h' }
func isRank(c byte) bool { return c >= '1' && c <= '8' }

// String writes t with the letters of a writer, its departure as it was typed.
func (t typed) String() string {
	var text strings.Builder
	text.WriteString(t.condition.String())
	if t.rank != 0 {
		text.WriteByte('0' + byte(t.rank))
	}
	if t.whole {
		text.WriteString(t.from.String())
	} else if t.file >= 0 {
		text.WriteByte('a' + byte(t.file))
	}
	for _, hop := range t.hops {
		if hop.takes {
			text.WriteByte(':')
		}
		text.WriteString(hop.to.String())
	}
	text.WriteString(t.mark)
	return text.String()
}
