package chapters_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// readAll reads every entry of a stream.
func readAll(text string) []chapters.Document {
	var out []chapters.Document
	for e := range chapters.Default().Read("test", strings.NewReader(text)) {
		out = append(out, e)
	}
	return out
}

// read reads one position document without a mistake.
func read(t testing.TB, text string) chapters.Position {
	t.Helper()
	entries := readAll(text)
	require.Len(t, entries, 1)
	require.NoError(t, entries[0].Err)
	return entries[0].Record.Position
}

// example uses everything that a document of these chapters can say.
const example = `
id: table-7
chapter: 2
players: 4
lost: [F4]
stage: play
leader: 0
hands:
- {character: frodo, cards: "R1 H137 M2 F8 S15"}
- {character: sam, threat: 3, cards: "H2456"}
- {character: merry, rider: terror, cards: "M3 M1"}
- {character: strider, threat: 2, declared: fewer, cards: "M4 R2"}
plays: ["0:H3", "1:H5", "2:M3", "3:M4"]
expect: {verdict: winnable, depth: 8, perft: 107890}
`

func TestDocumentExample(t *testing.T) {
	t.Parallel()
	pos := read(t, example)
	assert.Equal(t, "table-7", pos.ID)
	assert.Equal(t, "2", pos.Chapter)
	assert.Equal(t, chapters.StagePlay, pos.Stage)
	assert.Equal(t, "H137 M2 F8 S15 R1", pos.Hands[0].Cards.String(), "T2: any order on input")
	assert.Equal(t, chapters.Expect{Verdict: "winnable", Depth: 8, Perft: number(107890)}, *pos.Expect)
	g := gameOf(t, pos)
	assert.Len(t, g.History(), 1)
	assert.Equal(t, tricks.Seat(1), g.State().Leader)
	var goals []string
	for _, s := range g.Statuses() {
		goals = append(goals, fmt.Sprintf("%d %s%s %s", s.Seat, s.Character, s.Rider, s.Status))
	}
	// Merry has one card left and Sam leads, so Merry does not lead again. Strider can win one trick at most.
	assert.Equal(t, []string{"0 frodo open", "1 sam sealed", "2 merry open", "2 terror sealed", "3 strider sealed"},
		goals)
}

// TestDocumentDefaults: stage, leader and the rest that may be left out.
func TestDocumentDefaults(t *testing.T) {
	t.Parallel()
	cards := `{cards: "H1"}, {cards: "H2"}, {cards: "R1"}`
	pos := read(t, `{players: 3, lost: [], hands: [`+cards+`]}`)
	assert.Equal(t, chapters.StagePlay, pos.Stage, "no chapter is given")
	g := gameOf(t, pos)
	assert.Equal(t, tricks.Seat(2), g.State().Leader, "the R1 holder")
	assert.Equal(t, chapters.StageDraft, read(t, `{chapter: 2, players: 3, hands: [`+cards+`]}`).Stage)
	some := strings.Replace(cards, "{cards", "{character: sam, threat: 1, cards", 1)
	assert.Equal(t, chapters.StageDraft, read(t, `{chapter: 2, players: 3, hands: [`+some+`]}`).Stage)
	all := strings.ReplaceAll(`{character: sam, threat: 1, cards: "H1"}, {character: frodo, cards: "H2"}, {character: merry, cards: "R1"}`, "x", "")
	pos = read(t, `{chapter: 2, players: 3, hands: [`+all+`]}`)
	assert.Equal(t, chapters.StagePlay, pos.Stage, "every hand names a character")
	assert.Equal(t, tricks.Seat(1), gameOf(t, pos).State().Leader, "Frodo, wherever R1 is")
	lead := strings.Replace(all, "sam, threat: 1", "elrond", 1)
	assert.Equal(t, tricks.Seat(0), gameOf(t, read(t, `{players: 3, hands: [`+lead+`]}`)).State().Leader,
		"who the card says leads")
	assert.Equal(t, tricks.Seat(2), gameOf(t, read(t, `{players: 3, leader: 2, hands: [`+lead+`]}`)).State().Leader)
	assert.Empty(t, read(t, `{players: 3, lost: [], hands: [{cards: ""}, {cards: ""}, {cards: H1}]}`).Hands[0].Cards)
}

