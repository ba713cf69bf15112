package table

import (
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/solver/players"
)

// Setup is how a table is set up. It does not change after the table was created.
type Setup struct {
	// Players is the number of players, 1 to 4 (S1).
	Players int `json:"players"`
	// Campaign reports whether the group plays the rounds of a campaign.
	Campaign bool `json:"campaign,omitempty"`
	// Book is the text of a campaign file with which the campaign begins; empty for a new campaign.
	Book string `json:"book,omitempty"`
	// First is the pick for the first round.
	First Pick `json:"first"`
	// Computers are the names of the computer players by seat, empty for a person. It may be shorter
	// than Players.
	Computers []string `json:"computers,omitempty"`
	// Substitute is the computer player that stands in for absent people; empty for the strongest.
	Substitute string `json:"substitute,omitempty"`
	// Patience is the number of seconds after which the others may go on without an absent person;
	// 0 means 120.
	Patience int `json:"patience,omitempty"`
	// Hints reports whether the table allows hints.
	Hints bool `json:"hints,omitempty"`
	// OpenCards reports whether the table allows the help of the solver, see [OpenCards].
	OpenCards bool `json:"open_cards,omitempty"`
	// Home reports whether the table is played at home. There the names of deals are shown, and the
	// computer players wait until the screen has shown what happened.
	Home bool `json:"home,omitempty"`
}

const (
	usualPatience = 2 * time.Minute
	// longestBook is the maximum size of a campaign file in bytes, far more than any campaign needs.
	longestBook = 1 << 16
)

// RoadBook returns the campaign file of a new campaign in which the Road is open (L5).
func RoadBook(lib *chapters.Library, players int) (string, error) {
	c, err := campaign.New(lib, players, players)
	if err != nil {
		return "", err
	}
	c.RoadOpen = true
	text, err := c.YAML()
	return string(text), err
}

// patience returns how long the others have to wait for an absent person.
func (s *Setup) patience() time.Duration {
	if s.Patience > 0 {
		return time.Duration(s.Patience) * time.Second
	}
	return usualPatience
}

// substitute returns the computer player that stands in for absent people.
func (s *Setup) substitute() string {
	return cmp.Or(s.Substitute, players.Strongest)
}

// check returns why a table cannot be set up like this, nil if it can.
func (s *Setup) check(lib *chapters.Library) error {
	switch {
	case s.Players < 1 || s.Players > 4:
		return say.Errorf("%d players are not possible: 1 to 4 can play (S1)", s.Players)
	case len(s.Computers) > s.Players:
		return say.Errorf("%d computer players are too many for a table of %d (S1)", len(s.Computers), s.Players)
	case len(s.Computers) == s.Players && !slices.Contains(s.Computers, ""):
		return ErrAlone
	case len(s.Book) > longestBook:
		return say.New("this is too long for the book of a campaign")
	case s.Book != "" && !s.Campaign:
		return say.New("only a campaign has a book")
	}
	for _, name := range append([]string{s.Substitute}, s.Computers...) {
		if err := checkComputer(name); err != nil {
			return err
		}
	}
	if err := cmp.Or(checkPatience(s.Patience), s.First.check()); err != nil {
		return err
	}
	c, err := s.campaign(lib)
	if err != nil {
		return err
	}
	_, _, err = s.First.deal(lib, s.Players, c, nil, 0)
	return err
}

// campaign returns the campaign at its beginning, nil without one.
func (s *Setup) campaign(lib *chapters.Library) (*campaign.Campaign, error) {
	if !s.Campaign {
		return nil, nil //nolint:nilnil // there is none
	}
	if s.Book == "" {
		return campaign.New(lib, s.Players, s.Players)
	}
	c, err := campaign.Read(lib, "the book", []byte(s.Book))
	if err == nil {
		c.Players = s.Players
		// A round that was begun elsewhere is not continued here.
		c.Playing = nil
	}
	return c, err
}

// anySeed returns a number for a deal that nobody can guess. A record has room for 63 bits.
func anySeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.BigEndian.Uint64(b[:]) >> 1
}

// On a server people choose from the following lists. A form or a script may send anything, so every
// choice is checked against the same lists before it is written, whichever way it comes in.

// Computers are the computer players that may play at a server's table, the weakest first. None of them
// sees more than a person does or thinks longer than usual.
var Computers = players.Names

// Patiences are the possible values of [Setup.Patience], in seconds.
var Patiences = []int{60, 120, 300, 900, 3600}

// checkComputer returns an error unless the name is one of [Computers], or empty for a person.
func checkComputer(name string) error {
	if name == "" || slices.Contains(Computers, name) {
		return nil
	}
	return say.Errorf("there is no computer player %.20q at this table; there are %s", name,
		strings.Join(Computers, ", "))
}

// checkPatience returns an error unless the value is one of [Patiences], or 0 for the usual time.
func checkPatience(seconds int) error {
	if seconds == 0 || slices.Contains(Patiences, seconds) {
		return nil
	}
	return say.Errorf("a wait of %d seconds cannot be chosen here; possible are %s", seconds,
		strings.ReplaceAll(strings.Trim(fmt.Sprint(Patiences), "[]"), " ", ", "))
}
