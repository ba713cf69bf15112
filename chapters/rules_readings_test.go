package chapters_test

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Rules that can be read in two ways: how they are read here, and the keys of chapters
// that change it.

// flipped is the library with a line of a chapter's file changed.
func flipped(t testing.TB, file, old, now string) *chapters.Library {
	t.Helper()
	source, err := fs.ReadFile(os.DirFS("data"), "chapters/"+file)
	require.NoError(t, err)
	require.Contains(t, string(source), old)
	own := fstest.MapFS{"chapters/" + file: {Data: []byte(strings.Replace(string(source), old, now, 1))}}
	lib, err := chapters.Load(own)
	require.NoError(t, err)
	return lib
}

// replayed plays a record with another library.
func replayed(t testing.TB, lib *chapters.Library, text string) (*chapters.Game, error) {
	t.Helper()
	for e := range lib.Read("test", strings.NewReader(text)) {
		require.NoError(t, e.Err)
		require.True(t, e.IsRecord)
		return e.Game(lib)
	}
	t.Fatal("no record")
	return nil, nil
}

// asRecord writes a game as a record.
func asRecord(t testing.TB, g *chapters.Game) string {
	t.Helper()
	r := chapters.Record{Position: g.Start(), Decisions: g.Decisions()}
	text, err := r.Text()
	require.NoError(t, err)
	require.Contains(t, string(text), `"record":1,"rules":2,`)
	return string(text)
}

// TestS9SameExchange: of several cards that come to a pyramid at the same time each
// takes the place of the one given in that same exchange (C14: the Long Dark).
func TestS9SameExchange(t *testing.T) {
	dark := func(cast string) *chapters.Game {
		return arrange(t, "c14lp2s1").hand(0, "R3").hand(1, "R1 M8").rows("- - -", "- - - -", "H5 H7 M1 F6 S6").cast(strings.Fields(cast)...).game()
	}
	// As in c14lp2s199.
	g := arrange(t, "c14lp2s199").cast("aragorn", "frodo", "merry").game()
	does(t, g, "exchange 2>1:H5", "threat 0:2", "exchange 0>2:R3", "return 1>2:F7", "return 2>0:S6")
	assert.Equal(t, "R5 ?? F3 / ?? ?? ?? ?? / F7 H7 M1 F6 R3", rowsSeen(g, 1), "F7 came for H5, R3 for S6")

	// A card that is received and given on leaves its place to what comes for it.
	g = arrange(t, "c14lp2s1").hand(0, "R3").hand(1, "M8").rows("- - -", "- - - -", "H5 H7 M1 F6 R1").cast("aragorn", "merry", "frodo").game()
	for g.Due().Kind != chapters.Exchange {
		apply(t, g, g.Options()[0])
	}
	does(t, g, "exchange 0>2:R3", "exchange 1>2:M8", "return 2>0:M8", "return 2>1:F6")
	assert.Equal(t, "H5 H7 M1 R3 R1", rowsSeen(g, 1)[len(rowsSeen(g, 1))-len("H5 H7 M1 R3 R1"):], "M8 came for F6, R3 for M8")

	// One that comes back lies where it lay.
	g = dark("aragorn frodo merry")
	for g.Due().Kind != chapters.Exchange {
		apply(t, g, g.Options()[0])
	}
	for g.Stage() == chapters.StageSetup {
		switch asked(g) {
		case "exchange 0":
			does(t, g, "exchange 0>2:R3")
		case "threat 0":
			apply(t, g, g.Options()[0])
		default:
			d := g.Options()[0]
			if d.Kind == chapters.Return {
				d = decision(t, chapters.Return, fmt.Sprintf("%d>%d:%s", d.Seat, d.To, g.Passed()))
			}
			apply(t, g, d)
		}
	}
	assert.True(t, strings.HasSuffix(rowsSeen(g, 1), "H5 H7 M1 F6 S6"), rowsSeen(g, 1))
}

