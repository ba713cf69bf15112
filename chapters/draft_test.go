package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// holder returns who was dealt R1.
func holder(pos chapters.Position) tricks.Seat {
	for s := range pos.Hands {
		if pos.Hands[s].Owned().Has(tricks.OneRing) {
			return tricks.Seat(s)
		}
	}
	return tricks.NoSeat
}

// pick returns the decision to take a character.
func pick(g *chapters.Game, id string) chapters.Decision {
	return chapters.Decision{Kind: chapters.Draft, Seat: g.Ask().Seat, Character: id, To: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}}
}

// draft takes the characters in their order.
func draft(t testing.TB, g *chapters.Game, ids ...string) {
	t.Helper()
	for _, id := range ids {
		apply(t, g, pick(g, id))
	}
}

// mayTake is who may take whom: Frodo goes to the holder of R1 (S3), Gimli not to
// the pyramid of chapter 15 (C15).
func mayTake(g *chapters.Game, s tricks.Seat, id string) bool {
	pos := g.Start()
	return (id != "frodo" || s == holder(pos)) && (pos.Chapter != "15" || id != "gimli" || s != pos.Pyramid)
}

// canFinish is S4 by brute force: can these seats take characters so that
// everyone who must be taken is?
func canFinish(g *chapters.Game, roster, starred []string, seats []tricks.Seat) bool {
	if len(seats) == 0 {
		return !slices.ContainsFunc(starred, func(id string) bool { return slices.Contains(roster, id) })
	}
	for i, id := range roster {
		if mayTake(g, seats[0], id) && canFinish(g, slices.Delete(slices.Clone(roster), i, i+1), starred, seats[1:]) {
			return true
		}
	}
	return false
}

// TestS4Draft goes through every draft of every chapter and holds each pick to the brute force; S3:
// a Frodo who must be taken is with R1 from the start, S7: else the holder of R1 picks first.
func TestS4Draft(t *testing.T) {
	for _, id := range chapters.Default().Deals(0) {
		if id.Chapter == "16" {
			continue // C16: the characters are dealt
		}
		for id.Seed = 1; id.Seed <= 2; id.Seed++ {
			t.Run(id.String(), func(t *testing.T) { walkDraft(t, dealOf(t, id.String())) })
		}
	}
}

func walkDraft(t *testing.T, pos chapters.Position) {
	g := gameOf(t, pos)
	var roster, starred []string
	order := []tricks.Seat{}
	for s := range g.Seats() {
		order = append(order, (holder(pos)+tricks.Seat(s))%tricks.Seat(g.Seats()))
	}
	for _, r := range g.Chapter().Roster {
		if r.Character.ID == "frodo" && r.Starred {
			require.Equal(t, "frodo", g.Character(holder(pos)).ID, "S3")
			order = order[1:]
			continue
		}
		roster = append(roster, r.Character.ID)
		if r.Starred {
			starred = append(starred, r.Character.ID)
		}
	}
	var walk func(g *chapters.Game, roster []string, seats []tricks.Seat)
	walk = func(g *chapters.Game, roster []string, seats []tricks.Seat) {
		if len(seats) == 0 {
			require.NotEqual(t, chapters.StageDraft, g.Stage())
			return
		}
		ask := g.Ask()
		require.Equal(t, seats[0], ask.Seat, "clockwise")
		require.Len(t, append(slices.Clone(ask.Options), refused(ask)...), len(roster))
		for i, id := range roster {
			rest := slices.Delete(slices.Clone(roster), i, i+1)
			want := mayTake(g, seats[0], id) && canFinish(g, rest, starred, seats[1:])
			h := g.Clone()
			err := h.Apply(pick(g, id))
			require.Equal(t, want, err == nil, "seat %d takes %s of %v: %v", seats[0], id, roster, err)
			if err == nil {
				walk(h, rest, seats[1:])
			} else {
				require.Regexp(t, `\((S3|S4|C15)\)$`, err.Error())
			}
		}
	}
	walk(g, roster, order)
}

// TestC16Cast: the Mirror deals everybody a character, one who must be taken among
// them; in solo Frodo comes to the hand of R1, and elsewhere to any.
func TestC16Cast(t *testing.T) {
	frodo := map[bool]int{} // is he with R1?
	for players := 1; players <= 4; players++ {
		for seed := range uint64(20) {
			pos := dealOf(t, chapters.DealID{Chapter: "16", Players: players, Seed: seed}.String())
			g := gameOf(t, pos)
			require.Equal(t, chapters.StageSetup, g.Stage())
			var ids []string
			for s := range tricks.Seat(g.Seats()) {
				ids = append(ids, g.Character(s).ID)
			}
			require.ElementsMatch(t, []string{"frodo", "galadriel", "celeborn", "sam"}[:g.Seats()], ids)
			rng := rand.New(rand.NewPCG(seed, 16))
			for g.Stage() != chapters.StagePlay {
				randomDecision(t, g, rng)
			}
			at := seatOf(t, g, "frodo")
			require.Equal(t, at, g.State().Leader, "Frodo leads")
			if players == 1 {
				require.Equal(t, holder(pos), at)
				continue
			}
			frodo[g.State().Held[at].Has(tricks.OneRing)]++
		}
	}
	require.Len(t, frodo, 2)
}

