package bot

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// recorded is a game between two bots.
func recorded(t *testing.T, id string, players [2]game.Bot, seed uint64) (steps []Step) {
	t.Helper()
	o := nardy.DefaultOptions()
	o.Variant = id
	s, err := nardy.New(o.JSON(), "")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for range 2000 {
		switch s.ToAct() {
		case game.Nobody:
			return steps
		case game.Chance:
			steps = append(steps, Step{State: s})
			pips := make([]int, s.Draw().Dice)
			for i := range pips {
				pips[i] = 1 + r.IntN(6)
			}
			next, err := s.Roll(pips)
			if err != nil {
				t.Fatal(err)
			}
			s = next.(*nardy.State)
		default:
			b := players[0]
			if s.ToAct() == game.Second {
				b = players[1]
			}
			a, err := b.Choose(t.Context(), s, r)
			if err != nil {
				t.Fatal(err)
			}
			steps = append(steps, Step{State: s, Action: a})
			next, err := s.Apply(a)
			if err != nil {
				t.Fatal(err)
			}
			s = next.(*nardy.State)
		}
	}
	t.Fatal("a game without an end")
	return nil
}

// reviewed is the review of a game in one go, begun as others begin it.
func reviewed(t *testing.T, judge *Player, steps []Step) (Review, error) {
	t.Helper()
	plain := make([]game.Step, len(steps))
	for i := range steps {
		plain[i] = game.Step{State: steps[i].State, Action: steps[i].Action}
	}
	r, err := judge.Review(plain)
	for more := err == nil; more; {
		more, err = r.Step(t.Context())
		if err != nil {
			return Review{}, err
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return r.(*Reviewing).Review(), nil
}

// checkKept holds what is kept of a review against the review: all sums can be
// had from it again.
func checkKept(t *testing.T, review *Review, kept Kept) {
	t.Helper()
	data, err := json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	var again Kept
	if err := json.Unmarshal(data, &again); err != nil || !reflect.DeepEqual(again, kept) {
		t.Errorf("kept %+v, read %+v (%v)", kept, again, err)
	}
	if most := 250*len(review.Verdicts) + 60*len(review.Fortunes) + 400; len(data) > most {
		t.Errorf("%d decisions and %d throws take %d bytes", len(review.Verdicts), len(review.Fortunes), len(data))
	}
	if len(kept.Decisions) != len(review.Verdicts) || len(kept.Throws) != len(review.Fortunes) || kept.Sides != review.Sides {
		t.Fatalf("%d decisions, %d throws, %+v are kept", len(kept.Decisions), len(kept.Throws), kept.Sides)
	}
	for i, d := range kept.Decisions {
		v := &review.Verdicts[i]
		if d.Step != v.Step || d.Side != v.Side || (d.Loss == 0) != (v.Played.Loss < 0.0005) || (d.Best == "") != (d.Loss == 0) {
			t.Errorf("decision %d is kept as %+v, it was %+v", i, d, v)
		}
	}
}

// TestReviewKnowsWhoPlayedWell reviews games of the judge itself against random
// play.
func TestReviewKnowsWhoPlayedWell(t *testing.T) {
	judge := bots[3].(*Player)
	for _, id := range []string{"short", "classic", "gulbar"} {
		steps := recorded(t, id, [2]game.Bot{judge, bots[0]}, 5)
		under := judge.reviewing(steps)
		for done := 0; done < len(steps); {
			ended, end := context.WithCancel(t.Context())
			end()
			if _, forced := steps[done].State.Only(); steps[done].State.Phase() == nardy.PhasePlay && !forced {
				if _, err := under.Step(ended); err == nil || under.Done() != done {
					t.Fatalf("%s: step %d is done although there was no time for it: %v", id, done, err)
				}
			}
			more, err := under.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if done++; under.Done() != done || more != (done < len(steps)) {
				t.Fatalf("%s: %d of %d steps done, more %t", id, under.Done(), len(steps), more)
			}
		}
		review := under.Review()
		whole, err := reviewed(t, judge, steps)
		if err != nil || !reflect.DeepEqual(whole, review) {
			t.Errorf("%s: another review of the same game is another one (%v)", id, err)
		}
		good, bad := &review.Sides[0], &review.Sides[1]
		if good.Decisions < 5 || bad.Decisions < 5 || good.Rate()*2 > bad.Rate() || bad.Errors < bad.Blunders || bad.Blunders == 0 {
			t.Errorf("%s: the good player %+v, the random one %+v", id, good, bad)
		}
		for _, v := range review.Verdicts {
			if v.Best.Loss != 0 || v.Played.Loss < 0 || v.Played.Action == v.Best.Action && v.Played.Loss != 0 || v.Played.Plies > v.Best.Plies {
				t.Errorf("%s: %+v", id, v)
			}
		}
		worst := review.Worst(3)
		for i := range worst {
			if worst[i].Played.Loss > worst[0].Played.Loss || worst[i].Played.Loss < Mistake {
				t.Errorf("%s: the worst are %+v", id, worst)
			}
		}
		checkKept(t, &review, under.Result().(Kept))
		t.Logf("%s: %.1f and %.1f thousandths a decision, luck %+.2f and %+.2f", id, good.Rate(), bad.Rate(), good.Luck, bad.Luck)
	}
}

// TestRandomPlayIsReviewedInEveryVariant judges plays that no bot would think of.
func TestRandomPlayIsReviewedInEveryVariant(t *testing.T) {
	for _, v := range nardy.Variants() {
		steps := recorded(t, v.ID, [2]game.Bot{bots[0], bots[0]}, 5)
		decisions := 0
		for i := range steps {
			if _, forced := steps[i].State.Only(); steps[i].State.Phase() == nardy.PhasePlay && !forced {
				decisions++
			}
		}
		r, err := reviewed(t, bots[1].(*Player), steps)
		if err != nil {
			t.Errorf("%s: %v", v.ID, err)
		} else if len(r.Verdicts) != decisions {
			t.Errorf("%s: %d of %d decisions are judged", v.ID, len(r.Verdicts), decisions)
		}
	}
}

// TestLuckOfThrowsIsNothingOnAverage reviews every throw of a position.
func TestLuckOfThrowsIsNothingOnAverage(t *testing.T) {
	judge := bots[2].(*Player)
	for _, id := range []string{"short", "triple", "crazy"} {
		steps := recorded(t, id, [2]game.Bot{bots[2], bots[2]}, 9)
		i := 20
		for steps[i].Action != "" || steps[i].State.Extra() {
			i++
		}
		before := steps[i].State
		sum := float32(0)
		for _, roll := range Rolls(before.Draw().Dice) {
			pips := make([]int, len(roll.Dice))
			for k, d := range roll.Dice {
				pips[k] = int(d)
			}
			after, err := before.Roll(pips)
			if err != nil {
				t.Fatal(err)
			}
			var r Review
			if err := judge.fortune(t.Context(), 1, []Step{{State: before}, {State: after.(*nardy.State)}}, &r); err != nil {
				t.Fatal(err)
			}
			sum += roll.Weight * r.Fortunes[0].Luck
		}
		if sum > 1e-3 || sum < -1e-3 {
			t.Errorf("%s, %s: luck is %.4f on average", id, before, sum)
		}
	}
}

func TestReviewRefusesWhatWasNotPlayed(t *testing.T) {
	steps := recorded(t, "short", [2]game.Bot{bots[0], bots[0]}, 3)
	for i := range steps {
		if _, forced := steps[i].State.Only(); steps[i].Action != "" && !forced {
			steps[i].Action = "24/1"
			break
		}
	}
	var refusal *game.Refusal
	if _, err := reviewed(t, bots[2].(*Player), steps); !errors.As(err, &refusal) {
		t.Errorf("error %v", err)
	}
}

func TestFactsSayWhatABetterPlayGains(t *testing.T) {
	best := Gain{Made: []int{5, 8}, Hits: 1, Blots: 1, Shots: 11, Lead: -3}
	played := Gain{Made: []int{8}, Given: []int{13}, Blots: 2, Shots: 20, Lead: -3}
	want := []Fact{{FactHits, []int{1}}, {FactMakes, []int{5}}, {FactKeeps, []int{13}}, {FactFewer, []int{9}}}
	if got := best.Over(&played); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	want = []Fact{{FactHits, []int{1}}, {FactMakes, []int{5, 8}}, {FactShots, []int{1, 11}}, {FactLead, []int{-3}}}
	if got := best.Facts(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	quiet := Gain{}
	if got := quiet.Over(&played); !reflect.DeepEqual(got, []Fact{{FactKeeps, []int{13}}, {FactSafe, []int{20}}}) {
		t.Errorf("%+v", got)
	}
}
