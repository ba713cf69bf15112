package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// plainFrom takes a round over at its first trick: from what the players see of
// it, and from the deal for what lies closed.
func plainFrom(g *chapters.Game) *plainRound {
	start, v0 := g.Start(), g.View(0)
	r := &plainRound{
		chapter: start.Chapter, event: start.Event, group: start.Group, players: start.Players,
		dealtR1: -1, lost: plainList(v0.Lost), lostTaker: -1, mithrilUsed: start.MithrilUsed,
		pile:      plainList(start.Pile[len(start.Pile)-v0.PileLeft:]),
		oldForest: plainList(start.Sides["oldforest"]), balrog: plainList(start.Sides["balrog"]),
	}
	for s, h := range start.Hands {
		dealt := plainCards(h.Owned())
		for _, stage := range start.Staged {
			dealt = append(dealt, plainCards(stage[s])...)
		}
		// C16: cards change hands while the deal goes on, so R1 is where it
		// lies after it.
		for _, d := range g.Decisions() {
			if start.Staged != nil && d.Card == tricks.OneRing && int(d.Seat) == s && d.Kind == chapters.Give {
				dealt = plainWithout(dealt, plainOneRing)
			}
			if start.Staged != nil && d.Card == tricks.OneRing && int(d.To) == s && d.Kind == chapters.Give {
				dealt = append(dealt, plainOneRing)
			}
		}
		if slices.Contains(dealt, plainOneRing) {
			r.dealtR1 = s
		}
	}
	for _, e := range v0.Log {
		if e.Kind == chapters.TookLost {
			r.lostTaker = int(e.Seat)
		}
	}
	for s := range tricks.Seat(g.Seats()) {
		v := g.View(g.View(s).Seats[s].By).Seats[s]
		at := plainSeat{
			character: v.Character.ID, threat: v.Threat, declared: v.Declared, sword: v.Range,
			tucked: plainCardOf(v.Tucked.String()), first: plainCardOf(v.First.String()), last: plainCardOf(v.Last.String()),
		}
		if v.Rider != nil {
			at.rider = v.Rider.ID
		}
		if v.Gift != nil {
			at.gift = v.Gift.ID
		}
		at.hand = plainWithout(plainCards(v.Open), at.tucked, at.first, at.last)
		if v.Rows != nil {
			at.hand = plainCards(v.Extra)
			for y, row := range v.Rows {
				cards := plainList(row)
				for i := range row {
					if row[i] == chapters.Closed {
						cards[i] = plainCardOf(start.Hands[s].Rows[y][i].String())
					}
				}
				at.rows = append(at.rows, cards)
			}
		}
		at.refilled = at.character != "fatty" && at.character != "goldberry"
		r.seats = append(r.seats, at)
	}
	r.begin()
	return r
}

// engineAsk is what the engine asks, in the plain engine's form.
func engineAsk(a *chapters.Ask) plainAsk {
	out := plainAsk{kind: a.Kind.String(), seat: int(a.Seat), by: int(a.By), answers: map[string]string{}}
	for _, d := range a.Options {
		out.answers[d.String()] = ""
	}
	for _, d := range a.Refused {
		out.answers[d.String()] = ruleOf(d.Err)
	}
	return out
}

// ruleOf is the rule that a refusal names at its end.
func ruleOf(err error) string {
	text := err.Error()
	return strings.TrimSuffix(text[strings.LastIndexByte(text, '(')+1:], ")")
}

// answer makes a decision in the plain engine.
func (r *plainRound) answer(d chapters.Decision) {
	seat, card := int(d.Seat), plainCardOf(d.Card.String())
	switch d.Kind {
	case chapters.PlayCard:
		r.leadBy(seat)
		r.play(plainPlay{seat, card, d.ToWin})
	case chapters.TakeBack:
		r.backAsked = true
		if d.Say == chapters.Yes {
			r.bringBack(seat)
		} else {
			r.backRefused = true
		}
	case chapters.NameLeader:
		r.leadBy(int(d.To))
	case chapters.Swap:
		to := map[tricks.Seat]string{tricks.NoSeat: "", chapters.LostCard: "lost"}
		text, known := to[d.To]
		if !known {
			text = d.To.String()
		}
		r.swap(seat, text, card)
	case chapters.Return:
		r.swapBack(card)
	}
}

// leadBy says who leads, where that may be said (K: Bilbo Baggins).
func (r *plainRound) leadBy(seat int) {
	if len(r.trick) == 0 {
		r.leader, r.named = seat, true
	}
}