func refused(a *chapters.Ask) []chapters.Decision {
	var out []chapters.Decision
	for _, r := range a.Refused {
		out = append(out, r.Decision)
	}
	return out
}

func TestS4Refusals(t *testing.T) {
	pos := dealOf(t, "c02p4s1")
	g := gameOf(t, pos)
	err := g.Apply(pick(g, "bilbo"))
	require.EqualError(t, err, `"bilbo" is not in this chapter (S4)`)
	require.ErrorContains(t, g.Apply(pick(g, "frodo")), "frodo is already taken (S4)")
	draft(t, g, "gandalf")
	require.ErrorContains(t, g.Apply(pick(g, "gandalf")), "gandalf is already taken (S4)")
	require.ErrorContains(t, g.Apply(pick(g, "pippin")), "must be taken and nobody else could (S4)")
	wrong := pick(g, "sam")
	wrong.Seat = holder(pos)
	require.ErrorContains(t, g.Apply(wrong), "(S4)", "not his turn")
	require.ErrorContains(t, g.Apply(chapters.PlayDecision(tricks.Play{})), "cannot do that now")
}

// withoutFrodo is a chapter of our own in which Frodo is not.
const withoutFrodo = `
chapter: 20
title: {en: A Test, de: Ein Test}
length: short
characters: ["bilbo*", gandalf, pippin, sam, merry]
threats: [1, 2]
fidelity: reconstructed
note: for tests only
`

func ownLibrary(t testing.TB, files map[string]string) *chapters.Library {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	lib, err := chapters.Load(fsys)
	require.NoError(t, err)
	return lib
}

// TestS7WithoutFrodo: who holds R1 picks first, acts first, leads where no card
// says otherwise, and may pass R1 on.
func TestS7WithoutFrodo(t *testing.T) {
	lib := ownLibrary(t, map[string]string{"chapters/c20.yaml": withoutFrodo})
	for players := 2; players <= 4; players++ {
		for seed := range uint64(6) {
			pos, err := lib.Deal(chapters.DealID{Chapter: "20", Players: players, Seed: seed})
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			r1 := holder(pos)
			var order []tricks.Seat
			for g.Stage() == chapters.StageDraft {
				order = append(order, g.Ask().Seat)
				apply(t, g, g.Ask().Options[len(g.Ask().Options)-1])
			}
			seats := tricks.Seat(g.Seats())
			want := []tricks.Seat{r1, (r1 + 1) % seats, (r1 + 2) % seats, (r1 + 3) % seats}[:seats]
			require.Equal(t, want, order)
			// The last of the options was merry, who was taken first; sam follows.
			require.Equal(t, "merry", g.Character(r1).ID)
			ask := g.Ask()
			require.Equal(t, r1, ask.Seat, "acts first")
			require.Equal(t, chapters.Exchange, ask.Kind)
			for _, d := range ask.Options {
				assert.NotEqual(t, r1, d.To)
			}
			passesR1 := slices.ContainsFunc(ask.Options, func(d chapters.Decision) bool { return d.Card == tricks.OneRing })
			covered := slices.ContainsFunc(pos.Hands[r1].Rows, func(row []tricks.Card) bool { return slices.Contains(row, tricks.OneRing) }) &&
				!slices.Contains(pos.Hands[r1].Rows[2], tricks.OneRing)
			require.Equal(t, !covered, passesR1, "only Frodo may never pass on R1 (S6)")
			for g.Stage() == chapters.StageSetup {
				apply(t, g, g.Ask().Options[0])
			}
			require.Equal(t, r1, g.State().Leader)
		}
	}
}

// arranged is a deal whose cards are put where a test wants them. Cards change
// places, so that every hand and pile stays as large as the rules say.
type arranged struct {
	t   testing.TB
	pos chapters.Position
	// put are the cards that lie where they shall.
	put tricks.Set
}

func arrange(t testing.TB, name string) *arranged {
	t.Helper()
	a := &arranged{t: t, pos: dealOf(t, name)}
	a.pos.ID, a.pos.Deal = "", ""
	return a
}

func cardsOf(t testing.TB, text string) []tricks.Card {
	t.Helper()
	cards, err := tricks.ParseCards(text)
	require.NoError(t, err)
	return cards
}

