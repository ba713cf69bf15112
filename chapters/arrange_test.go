package chapters_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// arranged is a deal whose cards a test moves to the places it needs. A card that moves changes places with
// another one, so every hand and pile keeps its size.
type arranged struct {
	t   testing.TB
	pos chapters.Position
	// put is the cards that the test has placed. They are not moved again.
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
	w := otherWorld{card: map[tricks.Card]tricks.Card{x: y, y: x}}
	a.pos = w.position(a.pos)
}

// places puts cards into a list, in their order, "-" for any card.
func (a *arranged) places(list func() []tricks.Card, text string) {
	a.t.Helper()
	for i, word := range strings.Fields(text) {
		if word != "-" {
			c := cardsOf(a.t, word)[0]
			a.swap(list()[i], c)
			a.put |= c.Bit()
		}
	}
}

// into puts cards into a set.
func (a *arranged) into(get func() tricks.Set, text string) *arranged {
	a.t.Helper()
	cards := cardsOf(a.t, text)
	a.put |= tricks.SetOf(cards...)
	for _, c := range cards {
		if get().Contains(c) {
			continue
		}
		free := get() &^ a.put
		require.NotZero(a.t, free, "no room for %s", c)
		a.swap(free.First(), c)
		require.True(a.t, get().Contains(c), "%s is not among the cards that are dealt", c)
	}
	return a
}

// hand puts cards into a seat's hand. The rest of the hand stays as it was dealt.
func (a *arranged) hand(s int, text string) *arranged {
	a.t.Helper()
	return a.into(func() tricks.Set { return a.pos.Hands[s].Cards }, text)
}

// cast gives the seats characters, seat 0 first, and lets the round begin with the setup. In a Road these
// characters are also the whole pool.
func (a *arranged) cast(ids ...string) *arranged {
	a.pos.Stage = chapters.StageSetup
	if a.pos.Chapter == chapters.Road {
		a.pos.Pool = ids
		a.pos.Rider = ""
		a.pos.Gift = ""
	}
	for s, id := range ids {
		a.pos.Hands[s].Character = id
	}
	return a
}

// game begins the round.
func (a *arranged) game() *chapters.Game {
	a.t.Helper()
	return gameOf(a.t, a.position())
}

// position returns the position in which the round begins, after it was written down and read back.
func (a *arranged) position() chapters.Position {
	a.t.Helper()
	for _, c := range a.pos.Sides["barrow"] {
		if c.Suit() == tricks.Rings { // C6: it was pushed into the barrow
			a.swap(c, (a.pos.Hands[1].Cards &^ tricks.SuitSet(tricks.Rings) &^ a.put).First())
		}
	}
	text, err := a.pos.YAML()
	require.NoError(a.t, err)
	return read(a.t, string(text))
}

// does makes decisions, each of which is written as its kind and its text: "exchange 1>0:H3".
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

// refuses requires that a decision is not legal, and that the error names a rule.
func refuses(t testing.TB, g *chapters.Game, rule, line string) {
	t.Helper()
	require.ErrorContains(t, g.Apply(decided(t, line)), "("+rule+")", line)
}

// asked returns the decision that is due in short: its kind and its seat, such as "exchange 1". The player
// is added if another one decides for the seat.
func asked(g *chapters.Game) string {
	a := g.View(g.Due().Decider).Ask
	if a == nil {
		return "over"
	}
	if a.Decider != a.Seat {
		return fmt.Sprintf("%s %d by %d", a.Kind, a.Seat, a.Decider)
	}
	return fmt.Sprintf("%s %d", a.Kind, a.Seat)
}

// offered returns the cards that can be chosen.
func offered(g *chapters.Game) tricks.Set {
	var out tricks.Set
	for _, d := range g.Options() {
		if d.Card != tricks.NoCard {
			out |= d.Card.Bit()
		}
	}
	return out
}

