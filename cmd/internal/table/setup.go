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

// Setup is how a table is set up. It does not change.
type Setup struct {
	// Players is how many play, 1 to 4 (S1).
	Players int `json:"players"`
	// Campaign reports whether the rounds are those of a campaign, which begins with the
	// text of Book if there is one: a campaign file.
	Campaign bool   `json:"campaign,omitempty"`
	Book     string `json:"book,omitempty"`
	// First is the first round.
	First Pick `json:"first"`
	// Computers names the computer player at each seat, empty for a person; it may be shorter than
	// Players.
	Computers []string `json:"computers,omitempty"`
	// Substitute is the computer player that plays for who is absent; empty for the
	// strongest.
	Substitute string `json:"substitute,omitempty"`
	// Patience is after how many seconds the others may do something about who is
	// absent; 0 for 120.
	Patience int `json:"patience,omitempty"`
	// Hints and OpenCards are the help that the table allows.
	Hints     bool `json:"hints,omitempty"`
	OpenCards bool `json:"open_cards,omitempty"`
	// Home reports whether the table is that of the person at home: the name of a deal is told, and
	// the computer players wait until the screen has shown what happened.
	Home bool `json:"home,omitempty"`
}

// Pick describes a round to be played.
type Pick struct {
	// Chapter is the chapter, road for the Road. In a campaign it may be empty for the
	// one that is recommended (L4). Variant is the letter of its event or the number of
	// its group, where it has any.
	Chapter string `json:"chapter,omitempty"`
	Variant string `json:"variant,omitempty"`
	// Deal is the name of a deal. Who has chosen it may know its cards, so everybody is
	// told that it is named, see [NamedDeal]. In a campaign there is none.
	Deal string `json:"deal,omitempty"`
	// Again plays the deal of the last round once more, which everybody knows.
	Again bool `json:"again,omitempty"`
	// AfterLoss and WithoutRider are chosen in a campaign, see campaign.Choice.
	AfterLoss    campaign.AfterLoss `json:"after,omitempty"`
	WithoutRider bool               `json:"without_rider,omitempty"`
}

const (
	usualPatience = 2 * time.Minute
	// longestBook is far more than any campaign has.
	longestBook = 1 << 16
)

// RoadBook is the book of a campaign that begins with the Road (L5).
func RoadBook(lib *chapters.Library, players int) (string, error) {
	c, err := campaign.New(lib, players, players)
	if err != nil {
		return "", err
	}
	c.RoadOpen = true
	text, err := c.YAML()
	return string(text), err
}

// patience is how long the others wait.
func (s *Setup) patience() time.Duration {
	if s.Patience > 0 {
		return time.Duration(s.Patience) * time.Second
	}
	return usualPatience
}

// substitute is the computer player that plays for absent people.
func (s *Setup) substitute() string {
	return cmp.Or(s.Substitute, players.Strongest)
}

// check returns the fault of a set-up, nil if there is none.
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
		return say.New("a book is for a campaign")
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

// campaign returns the campaign as it begins, nil where none is played.
func (s *Setup) campaign(lib *chapters.Library) (*campaign.Campaign, error) {
	if !s.Campaign {
		return nil, nil //nolint:nilnil // there is none
	}
	if s.Book == "" {
		return campaign.New(lib, s.Players, s.Players)
	}
	c, err := campaign.Read(lib, "the book", []byte(s.Book))
	if err == nil {
		// a round that was begun elsewhere stays there
		c.Players = s.Players
		c.Playing = nil
	}
	return c, err
}

// deal deals the game, by the number where it names no deal. Last is the round before, nil
// for none. The choice is that of a campaign, which does not go on with it yet.
func (g *Pick) deal(lib *chapters.Library, playerCount int, c *campaign.Campaign, last *chapters.Position,
	number uint64,
) (chapters.Position, *campaign.Choice, error) {
	id := chapters.DealID{Chapter: g.Chapter, Variant: g.Variant, Players: playerCount, Seed: number}
	switch {
	case c != nil:
		if g.Deal != "" || g.Again {
			return chapters.Position{}, nil, say.New("the deals of a campaign have no names")
		}
		choice := campaign.Choice{
			Chapter: g.Chapter, Players: playerCount, Seed: id.Seed, AfterLoss: g.AfterLoss,
			WithoutRider: g.WithoutRider,
		}
		if err := g.choose(lib, c, &choice); err != nil {
			return chapters.Position{}, nil, err
		}
		trial := *c
		pos, err := trial.Next(choice)
		return pos, &choice, err
	case g.Again:
		if last == nil {
			return chapters.Position{}, nil, say.New("no round was played that could be played again")
		}
		return *last, nil, nil
	case g.Deal != "":
		namedID, err := chapters.ParseDealID(g.Deal)
		if err != nil {
			return chapters.Position{}, nil, err
		}
		if namedID.Players != playerCount {
			return chapters.Position{}, nil,
				say.Errorf("the deal %s is for %d, not for %d (S1)", g.Deal, namedID.Players, playerCount)
		}
		id = namedID
	}
	pos, err := lib.Deal(id)
	return pos, nil, err
}

// choose adds the event or group to a choice.
func (g *Pick) choose(lib *chapters.Library, c *campaign.Campaign, choice *campaign.Choice) error {
	if g.Variant == "" {
		return nil
	}
	id := cmp.Or(choice.Chapter, c.Recommended())
	chapter, err := lib.Chapter(id)
	if err != nil {
		return err
	}
	v := chapter.Variant(g.Variant)
	if v == nil {
		return say.Errorf("chapter %s has no event or group %.20q", id, g.Variant)
	}
	choice.SetVariant(chapter, v.ID)
	return nil
}

// anySeed returns the number of a deal that nobody can guess. A record has room for 63
// bits.
func anySeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.BigEndian.Uint64(b[:]) >> 1
}

// People choose from these lists at a server. A form or a script may send anything, so whatever
// door a choice comes through, it is held to the same lists before it is written.

// Computers are the computer players that may sit with people: none sees more than a person does, or
// thinks longer than usual. The weakest is the first one.
var Computers = players.Names

// Patiences are for how long the others may wait for somebody, in seconds.
var Patiences = []int{60, 120, 300, 900, 3600}

// checkComputer returns why no computer player of that name may sit here, nil for one of [Computers]
// and for the empty name, which stands for a person.
func checkComputer(name string) error {
	if name == "" || slices.Contains(Computers, name) {
		return nil
	}
	return say.Errorf("there is no computer player %.20q at this table; there are %s", name,
		strings.Join(Computers, ", "))
}

// checkPatience returns why the others may not wait for so many seconds, nil if they may; 0 is for
// the usual time.
func checkPatience(seconds int) error {
	if seconds == 0 || slices.Contains(Patiences, seconds) {
		return nil
	}
	return say.Errorf("nobody can wait for %d seconds here; there are %s", seconds,
		strings.ReplaceAll(strings.Trim(fmt.Sprint(Patiences), "[]"), " ", ", "))
}

// check returns why a round cannot be chosen like this, whatever was played before; nil if it can.
func (g *Pick) check() error {
	switch {
	case g.Again && (g.Deal != "" || g.Chapter != "" || g.Variant != ""):
		return say.New("the last deal is played again, so no other deal or chapter can be named")
	case g.AfterLoss != "" && g.AfterLoss != campaign.Keep && g.AfterLoss != campaign.Restart:
		return say.Errorf("after a lost round a chapter is kept or begun again, not %.20q", string(g.AfterLoss))
	}
	return nil
}