// TestJudgedAsGiven: in stage play the roster, the sizes, the threat numbers and the setup are not checked.
func TestJudgedAsGiven(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"any characters together":        `{players: 3, lost: [], hands: [{character: frodo, cards: H1}, {character: elrond, cards: R1}, {character: tom, cards: M1}]}`,
		"Frodo without R1":               `{chapter: 1, players: 3, hands: [{character: frodo, cards: H1}, {character: bilbo, cards: R1}, {character: pippin, cards: M1}]}`,
		"threat 8":                       `{players: 3, hands: [{character: legolas, threat: 8, cards: H1}, {character: bilbo, cards: R1}, {character: pippin, cards: M1}]}`,
		"a threat that is lost":          `{players: 3, lost: [H3], hands: [{character: sam, threat: 3, cards: H1}, {character: bilbo, cards: R1}, {character: pippin, cards: M1}]}`,
		"lost beside Gandalf":            `{players: 3, lost: [H3], hands: [{character: gandalf, cards: H1}, {character: bilbo, cards: R1}, {character: pippin, cards: M1}]}`,
		"two lost cards":                 `{players: 3, lost: [H3, R2], hands: [{cards: H1}, {cards: R1}, {cards: M1}]}`,
		"R1 is lost":                     `{players: 3, lost: [R1], leader: 0, hands: [{cards: H1}, {cards: H2}, {cards: M1}]}`,
		"uneven hands":                   `{players: 4, hands: [{cards: H12345}, {cards: R1}, {cards: ""}, {cards: M1}]}`,
		"any rider":                      `{players: 3, hands: [{character: bilbo, rider: black-breath, cards: H1}, {rider: terror, cards: R1}, {cards: M1}]}`,
		"roster of no chapter":           `{chapter: 1, players: 3, hands: [{character: merry, cards: H1}, {character: sam, threat: 1, cards: R1}, {character: fatty, cards: M1}]}`,
		"plain third hand of two":        `{players: 2, hands: [{cards: H1}, {cards: R1}, {cards: M1}]}`,
		"solo without pile":              `{players: 1, hands: [{cards: H1}, {cards: R1}, {cards: M1}, {cards: M2}]}`,
		"only a card for the last trick": `{players: 1, leader: 1, pile: H123, hands: [{rider: terror, cards: ""}, {cards: H4}, {cards: "", last: H5}, {rider: terror, cards: H678}]}`,
		"the Sword's range":              `{players: 3, hands: [{character: aragorn, range: [1, 2], cards: H1}, {cards: R1}, {cards: M1}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			g := gameOf(t, read(t, text))
			rng := rand.New(rand.NewPCG(1, 1))
			for randomDecision(t, g, rng) {
				look(g)
			}
			require.NotEqual(t, chapters.Undecided, g.Result())
		})
	}
}

// TestBadDocuments has every mistake that documents may have: duplicate or unknown cards, a wrong number of seats,
// unknown ids, contradictory fields, illegal plays and, in the stages before play, what the chapter does not allow.
func TestBadDocuments(t *testing.T) {
	t.Parallel()
	three := `{cards: H1}, {cards: R1}, {cards: M1}`
	full := `{cards: H12345678 M1}, {cards: M2345678 F12}, {cards: F345678 S123}, {cards: S4567 R12345}`
	for _, c := range []struct{ name, text, want string }{
		{
			"card twice in a hand", `{players: 3, hands: [{cards: H11}, {cards: R1}, {cards: M1}]}`,
			`^test:1:30: .*H1 appears twice \(T2\)`,
		},
		{
			"card in two hands", `{players: 3, hands: [{cards: H1}, {cards: R1}, {cards: H1}]}`,
			`^seat 2: card H1 appears twice \(T1\)`,
		},
		{
			"card lost and in a hand", `{players: 3, lost: [M1], hands: [` + three + `]}`,
			`^seat 2: card M1 appears twice`,
		},
		{
			"card lost twice", `{players: 3, lost: [M2, M2], hands: [` + three + `]}`,
			`^lost: card M2 appears twice \(T1\)`,
		},
		{
			"card twice in the pile", `{players: 1, pile: "M2 M2", hands: [` + three + `, {cards: M3}]}`,
			`M2 appears twice`,
		},
		{
			"card in pile and hand", `{players: 1, pile: "H1", hands: [` + three + `, {cards: M2}]}`,
			`^seat 0: card H1 appears twice`,
		},
		{
			"card twice in the pyramid",
			`{players: 2, pyramid: 2, hands: [{cards: H1}, {cards: R1}, {rows: ["M1", "M2 M1"]}]}`,
			`^seat 2: card M1 appears twice`,
		},
		{
			"card in the pyramid and beside it",
			`{players: 2, pyramid: 2, hands: [{cards: H1}, {cards: R1}, {rows: ["M1", "M2 M3"], extra: M1}]}`,
			`^seat 2: card M1 appears twice`,
		},
		{
			"unknown card", `{players: 3, hands: [{cards: H9}, {cards: R1}, {cards: M1}]}`,
			`^test:1:30: .*Hills has no rank "9"`,
		},
		{"unknown suit", `{players: 3, lost: [X1], hands: [` + three + `]}`, `^test:1:21: .*"X" is not a suit`},
		{
			"card of another chapter", `{players: 3, hands: [{cards: V1}, {cards: R1}, {cards: M1}]}`,
			`^seat 0: card V1 is not in this chapter's deck`,
		},
		{
			"F9 in a hand", `{players: 3, hands: [{cards: F9}, {cards: R1}, {cards: M1}]}`,
			`^seat 0: card F9 is not in this chapter's deck`,
		},
		{
			"too few hands", `{players: 4, hands: [` + three + `]}`,
			`^test:1:21: with 4 players there are 4 hands, not 3 \(S1\)`,
		},
		{
			"too many hands", `{players: 3, hands: [` + three + `, {cards: M2}]}`,
			`with 3 players there are 3 hands, not 4 \(S1\)`,
		},
		{"solo has four hands", `{players: 1, hands: [` + three + `]}`, `with 1 player there are 4 hands`},
		{"five players", `{players: 5, hands: [` + three + `]}`, `^test:1:11: expected`},
		{"no players", `{hands: [` + three + `]}`, `missing key "players"`},
		{"no hands", `{players: 3}`, `missing key "hands"`},
		{"no cards", `{players: 3, hands: [{}, {cards: R1}, {cards: M1}]}`, `missing key "cards"`},
		{
			"unknown character", `{players: 3, hands: [{character: frodoo, cards: H1}, {cards: R1}, {cards: M1}]}`,
			`^test:1:34: unknown character "frodoo"; did you mean "frodo"\?`,
		},
		{
			"unknown rider", `{players: 3, hands: [{rider: teror, cards: H1}, {cards: R1}, {cards: M1}]}`,
			`unknown rider "teror"; did you mean "terror"\?`,
		},
		{
			"unknown chapter", `{chapter: 19, players: 3, hands: [` + three + `]}`,
			`^test:1:11: there is no chapter "19"`,
		},
		{"unknown key", `{player: 3, hands: [` + three + `]}`, `unknown key "player"; did you mean "players"\?`},
		{"unknown stage", `{players: 3, stage: pley, hands: [` + three + `]}`, `did you mean "play"\?`},
		{
			"character twice",
			`{players: 3, hands: [{character: bilbo, cards: H1}, {character: bilbo, cards: R1}, {cards: M1}]}`,
			`^seat 1: bilbo appears twice \(S4\)`,
		},
		{
			"no threat", `{players: 3, hands: [{character: sam, cards: H1}, {cards: R1}, {cards: M1}]}`,
			`^seat 0: sam needs a threat number \(S8\)`,
		},
		{
			"a range is no threat",
			`{players: 3, hands: [{character: sam, range: [1, 2], cards: H1}, {cards: R1}, {cards: M1}]}`,
			`^seat 0: sam needs a threat number \(S8\)`,
		},
		{
			"threat and range",
			`{players: 3, hands: [{character: aragorn, threat: 3, range: [1, 2], cards: H1}, {cards: R1}, {cards: M1}]}`, `range takes the place of a threat`,
		},
		{
			"range backwards",
			`{players: 3, hands: [{character: aragorn, range: [2, 1], cards: H1}, {cards: R1}, {cards: M1}]}`,
			`a range is two numbers, the smaller first`,
		},
		{
			"range of one number",
			`{players: 3, hands: [{character: aragorn, range: [2], cards: H1}, {cards: R1}, {cards: M1}]}`,
			`a range is two numbers`,
		},
		{
			"threat 0", `{players: 3, hands: [{character: sam, threat: 0, cards: H1}, {cards: R1}, {cards: M1}]}`,
			`expected a whole number from 1 to 9`,
		},
		{
			"not declared",
			`{players: 3, hands: [{character: strider, threat: 2, cards: H1}, {cards: R1}, {cards: M1}]}`,
			`^seat 0: strider has to declare more or fewer`,
		},
		{
			"wrong declaration",
			`{players: 3, hands: [{character: strider, threat: 2, declared: less, cards: H1}, {cards: R1}, {cards: M1}]}`, `unknown direction "less"`,
		},
		{
			"nobody leads", `{players: 3, lost: [R1], hands: [{cards: H1}, {cards: H2}, {cards: M1}]}`,
			`leader is missing.* \(S7\)`,
		},
		{
			"leader 3 of three", `{players: 3, leader: 3, hands: [` + three + `]}`,
			`^test:1:22: expected a whole number from 0 to 2`,
		},
		{
			"no hands, and a leader", `{players: 4, leader: 3, pyramid: 2, hands: []}`,
			`^test:1:34: only 2 players have a pyramid \(S9\)\ntest:1:44: with 4 players there are 4 hands, not 0 \(S1\)$`,
		},
		{
			"pyramid of three", `{players: 3, pyramid: 2, hands: [{cards: H1}, {cards: R1}, {rows: [M1]}]}`,
			`only 2 players have a pyramid \(S9\)`,
		},
		{
			"rows without pyramid", `{players: 2, hands: [{cards: H1}, {cards: R1}, {rows: [M1]}]}`,
			`rows and pyramid must name the same seat \(S9\)`,
		},
		{
			"pyramid without rows", `{players: 2, pyramid: 1, hands: [` + three + `]}`,
			`hand 1: rows and pyramid must name the same seat`,
		},
		{
			"rows and cards", `{players: 2, pyramid: 2, hands: [{cards: H1}, {cards: R1}, {rows: [M1], cards: M2}]}`,
			`listed with rows and extra instead`,
		},
		{
			"rows of wrong lengths", `{players: 2, pyramid: 2, hands: [{cards: H1}, {cards: R1}, {rows: [M1, M2]}]}`,
			`each row of the pyramid has one place more`,
		},
		{
			"extra without rows", `{players: 2, hands: [{cards: H1, extra: M3}, {cards: R1}, {cards: M1}]}`,
			`only a pyramid has extra cards \(S9\)`,
		},
		{
			"pile of four", `{players: 4, pile: F1, hands: [` + three + `, {cards: M2}]}`,
			`only solo has a draw pile \(S10\)`,
		},
		{
			"plays before play",
			`{chapter: 1, players: 4, lost: [S8], stage: draft, plays: ["0:H1"], hands: [` + full + `]}`,
			`plays are listed, but stage draft`,
		},
		{
			"event of no chapter", `{players: 3, event: bridge, hands: [` + three + `]}`,
			`^test:1:21: events and groups are a chapter's: name the chapter \(C14, C18\)$`,
		},
		{
			"event of another chapter", `{chapter: 1, players: 3, event: bridge, hands: [` + three + `]}`,
			`^test:1:33: chapter 1 has nothing like that \(C14, C18\)$`,
		},
		{
			"unknown event", `{chapter: 14, players: 3, event: brigde, hands: [` + three + `]}`,
			`^test:1:34: there is no "brigde" here; there are doors, tomb, long-dark, bridge$`,
		},
		{
			"unknown event done", `{chapter: 14, players: 3, events_done: [doors, well], hands: [` + three + `]}`,
			`^test:1:48: there is no "well" here`,
		},
		{
			"unknown group", `{chapter: 18, players: 3, group: 3, hands: [` + three + `]}`,
			`^test:1:34: there is no "3" here; there are 1, 2$`,
		},
		{
			"unknown character of a pool", `{chapter: road, players: 3, pool: [frodo, gandlaf], hands: [` + three + `]}`,
			`^test:1:43: unknown character "gandlaf"; did you mean "gandalf"\?$`,
		},
		{
			"unknown rider of the Road", `{chapter: road, players: 3, rider: teror, hands: [` + three + `]}`,
			`^test:1:36: unknown rider "teror"; did you mean "terror"\?$`,
		},
		{
			"unknown gift", `{players: 3, hands: [{gift: mitril, cards: H1}, {cards: R1}, {cards: M1}]}`,
			`^test:1:29: unknown gift "mitril"; did you mean "mithril"\?$`,
		},
		{
			"unknown completed", `{chapter: 13, players: 3, completed: [same], hands: [` + three + `]}`,
			`^test:1:39: unknown character "same"; did you mean "sam"\?$`,
		},
		{
			"mithril used how often", `{players: 3, mithril_used: 1, hands: [` + three + `]}`,
			`^test:1:28: expected true or false`,
		},
		{
			"unknown side deck", `{players: 3, sides: {forest: F1}, hands: [` + three + `]}`,
			`unknown key "forest"; did you mean "oldforest"\?`,
		},
		{
			"card twice in a side deck", `{players: 3, sides: {oldforest: F1 F2 F1}, hands: [` + three + `]}`,
			`F1 appears twice`,
		},
		{
			"card in a side deck and a hand", `{players: 3, sides: {barrow: H1 H2}, hands: [` + three + `]}`,
			`^seat 0: card H1 appears twice \(T1\)$`,
		},
		{
			"card turned up and in a hand", `{players: 3, sides: {balrog: H1 H2 H1}, hands: [` + three + `]}`,
			`^balrog: card H1 is somewhere else, too \(T1\)$`,
		},
		{
			"tucked is no card", `{players: 3, hands: [{tucked: H, cards: H1}, {cards: R1}, {cards: M1}]}`,
			`^test:1:31: `,
		},
		{
			"tucked twice", `{players: 3, hands: [{tucked: H3, cards: H1}, {tucked: M3, cards: R1}, {cards: M1}]}`,
			`2 cards are tucked away, but only one character can do that`,
		},
		{
			"tucked in another hand", `{players: 3, hands: [{tucked: R1, cards: H1}, {cards: R1}, {cards: M1}]}`,
			`^seat 1: card R1 appears twice \(T1\)$`,
		},
		{
			"first and last the same",
			`{players: 3, hands: [{first: H3, last: H3, cards: H1}, {cards: R1}, {cards: M1}]}`,
			`^seat 0: tucked, first and last must be different cards \(K\)$`,
		},
		{
			"announced a card", `{players: 3, hands: [{announced: [H1], cards: H1}, {cards: R1}, {cards: M1}]}`,
			`^test:1:35: .*suit`,
		},
		{
			"took the lost card twice",
			`{players: 3, hands: [{took_lost: true, cards: H1}, {took_lost: true, cards: R1}, {cards: M1}]}`,
			`2 seats took the lost cards, but only one can`,
		},
		{
			"too many seats in a stage", `{players: 3, staged: ["H2 | H3 | H4 | H5"], hands: [` + three + `]}`,
			`^test:1:23: a stage gives cards to 4 seats, but there are 3 \(C16\)$`,
		},
		{
			"a stage that does not come out even", `{players: 3, staged: ["H2 H3 H4 H5"], hands: [` + three + `]}`,
			`^test:1:23: 4 cards cannot be shared out to 3 seats`,
		},
		{
			"rider seat 3 of three", `{players: 3, rider_seats: [0, 3], hands: [` + three + `]}`,
			`^test:1:31: expected a whole number from 0 to 2`,
		},
		{"bad play", `{players: 3, hands: [` + three + `], plays: ["0H1"]}`, `"0H1" is not a play`},
		{"duplicate key", `{players: 3, players: 4, hands: [` + three + `]}`, `duplicate key "players"`},
		{"not a mapping", `[1, 2]`, `expected a mapping`},

		{"T4", `{players: 3, leader: 0, hands: [{cards: H18}, {cards: M1}, {cards: H2 R1}], plays: ["0:H1", "1:M1", "2:R1"]}`, `^play 3: seat 2 must follow Hills \(T4\)$`},
		{
			"T6", `{players: 3, leader: 0, hands: [{cards: H1 R1}, {cards: M1}, {cards: H2}], plays: ["0:R1"]}`,
			`^play 1: seat 0 may not lead R1: .* \(T6\)$`,
		},
		{
			"T3 turn", `{players: 3, leader: 0, hands: [` + three + `], plays: ["0:H1", "2:M1"]}`,
			`^play 2: seat 2 cannot play M1: it is seat 1's turn \(T3\)$`,
		},
		{
			"T3 not held", `{players: 3, leader: 0, hands: [` + three + `], plays: ["0:H2"]}`,
			`^play 1: seat 0 does not hold H2 \(T3\)$`,
		},
		{
			"T7", `{players: 3, leader: 0, hands: [` + three + `], plays: ["0:H1!"]}`,
			`only R1 can be played to win, not H1 \(T7\)`,
		},
		{"T10", `{players: 3, leader: 0, hands: [{cards: H12}, {cards: R1}, {cards: M1}], plays: ["0:H1", "1:R1", "2:M1", "0:H2"]}`, `^play 4: .*the round is over \(T10\)$`},

		{
			"draft without chapter", `{players: 3, stage: draft, hands: [` + three + `]}`,
			`stage draft needs a chapter \(S4\)`,
		},
		{
			"draft with a character",
			`{chapter: 1, players: 4, lost: [S8], stage: draft, hands: [` +
				strings.Replace(full, "{cards", "{character: bilbo, cards", 1) + `]}`,
			`seat 0 has "character", but stage draft comes before that`,
		},
		{
			"draft hand sizes",
			`{chapter: 1, players: 4, lost: [S8], stage: draft, hands: [` + strings.Replace(full, " M1}", "}", 1) +
				`]}`, `seat 0 has 8 cards, but 9 are dealt \(S1, N\)`,
		},
		{
			"setup hand sizes",
			`{chapter: 1, players: 4, lost: [M1, S8], stage: setup, hands: [{character: bilbo, cards: H12345678}, {character: pippin, cards: M2345678 F12}, {character: gandalf, cards: F345678 S123}, {character: frodo, cards: S4567 R12345}]}`, `seat 0 has 8 cards`,
		},
		{
			"R1 lost at the draft",
			`{chapter: 1, players: 4, lost: [R1], stage: draft, hands: [` +
				strings.Replace(full, "R12345", "R2345 S8", 1) + `]}`, `R1 may not be the lost card \(S2\)`,
		},
		{
			"R1 lost at setup",
			`{chapter: 1, players: 4, lost: [R1], stage: setup, hands: [{character: bilbo, cards: H12345678 M1}, {character: pippin, cards: M2345678 F12}, {character: gandalf, cards: F345678 S123}, {character: frodo, cards: S45678 R2345}]}`, `R1 may not be the lost card \(S2\)`,
		},
		{
			"R1 in the solo pile",
			`{chapter: 1, players: 1, lost: [S8], stage: draft, pile: "R1 M5678 F12345678 S1234567", hands: [{cards: H1234}, {cards: H5678}, {cards: M1234}, {cards: R2345}]}`, `nobody holds R1`,
		},
		{
			"threat deck missing", `{chapter: 2, players: 4, lost: [S8], stage: draft, hands: [` + full + `]}`,
			`the threat deck has \[\], but the chapter's is \[1 2 3 4\] \(S8\)`,
		},
		{
			"threat deck with a stranger",
			`{chapter: 2, players: 4, lost: [S8], stage: draft, threats: [1, 2, 3, 5], hands: [` + full + `]}`,
			`threat 5 is listed more often than the threat deck has it`,
		},
		{
			"threat deck with a number twice",
			`{chapter: 2, players: 4, lost: [S8], stage: draft, threats: [1, 2, 3, 3], hands: [` + full + `]}`,
			`threat 3 is listed more often than the threat deck has it`,
		},
		{
			"threat deck too short at setup",
			`{chapter: 2, players: 4, lost: [S8], stage: setup, hands: [{character: sam, cards: H12345678 M1}, {character: merry, cards: M2345678 F12}, {character: gandalf, cards: F345678 S123}, {character: frodo, cards: S4567 R12345}]}`, `threat cards to draw: 1, but threats lists only 0 \(S8\)`,
		},
		{
			"setup without a starred character",
			`{chapter: 2, players: 4, lost: [S8], stage: setup, threats: [1], hands: [{character: sam, cards: H12345678 M1}, {character: pippin, cards: M2345678 F12}, {character: gandalf, cards: F345678 S123}, {character: frodo, cards: S4567 R12345}]}`, `merry must be taken \(S4\)`,
		},
		{
			"setup with a stranger",
			`{chapter: 2, players: 4, lost: [S8], stage: setup, threats: [1], hands: [{character: sam, cards: H12345678 M1}, {character: merry, cards: M2345678 F12}, {character: bilbo, cards: F345678 S123}, {character: frodo, cards: S4567 R12345}]}`, `seat 2: bilbo is not in this chapter \(S4\)`,
		},
		{
			"setup with Frodo elsewhere",
			`{chapter: 2, players: 4, lost: [S8], stage: setup, threats: [1], hands: [{character: frodo, cards: H12345678 M1}, {character: merry, cards: M2345678 F12}, {character: sam, cards: F345678 S123}, {character: gandalf, cards: S4567 R12345}]}`, `seat 0 has frodo, but seat 3 holds R1 \(S3\)`,
		},
		{
			"draft without an event",
			`{chapter: 14, players: 4, lost: [S8], stage: draft, threats: [1, 2, 3, 4, 5, 6, 7], hands: [` + full +
				`]}`, `^event is missing: .*; there are doors, tomb, long-dark, bridge \(C14\)$`,
		},
		{
			"draft without a group",
			`{chapter: 18, players: 4, lost: [S8], stage: draft, threats: [1, 2, 3, 4, 5, 6, 7], hands: [` + full +
				`]}`, `^group is missing: .*; there are 1, 2 \(C18\)$`,
		},
		{
			"draft without a pool",
			`{chapter: road, players: 4, lost: [S8], stage: draft, threats: [1, 2, 3, 4, 5, 6, 7], hands: [` + full +
				`]}`, `^pool is missing: .* \(L5\)$`,
		},
		{
			"draft with a side deck",
			`{chapter: 1, players: 4, lost: [S8], stage: draft, sides: {oldforest: F9}, hands: [` + full + `]}`,
			`this chapter has no side deck`,
		},
		{
			"took the lost card at the draft",
			`{chapter: 1, players: 4, lost: [S8], stage: draft, hands: [` +
				strings.Replace(full, "{cards", "{took_lost: true, cards", 1) + `]}`,
			`took_lost says what setup has done`,
		},
		{
			"setup with nobody", `{chapter: 1, players: 4, lost: [S8], stage: setup, hands: [` + full + `]}`,
			`seat 0 has no character`,
		},
		{
			"character twice in the pool",
			`{chapter: road, players: 3, pool: [frodo, sam, frodo], hands: [` + three + `]}`,
			`^test:1:48: frodo is listed twice$`,
		},
		{
			"character twice completed", `{chapter: 9, players: 3, completed: [sam, sam], hands: [` + three + `]}`,
			`^test:1:43: sam is listed twice$`,
		},
		{
			"event done twice", `{chapter: 14, players: 3, events_done: [doors, d], hands: [` + three + `]}`,
			`^test:1:48: d is listed twice$`,
		},
		{
			"two unknown events", `{chapter: 14, players: 3, events_done: [gates, x], hands: [` + three + `]}`,
			`^test:1:41: there is no "gates" here; [^\n]*\ntest:1:48: there is no "x" here; [^\n]*$`,
		},
		{
			"seat twice in the order of the rider", `{players: 3, rider_seats: [0, 2, 0], hands: [` + three + `]}`,
			`^test:1:34: 0 is listed twice$`,
		},
		{
			"suit announced twice", `{players: 3, hands: [{cards: H1, announced: [H, M, H]}, {cards: R1}, {cards: M1}]}`,
			`^test:1:52: H is listed twice$`,
		},
		{
			"pyramid missing at the draft",
			`{chapter: 1, players: 2, lost: [S8], stage: draft, hands: [{cards: H12345678 M1234}, {cards: M5678 F12345678}, {cards: S1234567 R12345}]}`, `2 players need a pyramid`,
		},
		{
			"pyramid of another shape at the draft",
			`{chapter: 1, players: 2, lost: [S8], stage: draft, pyramid: 2, hands: [{cards: H12345678 M1234}, {cards: M5678 F12345678}, {rows: [S1234567 R12345]}]}`, `seat 2 has 1 rows, but 3 are dealt \(S9\)`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			entries := readAll(c.text)
			require.Len(t, entries, 1)
			_, err := entryGame(&entries[0])
			require.Error(t, err)
			assert.Regexp(t, c.want, err.Error())
		})
	}
}

