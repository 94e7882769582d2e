package train

import (
	"math/rand/v2"

	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// Grow gives the networks for contact so many hidden units. Those they have stay
// as they are; new ones look at the inputs by chance and count for nothing yet,
// so that the networks say what they said. A network that has as many already is
// left alone. What is given is not changed.
func Grow(nets bot.Nets, hidden int, seed uint64) bot.Nets {
	nets = nets.Clone()
	r := rand.New(rand.NewPCG(seed, 0x67_726f_77))
	for i, old := range nets {
		if old == nil || bot.Phase(i) == bot.Race || old.Hidden >= hidden {
			continue
		}
		n := fresh(r, old.Inputs, hidden, old.Outputs)
		for in := range old.Inputs {
			copy(n.First[in*hidden:], old.First[in*old.Hidden:(in+1)*old.Hidden])
		}
		copy(n.Bias, old.Bias)
		for o := range old.Outputs {
			row := n.Second[o*hidden : (o+1)*hidden]
			clear(row)
			copy(row, old.Second[o*old.Hidden:(o+1)*old.Hidden])
		}
		copy(n.Last, old.Last)
		nets[i] = n
	}
	return nets
}
