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

// DealID names a deal: the same name is the same deal for ever (c02p4s7 =
// chapter 2, 4 players, number 7).
type DealID struct {
	Chapter string
	// Variant is the letter of an event or the number of a group (c14bp4s7,
	// c181p4s7), empty without one.
	Variant string
	Players int
	Seed    uint64
	// variantID is the id of the event or group in a long name, which Deal looks at.
	variantID string
}

// String returns the deal's short name.
func (d DealID) String() string { return d.nameWith(d.Variant) }

// Long returns the deal's name with the id of its event or group in it, as screens show it: c14-bridge-p4s7.
func (d DealID) Long(variant string) string { return d.nameWith("-" + variant + "-") }

func (d DealID) nameWith(variant string) string {
	if n := number(d.Chapter); n < 1<<20 {
		return fmt.Sprintf("c%02d%sp%ds%d", n, variant, d.Players, d.Seed)
	}
	return fmt.Sprintf("%s%sp%ds%d", d.Chapter, variant, d.Players, d.Seed)
}

var dealName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:c([0-9]{2}|[1-9])|(road))(?:([a-z0-9]?)|-([a-z0-9-]+)-)p([0-9]{1,3})s(0|[1-9][0-9]{0,19})$`)
})

// ParseDealID reads a deal's name, the short or the long one. If all that is wrong with it is the number of
// players, the deal comes with the error.
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

// DealIDs names the deals of a number: one of every chapter, of each of its events
// and groups, for 1 to 4 players (S1), in this order.
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

// variantNames lists what a deal is called with each of the variants, such as
// "c181p4s7 (1), c182p4s7 (2)".
func variantNames(id DealID, list []Variant) string {
	var out []string
	for i := range list {
		id.Variant = list[i].Letter()
		out = append(out, fmt.Sprintf("%s (%s)", id, list[i].ID))
	}
	return strings.Join(out, ", ")
}