// entryGame plays an entry through, as replay does.
func entryGame(e *chapters.Document) (*chapters.Game, error) {
	if e.Err != nil {
		return nil, e.Err
	}
	return e.Record.Game(chapters.Default())
}

// TestAllErrorsAtOnce: one pass reports every mistake of a document.
func TestAllErrorsAtOnce(t *testing.T) {
	t.Parallel()
	entries := readAll("players: 9\nlost: [X1]\nhands:\n- {character: frodoo, cards: H9}\n- {crads: H1}\nleader: no\n")
	require.Len(t, entries, 1)
	for _, want := range []string{
		"test:1:10", "test:2:8", `test:4:15: unknown character "frodoo"`, "test:4:30",
		`test:5:4: unknown key "crads"; did you mean "cards"?`, "test:6:9",
	} {
		assert.ErrorContains(t, entries[0].Err, want)
	}
}

// TestStream: the error of a bad document names its line, and the documents after it are read.
func TestStream(t *testing.T) {
	t.Parallel()
	good := `{"id": "a", "players": 3, "hands": [{"cards": "H1"}, {"cards": "R1"}, {"cards": "M1"}]}` + "\n"
	text := good + `{"id": "b", "players": 3, "hands": [{"cards": "H9"}]}` + "\n" +
		strings.Replace(good, `"a"`, `"c"`, 1) +
		"---\nid: d\nplayers: 3\nhands: [{cards: X}]\n---\n# a comment\n" + strings.Replace(good, `"a"`, `"e"`, 1) +
		"not a document\n---\n" + good
	var got []string
	for _, e := range readAll(text) {
		got = append(got, fmt.Sprintf("%d %s %v", e.Line, e.Record.ID, e.Err == nil))
	}
	assert.Equal(t, []string{"1 a true", "2 b false", "3 c true", "5 d false", "10 e true", "11  false", "13 a true"},
		got)
	assert.Empty(t, readAll(""))
	assert.Empty(t, readAll("\n# nothing\n"))
}

