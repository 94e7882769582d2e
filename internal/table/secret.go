package table

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
)

// idAlphabet leaves out what is mistaken for something else when it is read
// aloud, and what messengers cut off at the end of a link.
const idAlphabet = "23456789abcdefghjkmnpqrstuvwxyz"

// idLength characters of idAlphabet are 59 bits: nobody finds a table by
// guessing, and a watcher's link is not a secret that must hold for ever.
const idLength = 12

// NewID returns a fresh random table ID.
func NewID() ID {
	id := make([]byte, 0, idLength)
	for len(id) < idLength {
		var draw [2 * idLength]byte
		rand.Read(draw[:]) // never fails, by its own promise
		for _, b := range draw {
			// 248 is the greatest multiple of 31 in a byte: above it the
			// first letters would come up more often.
			if b < 248 && len(id) < idLength {
				id = append(id, idAlphabet[int(b)%len(idAlphabet)])
			}
		}
	}
	return ID(id)
}

// newSecret returns 130 random bits as 26 letters and digits.
func newSecret() string { return rand.Text() }

func newSeed() uint64 {
	var b [8]byte
	rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

// newKey returns 32 random bytes.
func newKey() []byte {
	key := make([]byte, 32)
	rand.Read(key)
	return key
}

func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// opens reports whether hash was made from secret. It takes the same time
// wherever the two differ.
func opens(secret, hash string) bool { return opensHashed(secret, hashSecret(secret), hash) }

// opensHashed is opens for a secret whose hash is known already.
func opensHashed(secret, hashed, hash string) bool {
	return hash != "" && secret != "" && subtle.ConstantTimeCompare([]byte(hashed), []byte(hash)) == 1
}

// seatSecret derives the secret of the invited seat from the table's key and
// the key of the request, so that a request repeated after a lost answer gets
// the same secret, and nobody else does.
func seatSecret(key []byte, request string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("seat/" + request))
	return base32.StdEncoding.EncodeToString(mac.Sum(nil))[:26]
}
