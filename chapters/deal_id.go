package chapters

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"fellowship/characters/say"
)

// DealID identifies a deal. Its name is for example c02p4s7: chapter 2, 4 players, number 7. The same
// name is the same deal for ever.
type DealID struct {
	// Chapter is the id of the chapter.
	Chapter string
	// Variant is the letter of an event or the number of a group (c14bp4s7, c181p4s7), "" for a chapter
	// without them.
	Variant string
	// Players is the number of players, 1 to 4.
	Players int
	// Seed is the number of the deal.
	Seed uint64
	// variantID is the id of the event or group if the deal was read from a long name, else "".
	variantID string
}

// String returns the deal's short name.
func (d DealID) String() string { return d.nameWith(d.Variant) }

// Long returns the deal's name with the id of its event or group, as screens show it: c14-bridge-p4s7.
func (d DealID) Long(variant string) string { return d.nameWith("-" + variant + "-") }

// nameWith returns the deal's name with a text between the chapter and the players.
func (d DealID) nameWith(variant string) string {
	if n := number(d.Chapter); n < noNumber {
		return fmt.Sprintf("c%02d%sp%ds%d", n, variant, d.Players, d.Seed)
	}
	return fmt.Sprintf("%s%sp%ds%d", d.Chapter, variant, d.Players, d.Seed)
}

// dealName matches a short or a long name. Its groups are the number of the chapter, "road", the letter
// and the id of the variant, the players and the number of the deal.
var dealName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:c([0-9]{2}|[1-9])|(road))` +
		`(?:([a-z0-9]?)|-([a-z0-9-]+)-)` +
		`p([0-9]{1,3})s(0|[1-9][0-9]{0,19})$`)
})

// ParseDealID reads a deal's name, the short or the long one. If only the number of players is wrong, it
// returns the deal together with the error.
func ParseDealID(text string) (DealID, error) {
	m := dealName().FindStringSubmatch(text)
	if m == nil || m[1] == "00" {
		return DealID{},
			say.Errorf("%q is not the name of a deal: write c, chapter, p, players, s, number, such as c02p4s7", text)
	}
	players, _ := strconv.Atoi(m[5])
	seed, err := strconv.ParseUint(m[6], 10, 64)
	if err != nil {
		return DealID{},
			say.Errorf("the number of deal %s is too large: the largest is %d", text, uint64(math.MaxUint64))
	}
	d := DealID{Chapter: m[2], Variant: m[3], Players: players, Seed: seed, variantID: m[4]}
	if d.variantID != "" {
		d.Variant = d.variantID[:1]
	}
	if m[1] != "" {
		n, _ := strconv.Atoi(m[1])
		d.Chapter = strconv.Itoa(n)
	}
	if players < 1 || players > 4 {
		return d, say.Errorf("%s: %d players: 1 to 4 can play (S1)", text, players)
	}
	return d, nil
}

// DealIDs returns the ids of all deals with a number: for every chapter, each of its events or groups,
// and 1 to 4 players (S1), in this order.
func (l *Library) DealIDs(seed uint64) []DealID {
	var ids []DealID
	for _, c := range l.Chapters {
		for _, letter := range c.Letters() {
			for players := 1; players <= 4; players++ {
				ids = append(ids, DealID{Chapter: c.ID, Variant: letter, Players: players, Seed: seed})
			}
		}
	}
	return ids
}

// variantNames lists the names of a deal with each of the variants, such as
// "c181p4s7 (1), c182p4s7 (2)".
func variantNames(id DealID, list []Variant) string {
	var out []string
	for i := range list {
		id.Variant = list[i].Letter()
		out = append(out, fmt.Sprintf("%s (%s)", id, list[i].ID))
	}
	return strings.Join(out, ", ")
}