// TestS10SoloHands: a solo hand that is dealt in full gets as many cards as its refills would have
// been, also after Fatty's gift (L5, as C4 does for Fatty): so all come out even (T10).
func TestS10SoloHands(t *testing.T) {
	for _, cast := range []string{"frodo fatty goldberry bill", "frodo goldberry fatty bill", "frodo bill fatty goldberry"} {
		g := arrange(t, "roadp1s1").hand(0, "R1").cast(strings.Fields(cast)...).game()
		toPlay(t, g)
		v := g.View(0)
		for s, seat := range v.Seats {
			want := map[string]int{"fatty": 6, "goldberry": 10}[seat.Character.ID] // N: 4+5, and a card each from Fatty
			if want == 0 {
				want = 5
			}
			assert.Equal(t, want, seat.Cards, "%s: seat %d", cast, s)
		}
		assert.Equal(t, 10, v.PileLeft, cast)
		assert.Equal(t, 10, v.Tricks, cast)
		for !g.Over() {
			apply(t, g, g.Options()[0])
		}
		for s := range v.Seats {
			assert.Zero(t, held(g, tricks.Seat(s)), "%s: nobody keeps a card", cast)
		}
		last := g.History()[9]
		for s, seat := range v.Seats {
			assert.Equal(t, seat.Character.ID != "fatty", last.Card[s] != tricks.NoCard, "C4: only he sits out the last trick")
		}
	}
	// The round of roadp1s162, as far as that goes.
	g := arrange(t, "roadp1s162").cast("frodo", "fatty", "goldberry", "bill").game()
	toPlay(t, g)
	assert.Equal(t, 10, g.View(0).Seats[2].Cards)
}

// TestG2RadagastsLast: the card set aside for the last trick is played into the round's
// last one (K:radagast), also by who holds more cards than the others and keeps some.
func TestG2RadagastsLast(t *testing.T) {
	game := func(hand string) *chapters.Game {
		return gameOf(t, read(t, fmt.Sprintf("players: 3\nlost: []\nleader: 0\nhands:\n- {character: radagast, %s}\n"+
			"- {character: frodo, cards: \"H2 M2 S2\"}\n- {character: gandalf, cards: \"H3 M3 S3\"}\n", hand)))
	}
	for _, c := range []struct{ hand, first, keeps string }{
		{`cards: "H14 M1 S1", last: F8`, "0:H4 1:H2 2:H3 0:M1 1:M2 2:M3", "H1 S1"},
		{`cards: "H14 M1", last: R2`, "0:H4 1:H2 2:H3 0:H1 1:M2 2:S3", "M1"},
		{`cards: "H14", last: F8`, "0:H4 1:H2 2:H3 0:H1 1:M2 2:S3", ""},
		{`cards: "H1 M14", first: H4, last: S1`, "0:H4 1:H2 2:H3 0:M1 1:M2 2:M3", "H1 M4"},
	} {
		g := game(c.hand)
		require.Equal(t, 3, g.View(0).Tricks, "T10: one seat with cards does not go on alone")
		last := g.Start().Hands[0].Last
		for _, word := range strings.Fields(c.first) {
			refuses(t, g, map[bool]string{true: "K", false: "T3"}[asked(g) == "play 0"], "play 0:"+last.First().String())
			plays(t, g, word)
		}
		for g.Due().Seat != 0 {
			apply(t, g, g.Options()[0])
		}
		require.Equal(t, last, offered(g), c.hand)
		for _, card := range cardsOf(t, c.keeps) {
			refuses(t, g, "K", "play 0:"+card.String())
		}
		for !g.Over() {
			apply(t, g, g.Options()[0])
		}
		assert.Equal(t, c.keeps, held(g, 0).String(), "T10: what stays over")
		assert.Equal(t, last.First(), g.History()[2].Card[0])
	}

	// Who is led against follows nothing with it, and a Ring may be led (T4, T6).
	g := gameOf(t, read(t, "players: 3\nlost: []\nleader: 1\nhands:\n- {character: radagast, cards: \"H15 M1\", last: R2}\n"+
		"- {character: frodo, cards: \"H2 H7\"}\n- {character: gandalf, cards: \"H3 H4\"}\n"))
	plays(t, g, "1:H2 2:H3 0:H5")
	assert.Equal(t, "R2", offered(g).String())
	g = gameOf(t, read(t, "players: 3\nlost: []\nleader: 1\nhands:\n- {character: radagast, cards: \"H15 M1\", last: R2}\n"+
		"- {character: frodo, cards: \"H2 H7\"}\n- {character: gandalf, cards: \"H3 H4\"}\n"))
	plays(t, g, "1:H7 2:H3 0:H1")
	plays(t, g, "1:H2 2:H4")
	refuses(t, g, "K", "play 0:H5")
	plays(t, g, "0:R2")
	assert.Equal(t, "1 2", winners(g))

	// Who holds fewer cannot keep it for later: a card set aside counts as held (T10).
	g = gameOf(t, read(t, "players: 3\nlost: []\nleader: 0\nhands:\n- {character: radagast, cards: \"H5\", last: R2}\n"+
		"- {character: frodo, cards: \"H2 H7 M1\"}\n- {character: gandalf, cards: \"H3 H4 M2\"}\n"))
	plays(t, g, "0:H5 1:H2 2:H3")
	assert.Equal(t, "R2", offered(g).String())
}

