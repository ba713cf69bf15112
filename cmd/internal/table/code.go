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

// People type codes, so a code consists of letters and digits that do not look alike, in groups.
const (
	// codeLetters are the 32 characters of codes, 5 bits each.
	codeLetters = "0123456789abcdefghjkmnpqrstvwxyz"
	// codeGroup is the number of characters in a group.
	codeGroup = 3
	// inviteLength is the length of an invitation: 45 bits.
	inviteLength = 9
	// returnLength is the length of a code from [Service.ReturnCode]: 60 bits, because whoever knows
	// it is treated as that person.
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
		groups = append(groups, code[:codeGroup])
		code = code[codeGroup:]
	}
	return strings.Join(append(groups, code), "-")
}

// ParseCode reads a typed code. It accepts upper and lower case, any separators between the groups, and
// letters that are easily confused with the characters of a code. The error matches [ErrCode] for
// anything that cannot be a code.
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
	wrongLength := len(code) != inviteLength && len(code) != returnLength
	if wrongLength || strings.Trim(code, codeLetters) != "" {
		return "", say.Errorf("%.40q: %w", clean(typed), ErrCode)
	}
	return code, nil
}

// codeTarget is the target of a code: a table to which it invites, or a person who can come back with it.
// It is stored as JSON; the keys of Table and Watch are their Go names.
type codeTarget struct {
	// Table is the ID of a table, empty for a person's code.
	Table string `json:",omitempty"`
	// Watch reports whether the invitation is only for watching.
	Watch bool `json:",omitempty"`
	// Person is the ID of a person, empty for an invitation.
	Person string `json:"person,omitempty"`
}

// issue creates a code of a length and stores its target.
func (s *Service) issue(length int, target codeTarget) (string, error) {
	code := newCode(length)
	value, err := json.Marshal(target)
	if err != nil {
		return "", err
	}
	return code, s.serverFolder.Codes.Change(keyOf(code), func(previous []byte) ([]byte, error) {
		if previous != nil {
			return nil, ErrQuicker // the code exists already: one chance in 2^45 for each stored code
		}
		return value, nil
	})
}

// withdraw removes a code that was issued for something that could not be written. If that fails, the code expires like
// all others.
func (s *Service) withdraw(code string) {
	_ = s.serverFolder.Codes.Change(keyOf(code), func([]byte) ([]byte, error) { return nil, nil })
}

// ResolveCode returns the target of a typed code: a ticket for a table, or the person that the code
// stands for, with the name they used last. The error matches [ErrCode] for an unknown code.
func (s *Service) ResolveCode(typed string) (ticket Ticket, person Person, err error) {
	code, err := ParseCode(typed)
	if err != nil {
		return ticket, person, err
	}
	value, err := s.serverFolder.Codes.Get(keyOf(code))
	var target codeTarget
	switch {
	case err != nil && !errors.Is(err, store.ErrNone):
		return ticket, person, err
	case err != nil || json.Unmarshal(value, &target) != nil:
		return ticket, person, ErrCode
	case campaign.IsSaveName(target.Table):
		return Ticket{Table: target.Table, Watch: target.Watch, code: code}, person, nil
	case target.Person == "":
		return ticket, person, ErrCode
	}
	person.ID = target.Person
	person.Name, err = s.Name(target.Person)
	return ticket, person, err
}

// keyOf returns the key under which something is stored for a secret: its hash, so that nobody can learn
// codes and IDs from the files.
func keyOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
