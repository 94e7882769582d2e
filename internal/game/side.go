package game

import "fmt"

// Side is who has to act.
type Side int8

const (
	Nobody Side = iota // the game is over
	First              // the side that makes the first decision of the game
	Second
	Chance // the host must roll; see Dicer
)

var sideNames = [...]string{Nobody: "nobody", First: "first", Second: "second", Chance: "chance"}

// Other is the opponent of First or Second; Nobody and Chance have none and
// are returned as they are.
func (s Side) Other() Side {
	switch s {
	case First:
		return Second
	case Second:
		return First
	default:
		return s
	}
}

// Player reports whether s is First or Second.
func (s Side) Player() bool { return s == First || s == Second }

func (s Side) String() string {
	if s < Nobody || s > Chance {
		return fmt.Sprintf("Side(%d)", int8(s))
	}
	return sideNames[s]
}

// MarshalText writes "first", "second", "chance" or "nobody".
func (s Side) MarshalText() ([]byte, error) {
	if s < Nobody || s > Chance {
		return nil, fmt.Errorf("no such side: %d", int8(s))
	}
	return []byte(sideNames[s]), nil
}

// UnmarshalText reads what MarshalText writes.
func (s *Side) UnmarshalText(text []byte) error {
	for i, name := range sideNames {
		if name == string(text) {
			*s = Side(i)
			return nil
		}
	}
	return fmt.Errorf("no such side: %q", text)
}
