package players_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/solver/parallel"
	"fellowship/solver/players"
	"fellowship/tricks"
)

func TestNew(t *testing.T) {
	for _, name := range players.Policies {
		_, err := players.New(name)
		require.NoError(t, err)
	}
	_, err := players.New("gollum")
	require.ErrorContains(t, err, `"gollum"`)
	require.ErrorContains(t, err, strings.Join(players.Policies, ", "))
}

func deal(t require.TestingT, chapter string, n int, seed uint64) *chapters.Game {
	return dealt(t, chapters.DealID{Chapter: chapter, Players: n, Seed: seed})
}

func dealt(t require.TestingT, id chapters.DealID) *chapters.Game {
	lib := chapters.Default()
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	return g
}

// Every decision of a round is legal (Play checks that), whatever the chapter,
// its event or group and the size of the table, and the same for the same seed.
func TestRoundsAreLegalAndRepeatable(t *testing.T) {
	for _, id := range chapters.Default().DealIDs(0) {
		t.Run(id.String(), func(t *testing.T) {
			t.Parallel()
			for _, name := range []string{"random", "greedy"} {
				p, err := players.New(name)
				require.NoError(t, err)
				one := dealt(t, id)
				require.NoError(t, players.Play(t.Context(), one, 5, p), name)
				assert.True(t, one.IsOver())
				if id.Players != 3 {
					continue // once is enough
				}
				two := dealt(t, id)
				require.NoError(t, players.Play(t.Context(), two, 5, p), name)
				assert.Equal(t, one.Decisions(), two.Decisions(), name)
			}
		})
	}
}

// The slow players can play every chapter, too: one table size each here, and
// of fair a few decisions, with those between them made at random.
func TestSlowPlayersKnowEveryChapter(t *testing.T) {
	const every = 15
	for i, id := range chapters.Default().DealIDs(0) {
		if i%4 != i/4%4 {
			continue
		}
		t.Run(id.String(), func(t *testing.T) {
			t.Parallel()
			g := dealt(t, id)
			require.NoError(t, players.Play(t.Context(), g, 9, &players.Open{}))
			g = dealt(t, id)
			for n := i; !g.IsOver(); n++ {
				var p players.Player = players.Random{}
				if n%every == 0 {
					p = players.Fair{}
				}
				d, err := players.Choose(t.Context(), g, p, 9)
				require.NoError(t, err)
				require.NoError(t, g.Apply(d))
			}
		})
	}
}

// If the solver finds a winning line, open wins. After a decision of
// another player that leaves the line, it asks again.
func TestOpenWinsWhatCanBeWon(t *testing.T) {
	for _, id := range chapters.Default().DealIDs(0) {
		if id.Players != 3 {
			continue
		}
		t.Run(id.String(), func(t *testing.T) {
			t.Parallel()
			g := dealt(t, id)
			found, err := solver.Solve(t.Context(), g, solver.Options{Nodes: 20_000})
			require.NoError(t, err)
			if found.Verdict != solver.Winnable {
				t.Skip("not won by the solver within a few nodes")
			}
			require.NoError(t, players.Play(t.Context(), g, 1, &players.Open{}))
			assert.Equal(t, chapters.Won, g.Result())
		})
	}
}

// A player is a function of the view and the source, and leaves the view as it is. So it decides the
// same from a view that was written as JSON and read back.
func TestChooseDependsOnViewAndSourceOnly(t *testing.T) {
	for name, times := range map[string]int{"greedy": 40, "fair:0.5": 8, "strong:0.3": 8} {
		p, err := players.New(name)
		require.NoError(t, err)
		checked := 0
		rapid.Check(t, func(t *rapid.T) {
			checked++
			if checked > times {
				return // the others take their time
			}
			g := roundUnderWay(t)
			by := g.Due().Decider
			view, same := g.View(by), g.View(by)
			back := view
			seed := rapid.Uint64().Draw(t, "seed")
			first := choice(t, p, &view, players.Source(seed, 3))
			assert.Equal(t, same, view)
			again := choice(t, p, &back, players.Source(seed, 3))
			assert.Equal(t, first, again)
			assert.Contains(t, view.Ask.Options, first)
		})
	}
}

func choice(t require.TestingT, p players.Player, v *chapters.View, src rand.Source) chapters.Decision {
	d, _, err := p.Think(context.Background(), v, src, false)
	require.NoError(t, err)
	return d
}

