package table

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// A deal's name tells everybody all cards. So while a round is played it is sealed: the
// table shows a hash, and at the end what that is a hash of. Then anybody can check
// that the deal was not changed meanwhile.

// Seal is the hash of a round's first line and a salt, in hex.
type Seal string

// Opened holds the parts of a seal: the first line of the round's record, without its newline, and
// the salt in hex.
type Opened struct{ Line, Salt string }

// Seal returns the seal: the SHA-256 of the line, a newline and the salt as it is
// written, so that it can be checked with
//
//	printf '%s\n%s' "$LINE" "$SALT" | sha256sum
func (o Opened) Seal() Seal {
	sum := sha256.Sum256([]byte(o.Line + "\n" + o.Salt))
	return Seal(hex.EncodeToString(sum[:]))
}

// Short returns the first half of the seal, which is 128 bits, in groups of four: people
// read it to each other.
func (s Seal) Short() string {
	const half, group = 32, 4
	var groups []string
	for part := range slices.Chunk([]byte(s[:min(len(s), half)]), group) {
		groups = append(groups, string(part))
	}
	return strings.Join(groups, " ")
}

// sealed returns a line with a new salt.
func sealed(line string) Opened {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // it never fails
	return Opened{Line: line, Salt: hex.EncodeToString(salt)}
}