// answers returns the words, numbers and ids that can be chosen.
func answers(g *chapters.Game) string {
	var out []string
	for _, d := range g.Options() {
		_, text, _ := strings.Cut(d.String(), ":")
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

// targets returns where a card can go, in order: characters, "lost", and "-" to decline.
func targets(g *chapters.Game) string {
	var out []string
	for _, d := range g.Options() {
		name := "-"
		switch {
		case d.Target == chapters.LostCard:
			name = "lost"
		case d.Target != tricks.NoSeat:
			name = g.Character(d.Target).ID
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// backs makes the exchanges that are due, seat by seat, so that each card that is passed comes back.
func backs(t testing.TB, g *chapters.Game, seats ...tricks.Seat) {
	t.Helper()
	for _, s := range seats {
		require.Equal(t, fmt.Sprintf("exchange %d", s), asked(g))
		d := g.Options()[0]
		apply(t, g, d)
		does(t, g, fmt.Sprintf("return %d>%d:%s", d.Target, s, d.Card))
	}
}

// toPlay makes the first decision there is until the first trick.
func toPlay(t testing.TB, g *chapters.Game) {
	t.Helper()
	for g.Stage() != chapters.StagePlay {
		apply(t, g, g.Options()[0])
	}
}

// status returns the status of the goal of a character or of a rider.
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

// winners returns who won each of the tricks so far, "-" if nobody did.
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

// endingWith is a position in stage play in which the seats hold what they are to play and, with
// "left", what stays. Each of who is a seat as a document writes it, without its cards:
// "sam, threat: 3"; "-" for nobody.
func endingWith(t testing.TB, lib *chapters.Library, head string, who []string, plays string,
	left ...string,
) *chapters.Game {
	t.Helper()
	g, err := lib.NewGame(read(t, endingText(t, head, who, plays, left...)))
	require.NoError(t, err)
	return g
}

// endingText is its document. Without more it has as many players as seats, and the first leads.
func endingText(t testing.TB, head string, who []string, plays string, left ...string) string {
	t.Helper()
	hands := make([]string, tricks.MaxSeats)
	copy(hands, left)
	for _, word := range strings.Fields(plays) {
		p, err := tricks.ParsePlay(word)
		require.NoError(t, err)
		hands[p.Seat] += " " + p.Card.String()
	}
	text := "{stage: play, "
	for key, value := range map[string]any{"players": len(who), "leader": 0, "lost": "[]"} {
		if !strings.Contains(head, key+":") {
			text += fmt.Sprintf("%s: %v, ", key, value)
		}
	}
	head = strings.TrimSpace(head)
	if head != "" {
		text += head + ", "
	}
	text += "hands: ["
	for s, w := range who {
		w = strings.TrimSpace(w)
		if id, rest, _ := strings.Cut(w, ", "); id == "-" {
			w = rest
		} else if id != "" && !strings.Contains(id, ":") {
			w = "character: " + w
		}
		if w != "" {
			w += ", "
		}
		if !strings.Contains(w, "rows:") && !strings.Contains(w, "cards:") {
			w += fmt.Sprintf("cards: %q", hands[s])
		}
		text += "{" + w + "}, "
	}
	return text + "]}\n"
}

// held returns the cards of a seat as its own player sees them.
func held(g *chapters.Game, s tricks.Seat) tricks.Set {
	v := g.View(g.View(s).Seats[s].Decider)
	return v.Seats[s].Open
}

func seatOf(t testing.TB, g *chapters.Game, id string) tricks.Seat {
	t.Helper()
	for s := range tricks.Seat(g.Seats()) {
		if c := g.Character(s); c != nil && c.ID == id {
			return s
		}
	}
	t.Fatalf("nobody took %s", id)
	return tricks.NoSeat
}

// logLines writes a log in short: "1 draws 3, 1 passes H3 to 0".
func logLines(v chapters.View) string {
	var out []string
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.Passed, chapters.Returned, chapters.Gave:
			verb := map[chapters.EventKind]string{
				chapters.Passed: "passes", chapters.Returned: "returns",
				chapters.Gave: "gives",
			}[e.Kind]
			out = append(out, fmt.Sprintf("%d %s %s to %d", e.Seat, verb, e.Card, e.Target))
		default:
			out = append(out, eventLine(e))
		}
	}
	return strings.Join(out, ", ")
}

func decision(t testing.TB, kind chapters.DecisionKind, text string) chapters.Decision {
	t.Helper()
	d, err := chapters.ParseDecision(kind, text)
	require.NoError(t, err)
	return d
}
