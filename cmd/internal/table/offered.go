package table

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/solver/players"
)

// People choose from these lists at a server. A form or a script may send anything, so whatever
// door a choice comes through, it is held to the same lists before it is written.

// Computers are the computer players that may sit with people: none sees more than a person does, or
// thinks longer than usual. The weakest is the first one.
var Computers = players.Names

// Patiences are for how long the others may wait for somebody, in seconds.
var Patiences = []int{60, 120, 300, 900, 3600}

// offersComputer returns why no computer player of that name may sit here, nil for one of [Computers]
// and for the empty name, which stands for a person.
func offersComputer(name string) error {
	if name == "" || slices.Contains(Computers, name) {
		return nil
	}
	return say.Errorf("there is no computer player %.20q at this table; there are %s", name, strings.Join(Computers, ", "))
}

// offersPatience returns why the others may not wait for so many seconds, nil if they may; 0 is for
// the usual time.
func offersPatience(seconds int) error {
	if seconds == 0 || slices.Contains(Patiences, seconds) {
		return nil
	}
	return say.Errorf("nobody can wait for %d seconds here; there are %s", seconds, strings.ReplaceAll(strings.Trim(fmt.Sprint(Patiences), "[]"), " ", ", "))
}

// offered returns why a round cannot be chosen like this, whatever was played before; nil if it can.
func (g *Pick) offered() error {
	switch {
	case g.Again && (g.Deal != "" || g.Chapter != "" || g.Variant != ""):
		return say.New("the last deal is played again, so no other deal or chapter can be named")
	case g.After != "" && g.After != campaign.Keep && g.After != campaign.Restart:
		return say.Errorf("after a lost round a chapter is kept or begun again, not %.20q", string(g.After))
	}
	return nil
}
