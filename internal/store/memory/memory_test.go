package memory_test

import (
	"testing"

	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/store/storetest"
	"github.com/hod-games/hod/internal/table"
)

func TestLog(t *testing.T) {
	storetest.Run(t, storetest.Engine{
		Open: func(*testing.T, string) table.Log { return memory.New() },
	})
}