// TestC14MithrilCoversTheBridge: Mithril covers a Moria event, and the Bridge is one: all tricks
// that fall short on it, in the place of a goal (K:mithril). Without the key waivable it does not.
func TestC14MithrilCoversTheBridge(t *testing.T) {
	const head = "chapter: 14\nevent: bridge\nplayers: 3\nleader: 0\nsides: {balrog: %s}"
	const order = "0:R2 1:M1 2:M2 0:R3 1:H1 2:H2 0:R4 1:M3 2:M4 0:R5 1:H3 2:H4"
	who := []string{"character: frodo", "character: pippin", ""}
	const enough, short = "S1 S1 S1 S1 S1 S1 S1 S1", "S1 S1 S8 S8 S1 S1 S8 S7"
	ended := func(lib *chapters.Library, head string, who []string) *chapters.Game {
		g := endingWith(t, lib, head, who, order)
		plays(t, g, order)
		require.True(t, g.Over())
		return g
	}
	for _, c := range []struct {
		name, head, sums string
		who              []string
		want             chapters.Result
		spared           bool
	}{
		{"nothing falls short", head, enough, who, chapters.Won, false},
		{"two tricks fall short", head, short, who, chapters.Won, true},
		{"and a goal fails", head, short, []string{"character: frodo", "character: merry", ""}, chapters.Lost, true},
		{"a goal fails alone", head, enough, []string{"character: frodo", "character: merry", ""}, chapters.Won, false},
		{"and a rider", head, short, []string{"character: frodo, rider: morgul-knife", "character: pippin", ""}, chapters.Lost, true},
		{"it is used up", "mithril_used: true\n" + head, short, who, chapters.Lost, false},
	} {
		g := ended(chapters.Default(), fmt.Sprintf(c.head, c.sums), c.who)
		assert.Equal(t, c.want, g.Result(), c.name)
		assert.Equal(t, c.spared, g.View(0).Spared, c.name)
		assert.Equal(t, c.sums == short && !c.spared, g.View(0).Short, c.name)
		o := campaign.OutcomeOf(1, g, "2026-11-22")
		assert.Equal(t, c.want == chapters.Won && (c.spared || c.sums == enough && status(t, g, g.Character(1).ID) == "waived"), o.Waived,
			"%s: whether it is used up", c.name)
	}

	// There is no early win, and it is used for the first that is missed.
	g := endingWith(t, chapters.Default(), fmt.Sprintf(head, short), who, order)
	plays(t, g, "0:R2 1:M1 2:M2 0:R3 1:H1 2:H2")
	assert.Equal(t, chapters.Undecided, g.Result())
	told := 0
	for _, e := range g.View(tricks.NoSeat).Log {
		if e.Kind == chapters.FellShort {
			told++
		}
	}
	assert.Equal(t, 1, told, "of two tricks")

	flip := flipped(t, "c14.yaml", ", waivable: true", "")
	assert.Equal(t, chapters.Lost, ended(flip, fmt.Sprintf(head, short), who).Result())
	assert.Equal(t, chapters.Won, ended(flip, fmt.Sprintf(head, enough), who).Result())
}

