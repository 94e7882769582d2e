package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hod-games/hod/internal/game"
)

// Opening is what a new table is to be.
type Opening struct {
	Game     string
	Options  []byte // JSON, nil for the defaults
	Position string // a position code to begin from, empty for the game's own
	Mode     Mode
	Open     bool      // in Link mode: anybody may take the free seat, from the lobby
	Bot      string    // in Computer mode; empty means the strongest
	Starts   game.Side // Nobody means as the preset with these options says, else First
	Names    [2]string // not looked at where Open is set
	Dice     DiceKind  // empty means fair ones, in games with dice
	Clock    *Tempo    // nil for none; a computer waits for ever, so there is none against it
	// Commit is what the first seat commits itself to where the dice are fair;
	// empty for nothing. See Share.
	Commit string
}

// Opened is what whoever opens a table gets, and nobody else.
type Opened struct {
	ID    ID
	Seats map[game.Side]string // seat → its secret
	Join  string               // secret of the invitation, in Link mode
}

// OverThere is the problem of a position in which nothing is left to play.
const OverThere = "the game is over there"

// OpeningError says which part of an Opening can not be.
type OpeningError struct {
	Field   string // "game", "mode", "bot", "starts", "open", "position", "dice", "clock", "commit"
	Problem string
}

func (e *OpeningError) Error() string { return fmt.Sprintf("%s: %s", e.Field, e.Problem) }

// Open sets up a table. Errors: an *OpeningError, a *game.OptionError,
// ErrFull; anything else is a fault of the log.
func (h *Host) Open(ctx context.Context, o Opening) (Opened, error) {
	body, key, err := h.opening(o)
	if err != nil {
		return Opened{}, err
	}
	if h.Stats().Tables >= h.config.MaxLive {
		h.forget(0)
		if h.Stats().Tables >= h.config.MaxLive {
			return Opened{}, ErrFull
		}
	}
	made := Opened{Seats: map[game.Side]string{game.First: newSecret()}}
	private := openedPrivate{Seats: [2]string{hashSecret(made.Seats[game.First])}, Dice: key}
	switch body.Mode {
	case HotSeat:
		made.Seats[game.Second] = newSecret()
		private.Seats[1] = hashSecret(made.Seats[game.Second])
	case Computer:
		private.Seed = newSeed()
	case Link:
		made.Join = newSecret()
		private.Join = hashSecret(made.Join)
		private.Key = newKey()
	}
	e, err := makeEvent(step{kind: KindOpened, body: body, private: private}, "", &Snapshot{})
	if err != nil {
		return Opened{}, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendTimeout)
	defer cancel()
	// An ID that is taken already: once in centuries, and not an error then.
	for made.ID = NewID(); ; made.ID = NewID() {
		if err = h.config.Log.Append(ctx, made.ID, e); !errors.Is(err, ErrConflict) {
			break
		}
	}
	if err != nil {
		return Opened{}, fmt.Errorf("open table: %w", silent(err))
	}
	// Whoever opens a table looks at it next; and it may be the computer's
	// turn.
	t, err := h.hold(ctx, made.ID)
	if err != nil {
		return Opened{}, fmt.Errorf("open table: %w", silent(err))
	}
	h.release(t)
	return made, nil
}

// opening checks o and completes it. The key is that of the dice, if there are
// any.
func (h *Host) opening(o Opening) (body OpenedBody, key []byte, err error) {
	entry, ok := h.games[o.Game]
	if !ok || entry.Draft {
		return OpenedBody{}, nil, &OpeningError{Field: "game", Problem: fmt.Sprintf("there is no game %.20q", o.Game)}
	}
	options, err := entry.Rules.Normalize(o.Options)
	if err != nil {
		return OpenedBody{}, nil, fmt.Errorf("options of %s: %w", o.Game, err)
	}
	start, err := entry.Rules.Start(options, o.Position)
	if err != nil {
		return OpenedBody{}, nil, &OpeningError{Field: "position", Problem: err.Error()}
	}
	if start.ToAct() == game.Nobody {
		return OpenedBody{}, nil, &OpeningError{Field: "position", Problem: OverThere}
	}
	info := entry.Rules.Info()
	body = OpenedBody{
		Game: o.Game, Version: info.Version, Options: json.RawMessage(options), Position: o.Position,
		Mode: o.Mode, Open: o.Open, Starts: o.Starts,
		Names: [2]string{CleanName(o.Names[0]), CleanName(o.Names[1])},
	}
	switch o.Mode {
	case HotSeat, Link:
		// Two people play; whatever bot was named has no seat here.
	case Computer:
		bots := entry.Players()
		bot := bots[len(bots)-1]
		if o.Bot != "" {
			if bot, ok = entry.BotNamed(o.Bot); !ok {
				return OpenedBody{}, nil, &OpeningError{Field: "bot", Problem: fmt.Sprintf("there is no bot %.20q in %s", o.Bot, o.Game)}
			}
		}
		body.Bot = bot.Name()
		body.Names[1] = ""
	default:
		return OpenedBody{}, nil, &OpeningError{Field: "mode", Problem: fmt.Sprintf(`%.20q is neither "hotseat" nor "computer" nor "link"`, string(o.Mode))}
	}
	if o.Open {
		if o.Mode != Link {
			return OpenedBody{}, nil, &OpeningError{Field: "open", Problem: `goes with the mode "link" only`}
		}
		body.Names = [2]string{} // strangers see nothing that somebody has typed
	}
	switch {
	case o.Starts == game.Nobody:
		body.Starts = game.First
		if o.Mode == Computer && secondStarts(entry.Rules, info, options) {
			body.Starts = game.Second
		}
	case !o.Starts.Player():
		return OpenedBody{}, nil, &OpeningError{Field: "starts", Problem: `is neither "first" nor "second"`}
	}
	if body.Dice, key, err = h.diceOf(o.Dice, start); err != nil {
		return OpenedBody{}, nil, err
	}
	if o.Clock != nil {
		if o.Mode == Computer {
			return OpenedBody{}, nil, &OpeningError{Field: "clock", Problem: "there is none against a computer"}
		}
		if err := o.Clock.check(); err != nil {
			return OpenedBody{}, nil, err
		}
		tempo := *o.Clock
		body.Clock = &tempo
	}
	if o.Commit != "" && !isDigest(o.Commit) {
		return OpenedBody{}, nil, &OpeningError{Field: "commit", Problem: notDigest}
	}
	// A page need not know whether there will be dice.
	if body.Dice != nil && body.Dice.Kind == FairDice {
		body.Commit = o.Commit
	}
	return body, key, nil
}

// secondStarts reports whether the options are those of a preset in which the
// computer begins.
func secondStarts(rules game.Rules, info game.Info, options []byte) bool {
	for _, p := range info.Presets {
		canonical, err := rules.Normalize(p.Options)
		if err == nil && string(canonical) == string(options) {
			return p.SecondStarts
		}
	}
	return false
}