// swap lets two cards change places, wherever they are.
func (a *arranged) swap(x, y tricks.Card) {
	if x == y {
		return
	}
	set := func(s *tricks.Set) {
		if s.Has(x) != s.Has(y) {
			*s ^= x.Bit() | y.Bit()
		}
	}
	list := func(cards []tricks.Card) {
		for i, c := range cards {
			switch c {
			case x:
				cards[i] = y
			case y:
				cards[i] = x
			}
		}
	}
	for s := range a.pos.Hands {
		set(&a.pos.Hands[s].Cards)
		for _, row := range a.pos.Hands[s].Rows {
			list(row)
		}
	}
	for _, stage := range a.pos.Staged {
		for s := range stage {
			set(&stage[s])
		}
	}
	for _, cards := range a.pos.Sides {
		list(cards)
	}
	list(a.pos.Lost)
	list(a.pos.Pile)
}

// places puts cards into a list, in their order, "-" for any card.
func (a *arranged) places(list []tricks.Card, text string) {
	a.t.Helper()
	for i, word := range strings.Fields(text) {
		if word == "-" {
			continue
		}
		c := cardOf(a.t, word)
		a.swap(list[i], c)
		a.put |= c.Bit()
	}
}

// into puts cards into a set.
func (a *arranged) into(get func() tricks.Set, text string) *arranged {
	a.t.Helper()
	cards := cardsOf(a.t, text)
	a.put |= tricks.SetOf(cards...)
	for _, c := range cards {
		if get().Has(c) {
			continue
		}
		free := get() &^ a.put
		require.NotZero(a.t, free, "no room for %s", c)
		a.swap(free.First(), c)
		require.True(a.t, get().Has(c), "%s is not among the cards that are dealt", c)
	}
	return a
}

// hand puts cards into a seat's hand; the rest of the hand is as it happens.
func (a *arranged) hand(s int, text string) *arranged {
	a.t.Helper()
	return a.into(func() tricks.Set { return a.pos.Hands[s].Cards }, text)
}

// stage puts cards among those a seat gets in a later stage (C16), from 0.
func (a *arranged) stage(n, s int, text string) *arranged {
	a.t.Helper()
	return a.into(func() tricks.Set { return a.pos.Staged[n][s] }, text)
}

// rows lays the pyramid.
func (a *arranged) rows(rows ...string) *arranged {
	a.t.Helper()
	for r, row := range rows {
		a.places(a.pos.Hands[a.pos.Pyramid].Rows[r], row)
	}
	return a
}

func (a *arranged) lost(text string) *arranged {
	a.t.Helper()
	a.places(a.pos.Lost, text)
	return a
}

// pile and side put cards on top of the draw pile and of a side deck.
func (a *arranged) pile(text string) *arranged {
	a.t.Helper()
	a.places(a.pos.Pile, text)
	return a
}

func (a *arranged) side(name, text string) *arranged {
	a.t.Helper()
	a.places(a.pos.Sides[name], text)
	return a
}

// threats puts numbers on top of the threat deck.
func (a *arranged) threats(top ...int) *arranged {
	rest := slices.DeleteFunc(slices.Clone(a.pos.Threats), func(n int) bool { return slices.Contains(top, n) })
	a.pos.Threats = slices.Concat(top, rest)
	return a
}

// cast seats characters, seat 0 first, and begins with the setup. Of the Road
// these characters are the whole pool.
func (a *arranged) cast(ids ...string) *arranged {
	a.pos.Stage = chapters.StageSetup
	if a.pos.Chapter == chapters.Road {
		a.pos.Pool, a.pos.Rider, a.pos.Gift = ids, "", ""
	}
	for s, id := range ids {
		a.pos.Hands[s].Character = id
	}
	return a
}

// gift and rider are what the Road gives.
func (a *arranged) gift(id string) *arranged {
	a.pos.Gift = id
	return a
}

func (a *arranged) rider(id string, order ...tricks.Seat) *arranged {
	a.pos.Rider, a.pos.RiderSeats = id, order
	return a
}

// game begins the round. The position must survive being written down and read.
func (a *arranged) game() *chapters.Game {
	a.t.Helper()
	for _, c := range a.pos.Sides["barrow"] {
		if c.Suit() == tricks.Rings { // C6: it was pushed into the barrow
			a.swap(c, (a.pos.Hands[1].Cards &^ tricks.SuitSet(tricks.Rings) &^ a.put).First())
		}
	}
	text, err := a.pos.YAML()
	require.NoError(a.t, err)
	return gameOf(a.t, read(a.t, string(text)))
}

// does makes decisions that are written as their kind and their text: "exchange 1>0:H3".
func does(t testing.TB, g *chapters.Game, lines ...string) {
	t.Helper()
	for _, line := range lines {
		require.NoError(t, g.Apply(decided(t, line)), line)
	}
}