// TestS6TheRoad: an exchange that has a target is compulsory in the Road, too (L5 frees
// what touches the lost card), but with one player (S10) and where a file says so.
func TestS6TheRoad(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		cast := []string{"frodo", "bill", "gandalf", "celeborn"}[:tricks.SeatsFor(players)]
		a := arrange(t, fmt.Sprintf("roadp%ds1", players)).hand(0, "R1").cast(cast...)
		g := a.game()
		require.Equal(t, "exchange 1", asked(g))
		refuses(t, g, "S6", "exchange 1:-")
		assert.NotContains(t, targets(g), "-")

		lib := flipped(t, "road.yaml", "optional_lost: true\n", "optional_lost: true\noptional_exchanges: true\n")
		g, err := lib.NewGame(a.pos)
		require.NoError(t, err)
		does(t, g, "exchange 1:-")

		// A record of today may not decline either.
		_, err = replayed(t, chapters.Default(), asRecord(t, g))
		require.ErrorContains(t, err, "(S6)")
	}
	g := arrange(t, "roadp1s1").hand(0, "R1").cast("frodo", "bill", "gandalf", "celeborn").game()
	does(t, g, "exchange 1:-")

	// K:galadriel: the lost card is left to her; Gandalf is a target like any other.
	g = arrange(t, "roadp4s1").hand(0, "R1").cast("frodo", "galadriel", "sam", "celeborn").game()
	assert.Equal(t, "- lost", targets(g))
	does(t, g, "exchange 1:-")
	g = arrange(t, "roadp4s1").hand(0, "R1").cast("frodo", "galadriel", "gandalf", "celeborn").game()
	assert.Equal(t, "gandalf lost", targets(g))
	refuses(t, g, "S6", "exchange 1:-")
	g = arrange(t, "c17p4s1").hand(0, "R1").cast("frodo", "galadriel", "sam", "celeborn").game()
	refuses(t, g, "S6", "exchange 1:-")
}

// TestKStingAndTheTuckedCard: Shadowfax, who tucks a card away, has no Sting and takes no
// lost card, so a document in which Sting would exchange with him is refused.
func TestKStingAndTheTuckedCard(t *testing.T) {
	const rest = `, {character: merry, cards: "M3 S3"}]`
	for _, c := range []struct {
		lost, hands string
		refused     bool
	}{
		{"H8", `[{character: frodo, gift: sting, cards: "M1 S1"}, {character: shadowfax, tucked: H2, cards: S2}`, false},
		{"", `[{character: frodo, gift: sting, cards: "M1 S1"}, {character: shadowfax, tucked: H2, cards: S2}`, false},
		{"", `[{character: frodo, gift: sting, cards: "M1 S1"}, {character: shadowfax, tucked: H2, cards: S2, took_lost: true}`, true},
		{"", `[{character: frodo, cards: "M1 S1"}, {character: shadowfax, tucked: H2, cards: S2, took_lost: true}`, false},
		{"H8", `[{character: frodo, gift: sting, tucked: H2, cards: "M1"}, {character: shadowfax, cards: "S2 M2"}`, true},
	} {
		pos := read(t, "{players: 3, leader: 0, lost: ["+c.lost+"], hands: "+c.hands+rest+"}")
		_, err := chapters.Default().NewGame(pos)
		if !c.refused {
			require.NoError(t, err, c.hands)
			continue
		}
		assert.ErrorContains(t, err, "(K)", c.hands)
	}
}

// TestC18TheDealtRing: without Frodo and without a card that says so the one leads to whom
// R1 was dealt, even if it moved in setup (S7, C18); a position after the setup cannot
// know that, and says so.
func TestC18TheDealtRing(t *testing.T) {
	g := arrange(t, "c182p4s1").hand(1, "R1").cast("meriadoc", "peregrin", "legolas-greenleaf", "gimli-gloin").game()
	for g.Stage() == chapters.StageSetup {
		d := g.Options()[0]
		if asked(g) == "exchange 1" {
			d = decision(t, chapters.Exchange, "1>0:R1")
		} else if g.Due().Kind == chapters.Return && d.Seat == 0 {
			for _, other := range g.Options() {
				if other.Card != tricks.OneRing {
					d = other
				}
			}
		}
		apply(t, g, d)
	}
	require.True(t, held(g, 0).Has(tricks.OneRing))
	assert.Equal(t, tricks.Seat(1), g.State().Leader)
	assert.False(t, g.LeaderGuessed())

	pos, err := g.FirstTrick()
	require.NoError(t, err)
	h, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	assert.Equal(t, tricks.Seat(1), h.State().Leader, "the position says it")
	assert.False(t, h.LeaderGuessed())
	pos.Leader = tricks.NoSeat
	h, err = chapters.Default().NewGame(pos)
	require.NoError(t, err)
	assert.Equal(t, tricks.Seat(0), h.State().Leader)
	assert.True(t, h.LeaderGuessed())

	pos = read(t, "{chapter: 18, group: 2, players: 3, lost: [R1], hands: [{character: meriadoc, cards: H1}, {character: peregrin, cards: H2}, {character: gimli-gloin, threat: 1, cards: H3}]}")
	_, err = chapters.Default().NewGame(pos)
	assert.ErrorContains(t, err, "the one to whom R1 was dealt (S7)")
}
