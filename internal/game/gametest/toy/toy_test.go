package toy_test

import (
	"testing"

	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/game/gametest/toy"
)

func TestContract(t *testing.T) {
	gametest.Run(t, gametest.Suite{Entry: toy.Entry(), Games: 30, MaxEvents: 200, MaxViewBytes: 1500})
}
