package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Throw is what the pips of a throw are computed from, beside the site's
// secret.
type Throw struct {
	Table  string
	N      int // number of the throw at the table, from 1
	Dice   int
	Faces  int       // 2 … 256
	Shares [2]string // revealed secrets of the first and the second seat, "" for none
}

// message is the text that is authenticated with the site's secret: every
// field on a line of its own, so that no two throws have the same.
func (t *Throw) message() string {
	var b strings.Builder
	fmt.Fprintf(&b, "hod/dice/1\n%s\n%d\n%d\n%d\n", t.Table, t.N, t.Dice, t.Faces)
	for _, s := range t.Shares {
		if s == "" {
			s = "-"
		}
		b.WriteString(s)
		b.WriteByte('\n')
	}
	return b.String()
}

// Pips computes what the dice show. Site is the site's secret in hexadecimal.
func Pips(site string, t Throw) ([]int, error) {
	key, err := digest(site)
	if err != nil {
		return nil, fmt.Errorf("the site's secret: %w", err)
	}
	if t.Dice < 1 || t.Dice > maxDice || t.Faces < 2 || t.Faces > 256 {
		return nil, fmt.Errorf("%d dice of %d faces", t.Dice, t.Faces)
	}
	for _, share := range t.Shares {
		if _, err := digest(share); share != "" && err != nil {
			return nil, fmt.Errorf("a share: %w", err)
		}
	}
	// The greatest multiple of the number of faces: above it the first faces
	// would come up more often.
	limit := 256 - 256%t.Faces
	pips := make([]int, 0, t.Dice)
	mac, message := hmac.New(sha256.New, key), t.message()
	for block := 0; ; block++ {
		mac.Reset()
		mac.Write([]byte(message + strconv.Itoa(block)))
		for _, b := range mac.Sum(nil) {
			if int(b) >= limit {
				continue
			}
			if pips = append(pips, int(b)%t.Faces+1); len(pips) == t.Dice {
				return pips, nil
			}
		}
	}
}

// maxDice bounds what somebody else's receipt can ask for.
const maxDice = 100

// Commitment is what whoever holds a secret publishes before the throw: the
// SHA-256 of its 32 bytes. Both are in lower-case hexadecimal.
func Commitment(secret string) (string, error) {
	data, err := digest(secret)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// digest reads 32 bytes in lower-case hexadecimal: other spellings of the same
// bytes are refused, since the text itself goes into the message.
func digest(s string) ([]byte, error) {
	if len(s) != 2*sha256.Size || strings.Trim(s, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("%.70q is not 64 digits from 0 to 9 and a to f", s)
	}
	data, err := hex.DecodeString(s)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", s, err)
	}
	return data, nil
}

// secret is the site's secret for throw n of the table that has key: derived,
// so that there is nothing to remember and nothing to throw again.
func secret(key []byte, n int) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("hod/roll/" + strconv.Itoa(n)))
	return hex.EncodeToString(mac.Sum(nil))
}
