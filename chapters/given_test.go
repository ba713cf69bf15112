package chapters_test

import (
	"encoding/json"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// castAs returns a deal in stage setup, its characters taken by seats from the holder of R1 on.
func castAs(t *testing.T, name string, ids ...string) chapters.Position {
	t.Helper()
	pos := dealOf(t, name)
	pos.Stage, pos.ID, pos.Deal = chapters.StageSetup, "", ""
	pos.Hands = slices.Clone(pos.Hands)
	at := holder(pos)
	for _, id := range ids {
		pos.Hands[at].Character = id
		at = (at + 1) % tricks.Seat(len(pos.Hands))
	}
	return pos
}

// TestGiven: what a document states of a round before play must be what the game can go on from. It
// is refused as it is read, with the rule; the game would otherwise offer what it cannot carry out.
func TestGiven(t *testing.T) {
	council := func() chapters.Position { return castAs(t, "c11p4s3", "frodo", "aragorn", "boromir", "gloin") }
	shire := func() chapters.Position { return castAs(t, "c02p4s3", "frodo", "sam", "merry", "pippin") }
	isengard := func() chapters.Position { return castAs(t, "c12p4s3", "gandalf", "shadowfax", "radagast", "gwaihir") }
	draft := func() chapters.Position { return dealOf(t, "c02p4s3") }
	road := func() chapters.Position { return dealOf(t, "roadp4s3") }
	// of changes the hand of a character.
	of := func(id string, f func(h *chapters.HandInfo)) func(*chapters.Position) {
		return func(p *chapters.Position) {
			f(&p.Hands[slices.IndexFunc(p.Hands, func(h chapters.HandInfo) bool { return h.Character == id })])
		}
	}
	gift := func(id string) func(*chapters.HandInfo) { return func(h *chapters.HandInfo) { h.Gift = id } }
	first := func(f func(h *chapters.HandInfo)) func(*chapters.Position) {
		return func(p *chapters.Position) { f(&p.Hands[0]) }
	}
	apart := func(h *chapters.HandInfo) tricks.Set { return h.Cards.First().Bit() }
	type refusal struct {
		name   string
		pos    chapters.Position
		change func(p *chapters.Position)
		want   string
	}
	list := []refusal{
		{"rider at the draft", draft(), first(func(h *chapters.HandInfo) { h.Rider = "terror" }), "seat 0 has a rider, but stage draft comes before that (S4)"},
		{"threat at the draft", draft(), first(func(h *chapters.HandInfo) { h.Threat = 2 }), "seat 0 has a threat, but"},
		{"declaration at the draft", draft(), first(func(h *chapters.HandInfo) { h.Declared = "more" }), "seat 0 has a declaration, but"},
		{"range at the draft", draft(), first(func(h *chapters.HandInfo) { h.Range = [2]int{1, 2} }), "seat 0 has a range, but"},
		{"tucked at the draft", draft(), first(func(h *chapters.HandInfo) { h.Tucked = apart(h) }), "seat 0 has a card put aside, but"},
		{"set aside at the draft", draft(), first(func(h *chapters.HandInfo) { h.Last = apart(h) }), "seat 0 has a card put aside, but"},
		{"announced at the draft", draft(), first(func(h *chapters.HandInfo) { h.Announced = []tricks.Suit{tricks.Hills} }), "seat 0 has suits announced, but"},

		{"gift of another character", council(), of("gloin", gift("sword")), "gloin does not have the gift sword in this round (K)"},
		{"gift of another round", council(), of("aragorn", gift("mithril")), "aragorn does not have the gift mithril in this round (K)"},
		{"gift of no round", shire(), of("frodo", gift("sting")), "frodo does not have the gift sting in this round (K)"},
		{"rider of another", shire(), of("sam", func(h *chapters.HandInfo) { h.Rider = "wraith" }), "sam does not carry the rider wraith in this round (K)"},
		{"threat of nobody", shire(), func(p *chapters.Position) {
			of("merry", func(h *chapters.HandInfo) { h.Threat = p.Threats[0] })(p)
			p.Threats = p.Threats[1:]
		}, "merry draws no threat card (S8)"},
		{"declaration of nobody", shire(), of("sam", func(h *chapters.HandInfo) { h.Declared = "more" }), "sam declares nothing (K)"},
		{"range of nobody", shire(), of("sam", func(h *chapters.HandInfo) { h.Range = [2]int{3, 4} }), "sam cannot choose the range 3-4 (K)"},
		{"range that the Sword has not", council(), of("aragorn", func(h *chapters.HandInfo) { h.Range = [2]int{2, 5} }), "aragorn cannot choose the range 2-5 (K)"},
		{"tucked by nobody", shire(), of("sam", func(h *chapters.HandInfo) { h.Tucked = apart(h) }), "sam tucks no card away (K)"},
		{"first of nobody", isengard(), of("shadowfax", func(h *chapters.HandInfo) { h.First = apart(h) }), "shadowfax sets no card aside (K)"},
		{"announced too early", council(), of("boromir", func(h *chapters.HandInfo) { h.Announced = []tricks.Suit{tricks.Hills} }), "they belong to stage play (K)"},

		{"gift of the Road elsewhere", draft(), func(p *chapters.Position) { p.Gift = "sword" }, "not for chapter 2 (L5)"},
		{"rider of the Road elsewhere", draft(), func(p *chapters.Position) { p.Rider = "terror" }, "not for chapter 2 (L5)"},
		{"pool with somebody twice", road(), func(p *chapters.Position) { p.Pool = append(slices.Clone(p.Pool), "frodo") }, "frodo is listed twice"},
		{"pool with a stranger", road(), func(p *chapters.Position) { p.Pool = append(slices.Clone(p.Pool), "underhill") }, "pool: underhill is not in chapter road (L5)"},
		{"pool too small", road(), func(p *chapters.Position) { p.Pool = []string{"frodo", "gandalf"} }, "not every seat can take one (S4)"},
		{"staged deal elsewhere", draft(), func(p *chapters.Position) { p.Staged = [][]tricks.Set{make([]tricks.Set, 4), make([]tricks.Set, 4)} }, "staged belongs to a deal that comes bit by bit"},
		{"another side deck", dealOf(t, "c05p4s3"), func(p *chapters.Position) {
			p.Sides = map[string][]tricks.Card{"oldforest": p.Sides["oldforest"], "barrow": {}}
		}, "this chapter has no side deck barrow"},
	}
	for _, id := range []string{"sword", "mithril", "horn", "sting", "glamdring"} {
		for _, deal := range []string{"c02p4s3", "c11p4s3", "c11p2s3", "c11p1s3"} {
			list = append(list, refusal{id + " at the draft of " + deal, dealOf(t, deal), first(gift(id)), "seat 0 has a gift, but stage draft comes before that (S4)"})
		}
	}
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			_, err := chapters.Default().NewGame(c.pos)
			require.NoError(t, err, "before the change")
			c.pos.Hands, c.pos.Deal, c.pos.ID = slices.Clone(c.pos.Hands), "", ""
			c.change(&c.pos)
			line, err := json.Marshal(c.pos)
			require.NoError(t, err)
			entries := readAll(string(line))
			require.Len(t, entries, 1)
			_, err = entryGame(&entries[0])
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.want)
		})
	}
	// What the chapter gives, and what setup has done already, may be stated.
	for _, ok := range []func(p *chapters.Position){
		of("aragorn", gift("sword")), of("boromir", gift("horn")), of("aragorn", func(h *chapters.HandInfo) { h.Range = [2]int{3, 4} }),
	} {
		pos := council()
		ok(&pos)
		_, err := chapters.Default().NewGame(pos)
		require.NoError(t, err)
	}
	for id, f := range map[string]func(h *chapters.HandInfo){
		"shadowfax": func(h *chapters.HandInfo) { h.Tucked = apart(h) }, "radagast": func(h *chapters.HandInfo) { h.Last = apart(h) },
	} {
		pos := isengard()
		of(id, f)(&pos)
		_, err := chapters.Default().NewGame(pos)
		require.NoError(t, err)
	}
}
