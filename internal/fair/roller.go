package fair

import (
	"encoding/json"
	"fmt"

	"github.com/hod-games/hod/internal/table"
)

// Roller throws the dice of tables. It keeps nothing: all it needs comes with
// the question.
type Roller struct{}

var _ table.Roller = Roller{}

// Commit is the site's commitment for throw n of the table that has key.
func (Roller) Commit(key []byte, n int) string {
	commit, err := Commitment(secret(key, n))
	if err != nil {
		panic(fmt.Sprintf("a secret of the site is none: %v", err))
	}
	return commit
}

// Roll makes a throw and its receipt.
func (r Roller) Roll(t table.Throw) ([]int, json.RawMessage, error) {
	if len(t.Key) < keySize {
		return nil, nil, fmt.Errorf("a key of %d bytes makes no secrets", len(t.Key))
	}
	receipt := Receipt{
		N: t.N, Site: secret(t.Key, t.N), SiteCommit: r.Commit(t.Key, t.N), NextCommit: r.Commit(t.Key, t.N+1),
		Dice: t.Draw.Dice, Faces: t.Draw.Faces, Shares: []table.RevealedShare{},
	}
	for _, share := range t.Shares {
		if share != nil {
			receipt.Shares = append(receipt.Shares, *share)
		}
	}
	pips, err := Pips(receipt.Site, receipt.throw(string(t.Table)))
	if err != nil {
		return nil, nil, err
	}
	data, err := json.Marshal(receipt)
	if err != nil {
		return nil, nil, fmt.Errorf("write receipt: %w", err)
	}
	return pips, data, nil
}

// keySize is the least length of a table's key, in bytes.
const keySize = 32