// agree compares everything that both engines say about a moment of play.
func (r *plainRound) agree(t *testing.T, g *chapters.Game, name string) {
	t.Helper()
	where := func() string { return fmt.Sprintf("%s after %v", name, g.Decisions()) }
	v := g.View(0)
	require.Equal(t, r.over, g.Over(), "T10: %s", where())
	require.Equal(t, len(r.tricks), len(v.History), where())
	require.Equal(t, plainText(r.lost), plainText(plainList(v.Lost)), where())
	require.Equal(t, len(r.pile), v.PileLeft, "S10: %s", where())
	require.Equal(t, r.fallen, v.Short, "C14: %s", where())
	if !r.over {
		require.Equal(t, plainText(r.turned), plainText(plainList(v.Turned)), "C5, C14: %s", where())
		require.Equal(t, r.leader, int(v.Leader), "T5, T9: %s", where())
		require.Equal(t, r.ringsPlayed, v.RingsBroken, "T6: %s", where())
		require.Equal(t, r.due(), engineAsk(g.Ask()), where())
	}
	for s := range r.seats {
		seat := g.View(tricks.Seat(r.decides(s))).Seats[s]
		require.Equal(t, len(r.held(s)), seat.Cards, "seat %d holds: %s", s, where())
		require.Equal(t, plainText(r.cardsWon(s)), plainText(plainCards(seat.Taken)), "seat %d won: %s", s, where())
		require.Equal(t, len(r.won(s)), seat.Won, where())
		require.Equal(t, plainText(r.seen(s)), plainText(plainCards(seat.Open)), "seat %d sees: %s", s, where())
		if r.seats[s].rows == nil {
			require.Equal(t, plainText(r.held(s)), plainText(plainCards(seat.Open)), "seat %d: %s", s, where())
		}
	}
	if n := len(r.tricks); n > 0 {
		last := v.History[n-1]
		require.Equal(t, r.tricks[n-1].winner, int(last.Winner), "T5, T7, T8, C5: %s", where())
		require.Equal(t, r.tricks[n-1].leader, int(last.Leader), where())
		require.Equal(t, plainText(r.tricks[n-1].cards()), plainText(plainCards(last.Cards)), where())
	}
	if len(r.trick) > 0 && v.Best != tricks.NoSeat {
		require.Equal(t, r.best().seat, int(v.Best), where())
	}
	if r.over {
		statuses, result := r.verdicts()
		var got []string
		for _, s := range g.Statuses() {
			got = append(got, fmt.Sprintf("%d %s%s %s", s.Seat, s.Character, s.Rider, s.Status))
		}
		require.Equal(t, statuses, got, "K: %s", where())
		require.Equal(t, result, string(g.Result()), where())
	}
}

// anyCard holds the cards that could be played at once, although something else
// may be asked before this trick, to the plain engine: a play leaves that undone.
func (r *plainRound) anyCard(t *testing.T, g *chapters.Game, name string) (legal []chapters.Decision) {
	t.Helper()
	if r.due().kind == "return" {
		return nil
	}
	leaders := []int{r.turn()}
	if len(r.trick) == 0 && r.seats[r.leader].character == "bilbo-baggins" && !r.named {
		leaders = []int{0, 1, 2, 3}[:len(r.seats)]
	}
	for _, seat := range leaders {
		if len(r.held(seat)) == 0 {
			continue
		}
		was := r.leader
		r.leadIfNone(seat)
		for text, rule := range r.cardsToPlay() {
			d, err := chapters.ParseDecision(chapters.PlayCard, text)
			require.NoError(t, err)
			err = g.Clone().Apply(d)
			if rule == "" {
				require.NoError(t, err, "%s: %s after %v", name, text, g.Decisions())
				legal = append(legal, d)
			} else {
				require.Error(t, err, "%s: %s after %v", name, text, g.Decisions())
				require.Equal(t, rule, ruleOf(err), "%s: %s after %v", name, text, g.Decisions())
			}
		}
		r.leader = was
	}
	slices.SortFunc(legal, func(a, b chapters.Decision) int { return strings.Compare(a.String(), b.String()) })
	return legal
}

func (r *plainRound) leadIfNone(seat int) {
	if len(r.trick) == 0 {
		r.leader = seat
	}
}

// TestPlainEngine plays random rounds of everything there is in both engines at
// once and compares them at every decision.
func TestPlainEngine(t *testing.T) {
	compared, plays, met := 0, 0, map[string]int{}
	everyDeal(t, 3, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		g := gameOf(t, pos)
		for g.Stage() != chapters.StagePlay {
			require.True(t, randomDecision(t, g, rng))
		}
		r := plainFrom(g)
		for {
			r.agree(t, g, pos.ID)
			if r.over {
				break
			}
			plays++
			options := options(t, g)
			if g.Due() != chapters.PlayCard || rng.IntN(20) == 0 {
				// Now and then play at once what is asked for first.
				if legal := r.anyCard(t, g, pos.ID); len(legal) > 0 && rng.IntN(4) == 0 {
					options = legal
				}
			}
			d := options[rng.IntN(len(options))]
			apply(t, g, d)
			r.answer(d)
		}
		compared++
		for _, s := range g.Statuses() {
			met[s.Character+s.Rider+" "+s.Status.String()]++
		}
		met[string(g.Result())]++
	})
	t.Logf("%d rounds, %d decisions of play compared; %v", compared, plays, met)
}