func decided(t testing.TB, line string) chapters.Decision {
	t.Helper()
	name, text, _ := strings.Cut(line, " ")
	for kind := chapters.Draft; kind <= chapters.Swap; kind++ {
		if kind.String() == name {
			return decision(t, kind, text)
		}
	}
	t.Fatalf("there is no decision %q", line)
	return chapters.Decision{}
}

// plays plays cards, "0:H3 1:H5 2:R1!".
func plays(t testing.TB, g *chapters.Game, text string) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		does(t, g, "play "+word)
	}
}

// refuses holds that a decision is not legal, and by which rule.
func refuses(t testing.TB, g *chapters.Game, rule, line string) {
	t.Helper()
	require.ErrorContains(t, g.Apply(decided(t, line)), "("+rule+")", line)
}

// asked is the decision due in short: its kind and its seat, "exchange 1". By is
// added where somebody else decides for the seat.
func asked(g *chapters.Game) string {
	a := g.Ask()
	if a == nil {
		return "over"
	}
	if a.By != a.Seat {
		return fmt.Sprintf("%s %d by %d", a.Kind, a.Seat, a.By)
	}
	return fmt.Sprintf("%s %d", a.Kind, a.Seat)
}

// offered are the cards among the options, answers the words, numbers and ids.
func offered(g *chapters.Game) tricks.Set {
	var out tricks.Set
	for _, d := range g.Options() {
		if d.Card != tricks.NoCard {
			out |= d.Card.Bit()
		}
	}
	return out
}

func answers(g *chapters.Game) string {
	var out []string
	for _, d := range g.Options() {
		_, text, _ := strings.Cut(d.String(), ":")
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

// targets are those a card can go to, in order: characters, "lost", and "-" for nobody.
func targets(g *chapters.Game) string {
	var out []string
	for _, d := range g.Options() {
		name := "-"
		switch {
		case d.To == chapters.LostCard:
			name = "lost"
		case d.To != tricks.NoSeat:
			name = g.Character(d.To).ID
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// backs makes the exchange that is due at each seat in turn: the card that is passed comes back.
func backs(t testing.TB, g *chapters.Game, seats ...tricks.Seat) {
	t.Helper()
	for _, s := range seats {
		require.Equal(t, fmt.Sprintf("exchange %d", s), asked(g))
		d := g.Options()[0]
		apply(t, g, d)
		does(t, g, fmt.Sprintf("return %d>%d:%s", d.To, s, d.Card))
	}
}

// toPlay makes the first decision there is until the first trick.
func toPlay(t testing.TB, g *chapters.Game) {
	t.Helper()
	for g.Stage() != chapters.StagePlay {
		apply(t, g, g.Options()[0])
	}
}

// status is the status of the goal of a character or of a rider.
func status(t testing.TB, g *chapters.Game, id string) string {
	t.Helper()
	for _, s := range g.Statuses() {
		if s.Character == id || s.Rider == id {
			return s.Status.String()
		}
	}
	t.Fatalf("no goal of %s", id)
	return ""
}

// winners are who won the tricks so far, "-" for nobody.
func winners(g *chapters.Game) string {
	var out []string
	for _, trick := range g.History() {
		if trick.Winner == tricks.NoSeat {
			out = append(out, "-")
		} else {
			out = append(out, trick.Winner.String())
		}
	}
	return strings.Join(out, " ")
}

// ending is a position in stage play in which the seats hold what they are to
// play and, with "left", what stays. Each of who is a seat as a document writes
// it, without its cards: "character: sam, threat: 3"; "" for nobody.
func ending(t testing.TB, head string, who []string, plays string, left ...string) *chapters.Game {
	t.Helper()
	return endingWith(t, chapters.Default(), head, who, plays, left...)
}

// endingWith is ending with a library of one's own.
func endingWith(t testing.TB, lib *chapters.Library, head string, who []string, plays string, left ...string) *chapters.Game {
	t.Helper()
	hands := make([]string, len(who))
	copy(hands, left)
	for _, word := range strings.Fields(plays) {
		p, err := tricks.ParsePlay(word)
		require.NoError(t, err)
		hands[p.Seat] += " " + p.Card.String()
	}
	text := head + "\nlost: []\nstage: play\nhands:\n"
	for s, w := range who {
		if w != "" {
			w += ", "
		}
		text += fmt.Sprintf("- {%scards: %q}\n", w, hands[s])
	}
	g, err := lib.NewGame(read(t, text))
	require.NoError(t, err)
	return g
}

// seats are characters without anything said about them.
func seats(ids string) []string {
	var out []string
	for _, id := range strings.Fields(ids) {
		if id == "-" {
			out = append(out, "")
		} else {
			out = append(out, "character: "+id)
		}
	}
	return out
}
