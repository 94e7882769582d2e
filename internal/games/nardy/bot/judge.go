package bot

import (
	"context"

	"github.com/hod-games/hod/internal/games/nardy"
)

// Phase says what gives a node its value.
type Phase uint8

const (
	Contact Phase = iota // a network: the sides can still get in each other's way
	Race                 // a network: they have passed each other
	Locked               // a network: contact, and a checker of the short family stands before a wall
	Exact                // the table: everybody is home
)

// wall is how many of the six points before its last checker a side finds closed
// from where on the position is Locked.
const wall = 4

// Judge gives nodes of a variant a value without looking ahead. One Judge
// serves one goroutine.
type Judge struct {
	v        *nardy.Variant
	encoders [networks]*encoder
	readers  [networks]*Reader
	table    *bearoff
	plain    heuristic
	outputs  int
	cache    *cache   // nil for none
	small    *encoder // of a pruner, nil until one is needed
	// Evaluations counts the nodes that were given a value.
	Evaluations int
}

// Nets are the networks of a variant by phase: Contact, Race, Locked. Where there
// is none for Locked, that for Contact takes its place, and where there is no
// other, the heuristic.
type Nets [networks]*Net

// networks is how many phases have one.
const networks = int(Exact)

// Clone is a copy that shares nothing.
func (n Nets) Clone() (c Nets) {
	for i, net := range n {
		if net != nil {
			c[i] = net.Clone()
		}
	}
	return c
}

// Phases are how many networks a variant has at most.
func Phases(v *nardy.Variant) int {
	if v.Contact == nardy.Hitting {
		return networks
	}
	return int(Locked)
}

// Inputs is how many inputs the network of a phase has in a variant.
func Inputs(v *nardy.Variant, p Phase) int { return setOf(v, p).size() }

// Outcomes is how many of the chances a network of the variant tells.
func Outcomes(v *nardy.Variant) int { return outcomes(v) }

// Tables hold what all judges of a process can share and what takes time to
// compute.
type Tables struct {
	escapes *escapes
	slot    chan map[key]*solving
}

// solving is a table that is being computed until done is closed.
type solving struct {
	done  chan struct{}
	table *bearoff
}

// key names a table: a kind of bear-off and the checkers of a side.
type key struct {
	kind
	checkers int
}

// NewTables returns tables that are computed when they are first needed.
func NewTables() *Tables {
	t := &Tables{escapes: newEscapes(), slot: make(chan map[key]*solving, 1)}
	t.slot <- map[key]*solving{}
	return t
}

// bearoff is the table of a variant. Whoever needs one that is being computed
// waits for it, and for no other one.
func (t *Tables) bearoff(v *nardy.Variant) *bearoff {
	k := key{kind: kindOf(v), checkers: v.Checkers()}
	known := <-t.slot
	s := known[k]
	if s != nil {
		t.slot <- known
		<-s.done
		return s.table
	}
	s = &solving{done: make(chan struct{})}
	known[k] = s
	t.slot <- known
	s.table = solve(k.kind)
	s.table.firstOff(k.checkers)
	close(s.done)
	return s.table
}

// prepare computes the tables of all variants.
func (t *Tables) prepare(ctx context.Context) {
	for _, v := range nardy.Variants() {
		if ctx.Err() != nil {
			return
		}
		t.bearoff(&v)
	}
}

// NewJudge returns a judge with these networks.
func NewJudge(v *nardy.Variant, nets Nets, t *Tables) *Judge {
	j := &Judge{v: v, outputs: outcomes(v), plain: heuristic{v: v, escapes: t.escapes}}
	j.table = t.bearoff(v)
	for i := range networks {
		if p := Phase(i); p == Locked && nets[Locked] == nil {
			j.encoders[Locked], j.readers[Locked] = j.encoders[Contact], j.readers[Contact]
			continue
		}
		j.encoders[i] = newEncoder(v, setOf(v, Phase(i)), t.escapes, j.table)
		if nets[i] != nil {
			j.readers[i] = newReader(nets[i])
		}
	}
	return j
}

// Reset makes what follows independent of what came before.
func (j *Judge) Reset() {
	j.Evaluations = 0
	if j.cache != nil {
		j.cache.forget()
	}
	for _, r := range j.readers {
		if r != nil {
			r.Reset()
		}
	}
}

func (j *Judge) phase(n *Node, a, b *eye) Phase {
	switch {
	case !apart(j.v, a, b):
		if j.v.Contact == nardy.Hitting && max(a.before(), b.before()) >= wall {
			return Locked
		}
		return Contact
	case inHome(a, b) && n.Rest.Empty():
		return Exact
	default:
		return Race
	}
}

// PhaseOf is what gives a node its value.
func (j *Judge) PhaseOf(n *Node) Phase {
	a, b := look(j.v, &n.Pos, n.Side)
	return j.phase(n, &a, &b)
}

// Inputs are the inputs for the network of the phase of a node; none in Exact.
// They are valid until the next call of a method.
func (j *Judge) Inputs(n *Node) (Phase, []float32) {
	a, b := look(j.v, &n.Pos, n.Side)
	phase := j.phase(n, &a, &b)
	if phase == Exact {
		return phase, nil
	}
	return phase, j.encoders[phase].encode(n, &a, &b)
}

// Value is the chances of the side that throws in a node.
func (j *Judge) Value(n *Node) Chances {
	if j.cache == nil {
		return j.value(n)
	}
	key := n.key()
	slot, found := j.cache.slot(key)
	if !found {
		*slot = cached{key: key, round: j.cache.round, chances: j.value(n)}
	}
	return slot.chances
}

func (j *Judge) value(n *Node) Chances {
	j.Evaluations++
	a, b := look(j.v, &n.Pos, n.Side)
	phase := j.phase(n, &a, &b)
	if phase == Exact {
		return j.table.chances(n)
	}
	var c Chances
	if r := j.readers[phase]; r != nil {
		c = r.Read(j.encoders[phase].encode(n, &a, &b))
	} else {
		c = j.plain.chances(n, &a, &b)
	}
	j.Possible(&c, n)
	return c
}

// Possible takes out of c what can not happen any more in a node.
func (j *Judge) Possible(c *Chances, n *Node) {
	// A mother counts two however many checkers are off.
	mothers := j.v.Contact == nardy.Covering
	if n.Pos.N[n.Side][nardy.Off] > 0 && !mothers {
		c[LoseMars], c[LoseKoks] = 0, 0
	}
	if n.Pos.N[n.Side.Other()][nardy.Off] > 0 && !mothers {
		c[WinMars], c[WinKoks] = 0, 0
	}
	c[WinMars] = min(c[WinMars], c[Win])
	c[LoseMars] = min(c[LoseMars], 1-c[Win])
	c[WinKoks] = min(c[WinKoks], c[WinMars])
	c[LoseKoks] = min(c[LoseKoks], c[LoseMars])
}