// roundUnderWay returns a round at a random decision.
func roundUnderWay(t *rapid.T) *chapters.Game {
	id := rapid.SampledFrom(chapters.Default().DealIDs(0)).Draw(t, "round")
	id.Seed = rapid.Uint64Range(0, 1<<20).Draw(t, "deal")
	g := dealt(t, id)
	require.NoError(t, players.Play(t.Context(), g, rapid.Uint64().Draw(t, "play"), players.Random{}))
	g, err := g.AfterDecisions(rapid.IntRange(0, len(g.Decisions())-1).Draw(t, "decisions"))
	require.NoError(t, err)
	return g
}

// A position of stage play may seat any characters and riders with any cards.
func TestGreedyPlaysAnyPosition(t *testing.T) {
	lib := chapters.Default()
	var ids, riders []string
	for id := range lib.Characters {
		ids = append(ids, id)
	}
	for id := range lib.Riders {
		riders = append(riders, id)
	}
	slices.Sort(ids)
	slices.Sort(riders)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "players")
		pos := chapters.Position{Players: n, Stage: chapters.StagePlay, Pyramid: tricks.NoSeat}
		cast := rapid.Permutation(ids).Draw(t, "cast")
		deck := rapid.Permutation(tricks.Deck.Cards()).Draw(t, "deck")
		take := func(n int) []tricks.Card {
			out := deck[:n:n]
			deck = deck[n:]
			return out
		}
		for s := range tricks.SeatsFor(n) {
			h := chapters.HandInfo{Character: cast[s], Threat: rapid.IntRange(1, 8).Draw(t, "threat"), Declared: "more"}
			if rapid.Bool().Draw(t, "rider") {
				h.Rider = rapid.SampledFrom(riders).Draw(t, "which")
			}
			if n == 2 && s == 2 {
				pos.Pyramid = 2
				h.Rows = [][]tricks.Card{take(2), take(3)}
			} else {
				h.Cards = tricks.SetOf(take(rapid.IntRange(1, 6).Draw(t, "cards"))...)
			}
			pos.Hands = append(pos.Hands, h)
		}
		if n == 1 {
			pos.Pile = take(8)
		}
		pos.Leader = tricks.Seat(rapid.IntRange(0, len(pos.Hands)-1).Draw(t, "leader"))
		g, err := lib.NewGame(pos)
		if err != nil {
			t.Skip(err) // such as goals that need more than 64 bits together
		}
		require.NoError(t, players.Play(t.Context(), g, rapid.Uint64().Draw(t, "seed"), players.Greedy{}))
	})
}

// Greedy is a partner worth having: it wins most rounds, where random play wins
// one in thirty. The deals are fixed, so this cannot fail by bad luck.
func TestGreedyIsWorthHaving(t *testing.T) {
	const deals = 5
	for _, n := range []int{3, 4} {
		t.Run(fmt.Sprintf("%d players", n), func(t *testing.T) {
			greedy := 0
			random := 0
			rounds := 0
			for _, chapter := range []string{"1", "2", "3", "4"} {
				for seed := uint64(1); seed <= deals; seed++ {
					greedy += wins(t, deal(t, chapter, n, seed), players.Greedy{}, seed)
					random += wins(t, deal(t, chapter, n, seed), players.Random{}, seed)
					rounds++
				}
			}
			assert.Greater(t, greedy, rounds/2)
			assert.Greater(t, greedy, 5*random)
		})
	}
}

func wins(t *testing.T, g *chapters.Game, p players.Player, seed uint64) int {
	require.NoError(t, players.Play(t.Context(), g, seed, p))
	if g.Result() == chapters.Won {
		return 1
	}
	return 0
}