// TestStreamStops: an error of the reader is the last document of the stream. A caller that stops gets no further
// documents.
func TestStreamStops(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	good := `{"players": 3, "hands": [{"cards": "H1"}, {"cards": "R1"}, {"cards": "M1"}]}` + "\n"
	n := 0
	for e := range chapters.Default().Read("test",
		io.MultiReader(strings.NewReader(good+good), iotest.ErrReader(broken))) {
		n++
		if n == 3 {
			require.ErrorIs(t, e.Err, broken)
		}
	}
	assert.Equal(t, 3, n)
	for range chapters.Default().Read("test", strings.NewReader(good+good)) {
		break
	}
	for range chapters.Default().Read("test", strings.NewReader(`{"record": 1}`+"\n"+good)) {
		break
	}
}

// positions draws anything that a document can state, whether it makes sense or not.
func positions() *rapid.Generator[chapters.Position] {
	deck := tricks.Deck.Cards()
	return rapid.Custom(func(t *rapid.T) chapters.Position {
		players := rapid.IntRange(1, 4).Draw(t, "players")
		seats := tricks.SeatsFor(players)
		cards := rapid.Permutation(deck).Draw(t, "cards")
		take := func(most int) []tricks.Card {
			n := rapid.IntRange(0, min(most, len(cards))).Draw(t, "n")
			out := cards[:n:n]
			cards = cards[n:]
			if n == 0 {
				return nil
			}
			return out
		}
		p := chapters.Position{
			ID: rapid.OneOf(rapid.Just(""),
				rapid.StringMatching(`[ -~äöé♠"'#:{}\[\],&*!|>%@\x60]{1,12}`)).Draw(t, "id"),
			Deal: rapid.SampledFrom([]string{"", "c99p4s7"}).Draw(t, "deal"),
			Chapter: rapid.SampledFrom([]string{
				"", "1", "4", "5", "6", "11", "14", "15", "16", "17", "18",
				"road",
			}).Draw(t, "chapter"),
			Players: players, Stage: chapters.Stage(rapid.IntRange(0, 2).Draw(t, "stage")),
			Leader: tricks.Seat(rapid.IntRange(-1, seats-1).Draw(t, "leader")), Pyramid: tricks.NoSeat,
			Lost: take(2), Hands: make([]chapters.HandInfo, seats),
			Threats: rapid.SampledFrom([][]int{nil, {3, 1, 4, 2}, {9}}).Draw(t, "threats"),
		}
		drawRound(t, &p)
		some := func(what string, ids ...string) string {
			return rapid.SampledFrom(append(ids, make([]string, 2*len(ids))...)).Draw(t, what)
		}
		maybe := func(what string) bool { return rapid.IntRange(0, 5).Draw(t, what) == 0 }
		one := func(what string) tricks.Set {
			if maybe(what) {
				return tricks.SetOf(take(1)...)
			}
			return 0
		}
		if players == 2 && (p.Stage != chapters.StagePlay || rapid.Bool().Draw(t, "pyramid")) {
			p.Pyramid = tricks.Seat(rapid.IntRange(0, 2).Draw(t, "seat"))
		}
		if players == 1 {
			p.Pile = take(6)
		}
		for s := range p.Hands {
			h := &p.Hands[s]
			h.Character = rapid.SampledFrom([]string{
				"", "frodo", "sam", "bilbo-baggins", "shadowfax",
				"gandalf-servant", "strider", "samwise",
			}).Draw(t, "character")
			h.Rider = some("rider", "terror", "unseen", "wraith")
			h.Gift = some("gift", "mithril", "sting", "glamdring", "sword", "horn")
			h.Tucked = one("tucked")
			h.First = one("first")
			h.Last = one("last")
			h.TookLost = maybe("took lost")
			if maybe("announced") {
				h.Announced = []tricks.Suit{tricks.Hills, tricks.Rings}
			}
			h.Declared = rapid.SampledFrom([]string{"", characters.More, characters.Fewer}).Draw(t, "declared")
			switch rapid.IntRange(0, 2).Draw(t, "number") {
			case 1:
				h.Threat = rapid.IntRange(1, 9).Draw(t, "threat")
			case 2:
				h.Range = rapid.SampledFrom([][2]int{{1, 2}, {3, 4}, {5, 6}}).Draw(t, "range")
			}
			if tricks.Seat(s) == p.Pyramid {
				h.Rows = [][]tricks.Card{{tricks.NoCard}, {tricks.NoCard, tricks.NoCard}}
				for _, row := range h.Rows {
					for i := range row {
						if c := take(1); c != nil {
							row[i] = c[0]
						}
					}
				}
				h.Extra = tricks.SetOf(take(2)...)
			} else {
				h.Cards = tricks.SetOf(take(5)...)
			}
		}
		if maybe("staged") {
			p.Staged = [][]tricks.Set{make([]tricks.Set, seats), make([]tricks.Set, seats)}
			for _, stage := range p.Staged {
				for s := range stage {
					if tricks.Seat(s) != p.Pyramid {
						stage[s] = tricks.SetOf(take(2)...)
					}
				}
			}
		}
		drawSides(t, &p, take)
		for range rapid.IntRange(0, 3).Draw(t, "plays") {
			c := rapid.SampledFrom(deck).Draw(t, "played")
			p.Plays = append(p.Plays,
				tricks.Play{
					Seat: tricks.Seat(rapid.IntRange(0, 3).Draw(t, "by")),
					Move: tricks.Move{Card: c, ToWin: c == tricks.OneRing},
				})
		}
		if rapid.IntRange(0, 3).Draw(t, "bare id") == 0 {
			p.ID = rapid.SampledFrom([]string{"0", "7", "-1.5e3", "98765432109876543210", "true"}).Draw(t, "number")
			p.BareID = true
		}
		p.Expect = rapid.SampledFrom([]*chapters.Expect{
			nil,
			{Verdict: "unwinnable"},
			{Depth: 3, Perft: number(99)},
			{Depth: 60, Perft: number(0)},
			{Verdict: "winnable", Depth: 1, Perft: number(1 << 62)},
		}).Draw(t, "expect")
		return p
	})
}

