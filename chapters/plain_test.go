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

// plainStart takes a deal over.
func plainStart(pos *chapters.Position) *plainRound {
	r := &plainRound{
		chapter: pos.Chapter, event: pos.Event, group: pos.Group, players: pos.Players,
		dealtR1: -1, lost: plainList(pos.Lost), lostTaker: -1, mithrilUsed: pos.MithrilUsed,
		pile: plainList(pos.Pile), oldForest: plainList(pos.Sides["oldforest"]), balrog: plainList(pos.Sides["balrog"]),
		barrow: plainList(pos.Sides["barrow"]), pool: pos.Pool, roadGift: pos.Gift, roadRider: pos.Rider,
		threats: slices.Clone(pos.Threats), soloExchange: -1,
	}
	for _, s := range pos.RiderSeats {
		r.riderOrder = append(r.riderOrder, int(s))
	}
	for s, h := range pos.Hands {
		r.seats = append(r.seats, plainSeat{character: h.Character, hand: plainCards(h.Cards)})
		for _, row := range h.Rows {
			r.seats[s].rows = append(r.seats[s].rows, plainList(row))
		}
		r.open(s)
		if slices.Contains(r.held(s), plainOneRing) {
			r.dealtR1 = s
		}
	}
	if len(pos.Staged) > 0 {
		r.lostLater, r.lost, r.dealtR1 = r.lost, nil, -1
		for _, stage := range pos.Staged {
			var hands [][]plainCard
			for _, cards := range stage {
				hands = append(hands, plainCards(cards))
			}
			r.staged = append(r.staged, hands)
		}
	}
	return r
}