// These positions show whether a player is a good partner.
func TestGreedyIsAGoodPartner(t *testing.T) {
	for name, tt := range map[string]struct {
		document string
		want     []string // any of these is fine
	}{
		"gives Frodo the Ring that he wins": {`
players: 4
leader: 0
hands:
- {character: frodo, cards: "H8 M8"}
- {character: bilbo, cards: "R4 F1"}
- {character: gandalf, cards: "H2 M1"}
- {character: pippin, cards: "H1 M2"}
plays: ["0:H8"]`, []string{"1:R4"}},
		"keeps Sam's card when somebody else wins": {`
players: 4
leader: 0
hands:
- {character: sam, threat: 3, cards: "M1 S8 H8 F8"}
- {character: gandalf, cards: "M8 S2 F3 H1"}
- {character: frodo, cards: "M2 S3 F4 H2"}
- {character: pippin, cards: "H3 F1 F2 S1"}
plays: ["0:M1", "1:M8", "2:M2"]`, []string{"3:F1", "3:F2", "3:S1"}},
		"gives Sam the Hills card on his trick": {`
players: 4
leader: 2
hands:
- {character: sam, threat: 3, cards: "H8 M1"}
- {character: merry, cards: "H3 H4"}
- {character: gandalf, cards: "H1 M2"}
- {character: pippin, cards: "H2 M4"}
plays: ["2:H1", "3:H2", "0:H8"]`, []string{"1:H3"}},
		"takes its own Hills card home": {`
players: 4
leader: 1
hands:
- {character: sam, threat: 3, cards: "H8 H1 M1"}
- {character: merry, cards: "H2 M8 M7"}
- {character: gandalf, cards: "H3 M2 M4"}
- {character: pippin, cards: "H4 M3 M6"}
plays: ["1:H2", "2:H3", "3:H4"]`, []string{"0:H8"}},
		"ducks with Pippin": {`
players: 4
leader: 0
hands:
- {character: gandalf, cards: "H5 M1 M8"}
- {character: bilbo, cards: "H2 M2 M5"}
- {character: merry, cards: "H7 M3 M6"}
- {character: pippin, cards: "H8 H1 M4"}
plays: ["0:H5", "1:H2", "2:H7"]`, []string{"3:H1"}},
		"keeps a Forest for Gildor's last trick": {`
players: 4
leader: 3
hands:
- {character: gildor, cards: "F4 R2"}
- {character: gandalf, cards: "H2 M2"}
- {character: frodo, cards: "H7 M3"}
- {character: merry, cards: "H8 M4"}
plays: ["3:H8"]`, []string{"0:R2"}},
		"wins exactly one with Fatty": {`
players: 4
leader: 3
hands:
- {character: fatty, cards: "H8 M1"}
- {character: gandalf, cards: "H2 M2"}
- {character: frodo, cards: "H7 M3"}
- {character: bilbo, cards: "M8 H4"}
plays: ["3:H4"]`, []string{"0:H8"}},
		"plays R1 to win when nothing else will do": {`
players: 4
leader: 1
hands:
- {character: frodo, cards: "R1 H1"}
- {character: bilbo, cards: "M8 F2"}
- {character: gandalf, cards: "R2 F3"}
- {character: pippin, cards: "M2 F4"}
plays: ["1:M8", "2:R2", "3:M2"]`, []string{"0:R1!"}},
	} {
		t.Run(name, func(t *testing.T) {
			for entry := range chapters.Default().Read(name, strings.NewReader(tt.document)) {
				require.NoError(t, entry.Err)
				g, err := entry.Record.Game(chapters.Default())
				require.NoError(t, err)
				for seed := range uint64(8) {
					v := g.View(g.Due().Decider)
					d := choice(t, players.Greedy{}, &v, players.Source(seed, 0))
					assert.Contains(t, tt.want, d.String(), "seed %d", seed)
				}
			}
		})
	}
}

// Gandalf takes the lost card, Fatty gives to everyone (C4), and threats are drawn (S8). Apart
// from that every hand stays as it was dealt.
func TestDraftWithoutExchanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chapter := rapid.SampledFrom([]string{"1", "2", "3", "4"}).Draw(t, "chapter")
		n := rapid.IntRange(1, 4).Draw(t, "players")
		seed := rapid.Uint64Range(0, 1<<20).Draw(t, "seed")
		g, same := deal(t, chapter, n, seed), deal(t, chapter, n, seed)
		require.NoError(t, players.DraftWithoutExchanges(g, players.DraftSource(seed)))
		require.NoError(t, players.DraftWithoutExchanges(same, players.DraftSource(seed)))
		assert.Equal(t, chapters.StagePlay, g.Stage())
		assert.Equal(t, same.Decisions(), g.Decisions())
		drawn := slices.ContainsFunc(g.Decisions(), func(d chapters.Decision) bool { return d.Kind == chapters.Give })
		for s := range g.Seats() {
			dealt := g.Start().Hands[s].Owned()
			held := g.State().Held[s]
			switch {
			case g.Character(tricks.Seat(s)).ID == "gandalf":
				dealt |= tricks.SetOf(g.Start().Lost...)
			case drawn:
				continue // gifts changed the hands
			}
			if n == 1 {
				held &= dealt // the rest comes from the pile
			}
			assert.Equal(t, dealt, held, "seat %d", s)
		}
		for i, d := range g.Decisions() {
			if d.Kind == chapters.Return {
				assert.Equal(t, g.Decisions()[i-1].Card, d.Card, "the card comes straight back")
			}
			if n == 1 && d.Kind == chapters.Exchange {
				assert.Equal(t, tricks.NoSeat, d.Target, "declined (S10)")
			}
		}
	})
}