// drawRound draws the choices that were made before the deal.
func drawRound(t *rapid.T, p *chapters.Position) {
	switch p.Chapter {
	case "14":
		events := []string{"doors", "tomb", "long-dark", "bridge"}
		p.Event = rapid.SampledFrom(append(events, "")).Draw(t, "event")
		p.EventsDone = rapid.SampledFrom([][]string{nil, events[:1], events[:3]}).Draw(t, "events done")
	case "18":
		p.Group = rapid.SampledFrom([]string{"1", "2", ""}).Draw(t, "group")
	case "road":
		p.Pool = rapid.SampledFrom([][]string{nil, {"frodo", "gandalf", "sam", "elrond", "tom"}}).Draw(t, "pool")
		p.Rider = rapid.SampledFrom([]string{"", "unseen"}).Draw(t, "the Road's rider")
		p.Gift = rapid.SampledFrom([]string{"", "sting", "mithril"}).Draw(t, "the Road's gift")
		if rapid.Bool().Draw(t, "seats") {
			p.RiderSeats = []tricks.Seat{2, 0, 1}
		}
	}
	p.Completed = rapid.SampledFrom([][]string{nil, {"sam", "frodo"}}).Draw(t, "completed")
	p.MithrilUsed = rapid.Bool().Draw(t, "mithril used")
}

