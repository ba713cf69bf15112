package table

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/store"
)

// A code is typed by people: it is made of letters and digits that do not look like
// each other, in groups.
const (
	codeLetters = "0123456789abcdefghjkmnpqrstvwxyz" // 5 bits each
	codeGroup   = 3
	// inviteLength is 45 bits, returnLength 60: who knows that one is the person.
	inviteLength = 9
	returnLength = 12
)

// newCode returns a code that nobody can guess.
func newCode(length int) string {
	b := make([]byte, length)
	_, _ = rand.Read(b) // it never fails
	for i := range b {
		b[i] = codeLetters[b[i]%byte(len(codeLetters))]
	}
	return string(b)
}

// ShowCode returns a code for people to read and type: k7m-29x-qpr.
func ShowCode(code string) string {
	var groups []string
	for len(code) > codeGroup {
		groups, code = append(groups, code[:codeGroup]), code[codeGroup:]
	}
	return strings.Join(append(groups, code), "-")
}

// ParseCode reads a code as somebody typed it: small or large, with or without what
// stands between the groups, and with letters that are easily taken for another.
// The error is ErrCode for what cannot be one.
func ParseCode(typed string) (string, error) {
	const longest = 100
	if len(typed) > longest {
		return "", ErrCode
	}
	code := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '-', '_', '.', ',', '\t', '\n', '\r':
			return -1
		case 'o':
			return '0'
		case 'i', 'l':
			return '1'
		case 'u':
			return 'v'
		}
		return r
	}, strings.ToLower(typed))
	if n := len(code); n != inviteLength && n != returnLength || strings.Trim(code, codeLetters) != "" {
		return "", say.Errorf("%.40q: %w", clean(typed), ErrCode)
	}
	return code, nil
}

// codeTarget is the target of a code: a table, or the person who comes back with it.
type codeTarget struct {
	Table  string `json:",omitempty"`
	Watch  bool   `json:",omitempty"`
	Person string `json:"person,omitempty"`
}

// issue makes a code of so many characters, and keeps what it stands for.
func (h *Service) issue(length int, target codeTarget) (string, error) {
	code := newCode(length)
	value, err := json.Marshal(target)
	if err != nil {
		return "", err
	}
	return code, h.serverFolder.Codes.Change(keyOf(code), func(previous []byte) ([]byte, error) {
		if previous != nil {
			return nil, ErrQuicker // once in thirty million million times
		}
		return value, nil
	})
}

// ResolveCode returns where a code leads, as somebody has typed it: to a table, or back to the person
// who somebody was, with the name used last. The error is [ErrCode] for a code that is not known.
func (h *Service) ResolveCode(typed string) (ticket Ticket, person Person, err error) {
	code, err := ParseCode(typed)
	if err != nil {
		return ticket, person, err
	}
	value, err := h.serverFolder.Codes.Get(keyOf(code))
	var s codeTarget
	switch {
	case err != nil && !errors.Is(err, store.ErrNone):
		return ticket, person, err
	case err != nil || json.Unmarshal(value, &s) != nil:
		return ticket, person, ErrCode
	case campaign.PlainName(s.Table):
		return Ticket{Table: s.Table, Watch: s.Watch, code: code}, person, nil
	case s.Person == "":
		return ticket, person, ErrCode
	}
	person.ID = s.Person
	person.Name, err = h.Name(s.Person)
	return ticket, person, err
}

// keyOf is under which key something is kept that nobody shall find out from where it
// is kept.
func keyOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
