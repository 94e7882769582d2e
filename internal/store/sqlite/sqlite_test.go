package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/store/storetest"
	"github.com/hod-games/hod/internal/table"
)

func TestLog(t *testing.T) {
	storetest.Run(t, storetest.Engine{
		Durable: true,
		Open: func(t *testing.T, dir string) table.Log {
			t.Helper()
			log, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(dir, "hod.db")})
			if err != nil {
				t.Fatal(err)
			}
			return log
		},
	})
}