// drawSides draws side decks: of cards of their own, or of cards of the deck that are still free.
func drawSides(t *rapid.T, p *chapters.Position, take func(int) []tricks.Card) {
	for _, name := range chapters.Words("deck") {
		if rapid.IntRange(0, 4).Draw(t, name) != 0 {
			continue
		}
		cards := take(6)
		if name == chapters.Balrog && len(cards) > 1 {
			cards = append(cards[:len(cards):len(cards)], cards[0], cards[1]) // it goes round
		}
		if len(cards) == 0 {
			continue
		}
		if p.Sides == nil {
			p.Sides = map[string][]tricks.Card{}
		}
		p.Sides[name] = cards
	}
}

// makeSense removes the most common mistakes from a position.
func makeSense(p *chapters.Position) {
	p.Stage = chapters.StagePlay
	p.Plays = nil
	p.Leader = 0
	taken := map[string]bool{}
	tucked, took := false, false
	for s := range p.Hands {
		h := &p.Hands[s]
		if h.Declared == "" {
			h.Declared = characters.More
		}
		if h.Threat == 0 {
			h.Threat = 2
			h.Range = [2]int{}
		}
		if taken[h.Character] {
			h.Character = ""
		}
		taken[h.Character] = true
		if tucked {
			h.Tucked = 0
		}
		h.TookLost = h.TookLost && !took
		tucked, took = tucked || h.Tucked != 0, took || h.TookLost
	}
}