// In every chapter it comes to the first trick, the same way every time, and
// every card that was passed in an exchange comes back (S6).
func TestDraftWithoutExchangesInEveryChapter(t *testing.T) {
	for _, id := range chapters.Default().DealIDs(0) {
		g, same := dealt(t, id), dealt(t, id)
		require.NoError(t, players.DraftWithoutExchanges(g, players.DraftSource(3)), id.String())
		require.NoError(t, players.DraftWithoutExchanges(same, players.DraftSource(3)))
		assert.Equal(t, chapters.StagePlay, g.Stage())
		assert.Equal(t, same.Decisions(), g.Decisions())
		passed := map[[2]tricks.Seat]tricks.Card{}
		for _, d := range g.Decisions() {
			switch d.Kind {
			case chapters.Exchange:
				passed[[2]tricks.Seat{d.Seat, d.Target}] = d.Card
			case chapters.Return:
				assert.Equal(t, passed[[2]tricks.Seat{d.Target, d.Seat}], d.Card, id.String())
			}
		}
	}
}

func BenchmarkGreedy(b *testing.B) {
	for _, stage := range []chapters.DecisionKind{
		chapters.Draft, chapters.Exchange, chapters.Return, chapters.Give,
		chapters.PlayCard,
	} {
		b.Run(stage.String(), func(b *testing.B) {
			chapter := "2"
			if stage == chapters.Give {
				chapter = "4"
			}
			g := deal(b, chapter, 4, 7)
			for g.Due().Kind != stage {
				require.NoError(b, g.Apply(g.Options()[0]))
			}
			v := g.View(g.Due().Decider)
			for seed := uint64(0); b.Loop(); seed++ {
				choice(b, players.Greedy{}, &v, players.Source(seed, 0))
			}
		})
	}
}

// BenchmarkStrong plays a round of each of the hardest chapters for four.
func BenchmarkStrong(b *testing.B) {
	p, err := players.New("strong")
	require.NoError(b, err)
	for seed := uint64(1); b.Loop(); seed++ {
		for _, id := range chapters.Default().DealIDs(seed) {
			if id.Players == 4 && slices.Contains([]string{"10", "11", "12", "15", "18"}, id.Chapter) {
				require.NoError(b, players.Play(b.Context(), dealt(b, id), seed, p))
			}
		}
	}
}

// A context that has ended ends a round, and leaves no trace in the player.
func TestPlayEndsWithTheContext(t *testing.T) {
	id, err := chapters.ParseDealID("c02p4s7")
	require.NoError(t, err)
	done, stop := context.WithCancel(t.Context())
	stop()
	for _, name := range players.Policies {
		p, err := players.New(name)
		require.NoError(t, err)
		g := dealt(t, id)
		before := len(g.Decisions())
		require.ErrorIs(t, players.Play(done, g, 1, p), context.Canceled, name)
		assert.Len(t, g.Decisions(), before, name)

		fresh, err := players.New(name)
		require.NoError(t, err)
		first, err := players.Choose(t.Context(), g, fresh, 1)
		require.NoError(t, err)
		again, err := players.Choose(t.Context(), g, p, 1)
		require.NoError(t, err)
		assert.Equal(t, first, again, name)
	}
}

// The same deal and seed are played alike by every level, however many rounds are played at a
// time, with the pyramid too. To think less long makes no difference to that.
func TestWorkersMakeNoDifference(t *testing.T) {
	type round struct {
		name string
		id   chapters.DealID
	}
	var rounds []round
	for _, name := range []string{"random", "greedy", "fair:0.3", "strong:0.2"} {
		rounds = append(rounds, round{name, chapters.DealID{Chapter: "11", Players: 3, Seed: 3}},
			round{name, chapters.DealID{Chapter: "12", Players: 2, Seed: 3}})
	}
	played := func(workers int) [][]chapters.Decision {
		out := make([][]chapters.Decision, len(rounds))
		require.NoError(t, parallel.Each(t.Context(), workers, len(out), func(i int) error {
			p, err := players.New(rounds[i].name)
			require.NoError(t, err)
			g := dealt(t, rounds[i].id)
			err = players.Play(t.Context(), g, 5, p)
			out[i] = g.Decisions()
			return err
		}))
		return out
	}
	assert.Equal(t, played(1), played(2))
}