// engineAsk is what the engine asks, in the plain engine's form.
func engineAsk(a *chapters.Ask) plainAsk {
	out := plainAsk{kind: a.Kind.String(), seat: int(a.Seat), by: int(a.Decider), answers: map[string]string{}}
	for _, d := range a.Options {
		out.answers[d.String()] = ""
	}
	for _, d := range a.Refused {
		out.answers[d.String()] = d.Rule()
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
	seat := int(d.Seat)
	card := plainCardOf(d.Card.String())
	switch d.Kind {
	case chapters.PlayCard:
		r.leadBy(seat)
		r.play(plainPlay{seat, card, d.ToWin})
	case chapters.TakeBack:
		r.backAsked = true
		if d.Word == chapters.Yes {
			r.bringBack(seat)
		} else {
			r.backRefused = true
		}
	case chapters.NameLeader:
		r.leadBy(int(d.Target))
	case chapters.Swap:
		to := map[tricks.Seat]string{tricks.NoSeat: "", chapters.LostCard: "lost"}
		text, known := to[d.Target]
		if !known {
			text = d.Target.String()
		}
		r.swap(seat, text, card)
	case chapters.Return:
		r.swapBack(card)
	}
}

// leadBy says who leads, where that may be said (K: Bilbo Baggins).
func (r *plainRound) leadBy(seat int) {
	if len(r.trick) == 0 {
		r.leader = seat
		r.named = true
	}
}

// moment says where in a round a test failed; it is written down only if so.
type moment struct {
	name string
	game *chapters.Game
}

func (m moment) String() string { return fmt.Sprintf("%s after %v", m.name, m.game.Decisions()) }

// agree compares everything that both engines say about a moment of play.
func (r *plainRound) agree(t *testing.T, g *chapters.Game, name string) {
	t.Helper()
	where := moment{name, g}
	v := g.View(0)
	require.Equal(t, r.over, g.IsOver(), "T10: %s", where)
	require.Len(t, v.History, len(r.tricks), where)
	require.Equal(t, plainText(r.lost), plainText(plainList(v.Lost)), where)
	require.Equal(t, len(r.pile), v.PileLeft, "S10: %s", where)
	mithril := slices.ContainsFunc(r.seats, func(s plainSeat) bool { return s.gift == "mithril" }) && !r.mithrilUsed
	require.Equal(t, r.fallen && !mithril, v.Short, "C14: %s", where)
	require.Equal(t, r.fallen && mithril, v.Spared, "C14: %s", where)
	if !r.over {
		require.Equal(t, plainText(r.turned), plainText(plainList(v.Turned)), "C5, C14: %s", where)
		require.Equal(t, r.leader, int(v.Leader), "T5, T9: %s", where)
		require.Equal(t, r.ringsPlayed, v.RingsBroken, "T6: %s", where)
		require.Equal(t, r.due(), engineAsk(g.View(g.Due().Decider).Ask), where)
	}
	for s := range r.seats {
		seat := g.View(tricks.Seat(r.decides(s))).Seats[s]
		require.Equal(t, len(r.held(s)), seat.Cards, "seat %d holds: %s", s, where)
		require.Equal(t, plainText(r.cardsWon(s)), plainText(plainCards(seat.WonCards)), "seat %d won: %s", s, where)
		require.Equal(t, len(r.won(s)), seat.Won, where)
		require.Equal(t, plainText(r.seen(s)), plainText(plainCards(seat.Open)), "seat %d sees: %s", s, where)
		if r.seats[s].rows == nil {
			require.Equal(t, plainText(r.held(s)), plainText(plainCards(seat.Open)), "seat %d: %s", s, where)
		}
	}
	if n := len(r.tricks); n > 0 {
		last := v.History[n-1]
		require.Equal(t, r.tricks[n-1].winner, int(last.Winner), "T5, T7, T8, C5: %s", where)
		require.Equal(t, r.tricks[n-1].leader, int(last.Leader), where)
		require.Equal(t, plainText(r.tricks[n-1].cards()), plainText(plainCards(last.Cards)), where)
	}
	if len(r.trick) > 0 && v.Best != tricks.NoSeat {
		require.Equal(t, r.best().seat, int(v.Best), where)
	}
	if r.over {
		statuses, result := r.verdicts()
		var got []string
		for _, s := range g.Statuses() {
			got = append(got, fmt.Sprintf("%d %s%s %s", s.Seat, s.Character, s.Rider, s.Status))
		}
		require.Equal(t, statuses, got, "K: %s", where)
		require.Equal(t, result, string(g.Result()), where)
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

// agreeSetup compares what both engines say of a moment of draft or setup.
func (r *plainRound) agreeSetup(t *testing.T, g *chapters.Game, name string) {
	t.Helper()
	where := moment{name, g}
	v := g.View(0)
	require.Equal(t, plainText(r.lost), plainText(plainList(v.Lost)), "S2: %s", where)
	require.Equal(t, len(r.pile), v.PileLeft, "S10: %s", where)
	require.Equal(t, len(r.threats), v.ThreatsLeft, "S8: %s", where)
	var setAside []int
	for _, e := range logSeen(g) {
		if e.Kind == chapters.RejectedThreat && e.Word == "impossible" {
			setAside = append(setAside, e.Number)
		}
	}
	require.Equal(t, r.setAside, setAside, "S8: %s", where)
	for s := range r.seats {
		at := &r.seats[s]
		require.Equal(t, r.decides(s), int(v.Seats[s].Decider), "S9: %s", where)
		seat := g.View(v.Seats[s].Decider).Seats[s]
		id := ""
		if seat.Character != nil {
			id = seat.Character.ID
		}
		require.Equal(t, at.character, id, "S4: %s", where)
		require.Equal(t, plainText(r.seen(s)), plainText(plainCards(seat.Open)), "seat %d sees: %s", s, where)
		require.Equal(t, at.threat, seat.Threat, "S8: seat %d: %s", s, where)
		require.Equal(t, at.declared, seat.Declared, where)
		require.Equal(t, at.sword, seat.Range, where)
		require.Equal(t, at.faceUp, tricks.Deck&^seat.Shown == 0, where)
		if g.Stage() == chapters.StageDraft {
			continue
		}
		rider, gift := "", ""
		if seat.Rider != nil {
			rider = seat.Rider.ID
		}
		if seat.Gift != nil {
			gift = seat.Gift.ID
		}
		if v.Seats[s].Character != nil && len(r.staged) == 0 { // C16: they come after the stages
			require.Equal(t, at.rider+at.gift, rider+gift, "seat %d: %s", s, where)
		}
		if g.Stage() == chapters.StagePlay {
			letters := ""
			for i, suit := range seat.Announced {
				if i > 0 {
					letters += " "
				}
				letters += string(suit.Letter())
			}
			require.Equal(t, r.horn(s), letters, "K: the Horn: %s", where)
		}
	}
}

// both drives both engines through draft and setup: each decision is due in
// both, with the same legal answers, and a random one is made.
func (r *plainRound) both(t *testing.T, g *chapters.Game, name string, rng *rand.Rand) plainAsker {
	return func(kind string, seat int, answers []string) string {
		r.agreeSetup(t, g, name)
		ask := g.View(g.Due().Decider).Ask
		require.Equal(t, []any{kind, seat, r.decides(seat)},
			[]any{ask.Kind.String(), int(ask.Seat), int(ask.Decider)}, "%s after %v", name, g.Decisions())
		var legal []string
		for _, d := range ask.Options {
			legal = append(legal, d.String())
		}
		slices.Sort(answers)
		slices.Sort(legal)
		require.Equal(t, answers, legal, "%s: %s by seat %d after %v", name, kind, seat, g.Decisions())
		d := ask.Options[rng.IntN(len(ask.Options))]
		apply(t, g, d)
		return d.String()
	}
}

// TestPlainEngine plays random rounds of everything there is in both engines at
// once and compares them at every decision.
func TestPlainEngine(t *testing.T) {
	t.Parallel()
	compared := 0
	plays := 0
	met := map[string]int{}
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		g := gameOf(t, pos)
		r := plainStart(&pos)
		asks := r.both(t, g, pos.ID, rng)
		r.draft(asks)
		r.setUp(asks)
		require.Equal(t, chapters.StagePlay, g.Stage(), "%s after %v", pos.ID, g.Decisions())
		r.begin() // what setup has uncovered opens at its end (S9)
		r.agreeSetup(t, g, pos.ID)
		for {
			r.agree(t, g, pos.ID)
			if r.over {
				break
			}
			plays++
			options := options(t, g)
			if g.Due().Kind != chapters.PlayCard || rng.IntN(20) == 0 {
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