// TestAnyPosition: every position that is written as YAML or JSON is read back the same, whether it makes sense or not.
// No position makes the game panic, and a position that is not refused can be played to the end.
func TestAnyPosition(t *testing.T) {
	t.Parallel()
	played := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := positions().Draw(t, "position")
		yaml, err := p.YAML()
		require.NoError(t, err)
		line, err := json.Marshal(p)
		require.NoError(t, err)
		require.NotContains(t, string(line), "\n")
		for _, text := range []string{string(yaml), string(line), "---\n" + string(yaml) + "...\n"} {
			entries := readAll(text)
			require.Len(t, entries, 1, text)
			require.NoError(t, entries[0].Err, text)
			require.Equal(t, p, entries[0].Record.Position, text)
			require.False(t, entries[0].IsRecord)
		}
		if rapid.IntRange(0, 3).Draw(t, "sense") != 0 {
			makeSense(&p)
		}
		g, err := chapters.Default().NewGame(p)
		played[err == nil]++
		if err != nil {
			return
		}
		for n := 0; !g.IsOver(); n++ {
			for player := range g.Start().Players {
				g.View(tricks.Seat(player))
			}
			ask := g.View(g.Due().Decider).Ask
			if len(ask.Options) == 0 || n > 300 {
				t.Fatalf("%s by seat %d has no answer after %v", ask.Kind, ask.Seat, g.Decisions())
			}
			require.NoError(t, g.Apply(ask.Options[rapid.IntRange(0, len(ask.Options)-1).Draw(t, "option")]))
		}
		require.NotEqual(t, chapters.Undecided, g.Result())
		require.NotNil(t, g.Statuses())
	})
	t.Logf("played %d, refused %d", played[true], played[false])
	require.Greater(t, 8*played[true], played[true]+played[false], "enough of them make sense")
}

// FuzzRead: every input is read or refused. Nothing panics, not even when a round is played to the end.
func FuzzRead(f *testing.F) {
	f.Add([]byte(example))
	for _, name := range []string{
		"c01p1s1", "c02p2s1", "c03p3s1", "c04p4s1", "c05p3s1", "c06p2s1", "c09p4s1", "c11p4s1", "c12p4s1",
		"c14bp4s1", "c14lp3s1", "c15p2s1", "c16p3s1", "c17p2s1", "c181p4s1", "roadp3s1",
	} {
		pos := dealOf(f, name)
		yaml, err := pos.YAML()
		require.NoError(f, err)
		f.Add(yaml)
		g := gameOf(f, pos)
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			randomDecision(f, g, rng)
		}
		r := chapters.Record{Position: pos, Decisions: g.Decisions()}
		text, err := r.Text()
		require.NoError(f, err)
		f.Add(append(text, chapters.Line{Undo: 3}.Text()...))
	}
	// These have lines that belong to no record, and documents and records that are cut off.
	f.Add([]byte("}\n{\"record\":1,\"players\":3,\"leader\":0,\"hands\":[{\"cards\":\"H1\"},{\"cards\":\"H2\"},{\"cards\":\"R1\"}]}\n{\"play\":\"0:H1\"}\n]\n" +
		"{\"play\":\n{\"play\":\"1:H2\"}\n\"\n{\"players\":3,\"hands\":[\n{\"play\":\"0:H1\"}\nid: 1\n{\"play\":\"0:H1\"}\n"))
	for _, scrap := range []string{
		"{\"a\":[1,\n%s]\n%s", "{\"id\":\"J\",\"players\":\n%s}\n", "x: [\n%s]\n",
		"{\"a\":[\n%s,\n%s,\n%s", "{\"play\":\n%s}\n{\"play\":\"0:H1\"}\n",
	} {
		f.Add([]byte(strings.ReplaceAll(scrap, "%s",
			`{"players":3,"leader":0,"hands":[{"cards":"H1"},{"cards":"H2"},{"cards":"R1"}]}`+"\n")))
	}
	f.Add([]byte(`{players: 2, pyramid: 2, hands: [{cards: H1}, {cards: R1}, {rows: ["M1", "M2 -"], extra: "F1"}]}`))
	f.Add([]byte(`{players: 3, leader: 1, sides: {oldforest: "F3 F9", balrog: "S1 S2 S1"}, lost: [H8], hands: [{character: shadowfax, tucked: H3, cards: "H2"}, {character: radagast, first: M2, last: F3, cards: "M4"}, {character: frodo, gift: sting, took_lost: true, announced: [H], cards: "R1 R2"}]}`))
	// From these the setup cannot go on, or they are very large.
	pos, err := json.Marshal(dealOf(f, "c11p4s1"))
	require.NoError(f, err)
	for _, extra := range []string{
		`"gift":"sword"`, `"gift":"mithril"`, `"rider":"wraith"`, `"threat":3`, `"declared":"more"`, `"range":[3,4]`,
		`"tucked":"H3"`,
		`"first":"H3"`, `"last":"M2"`, `"announced":["H"]`, `"took_lost":true`, `"character":"aragorn"`,
	} {
		f.Add([]byte(strings.Replace(string(pos), `"hands":[{`, `"hands":[{`+extra+`,`, 1)))
		f.Add([]byte(strings.Replace(strings.Replace(string(pos), `"hands":[{`, `"hands":[{`+extra+`,`, 1), `"draft"`,
			`"setup"`, 1)))
	}
	for _, more := range []string{
		`"staged":["",""]`, `"gift":"sword"`, `"pool":["frodo","frodo"]`, `"sides":{"barrow":"H1"}`,
		`"plays":[` + strings.Repeat(`"0:H1",`, 80) + `"1:H2"]`,
		`"completed":[` + strings.Repeat(`"sam",`, 300) + `"sam"]`, `"id":"` + strings.Repeat("x", 12_000) + `"`,
		`"namee":"\u001b[2J\u202e"` + strings.Repeat(`,"a\u009b":1`, 60),
		`"expect":` + strings.Repeat("[", 80) + strings.Repeat("]", 80),
	} {
		f.Add([]byte(strings.Replace(string(pos), `{"`, `{`+more+`,"`, 1)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rng := rand.New(rand.NewPCG(3, 4))
		for e := range chapters.Default().Read("fuzz", bytes.NewReader(data)) {
			g, err := entryGame(&e)
			if err != nil {
				require.NotContains(t, err.Error(), "%!", "a message with a format mistake")
				continue
			}
			for n := 0; randomDecision(t, g, rng); n++ {
				g.View(0)
				require.Less(t, n, 200)
			}
			g.Statuses()
		}
	})
}

// TestNullIsAbsent: an optional key may be null, which is the same as leaving it out. A key that is needed may not.
func TestNullIsAbsent(t *testing.T) {
	t.Parallel()
	entries := readAll(`{"id": null, "deal": null, "chapter": null, "players": 3, "lost": null, "stage": null, "leader": null,
 "event": null, "pyramid": null, "pile": null, "threats": null, "plays": null, "expect": null, "record": 1, "by": null, "seed": null,
 "hands": [{"character": null, "threat": null, "declared": null, "range": null, "rider": null, "rows": null, "extra": null, "tucked": null, "cards": "H1"},
 {"cards": "R1"}, {"cards": "M1"}]}
{"players": 3, "hands": [{"cards": "H1"}, {"cards": "R1"}, {"cards": "M1"}], "record": 1}
{"players": null, "hands": [{"cards": null}, {"cards": "R1"}, {"cards": "M1"}], "expect": {"verdict": null}}
`)
	require.Len(t, entries, 3)
	require.NoError(t, entries[0].Err)
	assert.Equal(t, entries[1].Record, entries[0].Record)
	require.Error(t, entries[2].Err)
	assert.Equal(t, "test:6:1: missing key \"players\"\ntest:6:29: missing key \"cards\"", entries[2].Err.Error())
}

