package jetstream

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/hod-games/hod/internal/table"
)

// maxName is how many bytes the name of a table may have. Real ones have 12;
// the protocol bounds a whole line.
const maxName = 1000

// plain are the bytes of names that are used as they are.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

// token is the name of a table as one word of a subject: as it is, or in
// hexadecimal after a sign that no plain name has.
func token(id table.ID) (string, error) {
	switch {
	case id == "":
		return "", errors.New("the table has no name")
	case len(id) > maxName:
		return "", fmt.Errorf("the table's name has %d bytes, more than %d", len(id), maxName)
	case strings.Trim(string(id), plain) == "":
		return string(id), nil
	default:
		return "=" + hex.EncodeToString([]byte(id)), nil
	}
}

// named is the table that a word of a subject names.
func named(word string) (table.ID, bool) {
	coded, strange := strings.CutPrefix(word, "=")
	if !strange {
		return table.ID(word), word != ""
	}
	id, err := hex.DecodeString(coded)
	return table.ID(id), err == nil && len(id) > 0
}

// Subjects: where events go, and where the server tells that one is there.

func (l *Log) subject(word string) string { return l.stream + ".table." + word }

func (l *Log) told(word string) string { return l.stream + ".moved." + word }

// checkName says what is wrong with the name of a stream.
func checkName(stream string) error {
	if stream == "" || len(stream) > 60 || strings.Trim(stream, plain) != "" {
		return fmt.Errorf("the stream's name %.70q is not made of 1 to 60 letters, digits, - and _", stream)
	}
	return nil
}