// castAs returns a deal in stage setup. The characters are taken by the seats clockwise from the holder of R1.
func castAs(t *testing.T, name string, ids ...string) chapters.Position {
	t.Helper()
	pos := dealOf(t, name)
	pos.Stage = chapters.StageSetup
	pos.ID = ""
	pos.Deal = ""
	pos.Hands = slices.Clone(pos.Hands)
	at := holder(pos)
	for _, id := range ids {
		pos.Hands[at].Character = id
		at = (at + 1) % tricks.Seat(len(pos.Hands))
	}
	return pos
}

// TestGiven: the game must be able to go on from everything that a document states about a round before play. Other
// documents are refused with the number of a rule, because the game would offer decisions that it cannot carry out.
func TestGiven(t *testing.T) {
	t.Parallel()
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
		{"rider at the draft", draft(), first(func(h *chapters.HandInfo) {
			h.Rider = "terror"
		}), "seat 0 has \"rider\", but stage draft comes before that (S4)"},
		{"threat at the draft", draft(), first(func(h *chapters.HandInfo) {
			h.Threat = 2
		}), "seat 0 has \"threat\", but"},
		{"declaration at the draft", draft(), first(func(h *chapters.HandInfo) {
			h.Declared = "more"
		}), "seat 0 has \"declared\", but"},
		{"range at the draft", draft(), first(func(h *chapters.HandInfo) {
			h.Range = [2]int{1, 2}
		}), "seat 0 has \"range\", but"},
		{"tucked at the draft", draft(), first(func(h *chapters.HandInfo) {
			h.Tucked = apart(h)
		}), "seat 0 has \"tucked\", but"},
		{"set aside at the draft", draft(), first(func(h *chapters.HandInfo) {
			h.Last = apart(h)
		}), "seat 0 has \"last\", but"},
		{"announced at the draft", draft(), first(func(h *chapters.HandInfo) {
			h.Announced = []tricks.Suit{tricks.Hills}
		}), "seat 0 has \"announced\", but"},

		{
			"gift of another character", council(), of("gloin", gift("sword")),
			"gloin does not have the gift sword in this round (K)",
		},
		{
			"gift of another round", council(), of("aragorn", gift("mithril")),
			"aragorn does not have the gift mithril in this round (K)",
		},
		{
			"gift of no round", shire(), of("frodo", gift("sting")),
			"frodo does not have the gift sting in this round (K)",
		},
		{"rider of another", shire(), of("sam", func(h *chapters.HandInfo) {
			h.Rider = "wraith"
		}), "sam does not carry the rider wraith in this round (K)"},
		{"threat of nobody", shire(), func(p *chapters.Position) {
			of("merry", func(h *chapters.HandInfo) { h.Threat = p.Threats[0] })(p)
			p.Threats = p.Threats[1:]
		}, "merry draws no threat card (S8)"},
		{"declaration of nobody", shire(), of("sam", func(h *chapters.HandInfo) {
			h.Declared = "more"
		}), "sam declares nothing (K)"},
		{"range of nobody", shire(), of("sam", func(h *chapters.HandInfo) {
			h.Range = [2]int{3, 4}
		}), "sam cannot choose the range 3-4 (K)"},
		{"range that the Sword has not", council(), of("aragorn", func(h *chapters.HandInfo) {
			h.Range = [2]int{2, 5}
		}), "aragorn cannot choose the range 2-5 (K)"},
		{"tucked by nobody", shire(), of("sam", func(h *chapters.HandInfo) {
			h.Tucked = apart(h)
		}), "sam tucks no card away (K)"},
		{"first of nobody", isengard(), of("shadowfax", func(h *chapters.HandInfo) {
			h.First = apart(h)
		}), "shadowfax sets no card aside (K)"},
		{"announced too early", council(), of("boromir", func(h *chapters.HandInfo) {
			h.Announced = []tricks.Suit{tricks.Hills}
		}), "they belong to stage play (K)"},

		{"gift of the Road elsewhere", draft(), func(p *chapters.Position) {
			p.Gift = "sword"
		}, "not for chapter 2 (L5)"},
		{"rider of the Road elsewhere", draft(), func(p *chapters.Position) {
			p.Rider = "terror"
		}, "not for chapter 2 (L5)"},
		{"pool with somebody twice", road(), func(p *chapters.Position) {
			p.Pool = append(slices.Clone(p.Pool), "frodo")
		}, "frodo is listed twice"},
		{"pool with a stranger", road(), func(p *chapters.Position) {
			p.Pool = append(slices.Clone(p.Pool), "underhill")
		}, "pool: underhill is not in chapter road (L5)"},
		{"pool too small", road(), func(p *chapters.Position) {
			p.Pool = []string{"frodo", "gandalf"}
		}, "not every seat can take one (S4)"},
		{"staged deal elsewhere", draft(), func(p *chapters.Position) {
			p.Staged = [][]tricks.Set{make([]tricks.Set, 4), make([]tricks.Set, 4)}
		}, "staged has 2 batches, but 0 are dealt (C16)"},
		{"another side deck", dealOf(t, "c05p4s3"), func(p *chapters.Position) {
			p.Sides = map[string][]tricks.Card{"oldforest": p.Sides["oldforest"], "barrow": {}}
		}, "this chapter has no side deck barrow"},
	}
	for _, id := range []string{"sword", "mithril", "horn", "sting", "glamdring"} {
		for _, deal := range []string{"c02p4s3", "c11p4s3", "c11p2s3", "c11p1s3"} {
			list = append(list,
				refusal{
					id + " at the draft of " + deal, dealOf(t, deal), first(gift(id)),
					"seat 0 has \"gift\", but stage draft comes before that (S4)",
				})
		}
	}
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			_, err := chapters.Default().NewGame(c.pos)
			require.NoError(t, err, "before the change")
			c.pos.Hands = slices.Clone(c.pos.Hands)
			c.pos.Deal = ""
			c.pos.ID = ""
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
	// A document may state what the chapter gives, and what the setup has done already.
	for _, ok := range []func(p *chapters.Position){
		of("aragorn", gift("sword")), of("boromir", gift("horn")), of("aragorn", func(h *chapters.HandInfo) {
			h.Range = [2]int{3, 4}
		}),
	} {
		pos := council()
		ok(&pos)
		_, err := chapters.Default().NewGame(pos)
		require.NoError(t, err)
	}
	for id, f := range map[string]func(h *chapters.HandInfo){
		"shadowfax": func(h *chapters.HandInfo) {
			h.Tucked = apart(h)
		}, "radagast": func(h *chapters.HandInfo) { h.Last = apart(h) },
	} {
		pos := isengard()
		of(id, f)(&pos)
		_, err := chapters.Default().NewGame(pos)
		require.NoError(t, err)
	}
}

func number(n uint64) *uint64 { return &n }
