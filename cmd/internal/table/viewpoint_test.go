package table

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// looker is a viewpoint with the actions that a table does for its people.
type looker struct{ *viewpoint }

// from returns a viewpoint of a round.
func from(s *round.Round, people []tricks.Seat, pauses bool) *looker {
	return &looker{newViewpoint(s, people, pauses)}
}

// Next makes the decisions for which nobody is asked, and returns the moment after them.
func (p *looker) Next() round.Moment {
	for d, ok := p.forced(); ok && p.ApplyLine(chapters.Line{Decision: &d}.Text()) == nil; d, ok = p.forced() {
	}
	return p.updateMoment()
}

// Undo takes back as much as is possible.
func (p *looker) Undo() error {
	back, err := p.undoCount(false)
	for err == nil && back > 0 {
		if err = p.ApplyLine(chapters.Line{Undo: back}.Text()); err == nil {
			back, err = p.undoCount(true)
		}
	}
	return err
}

// begun starts a round in which people play the first seats.
func begun(t require.TestingT, deal string, people int) *round.Round {
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	by := slices.Repeat([]string{"random"}, len(pos.Hands))
	for s := range people {
		by[s] = round.Human
	}
	s, err := round.Resume(chapters.Default(), chapters.Record{Position: pos, PlayerNames: by, Seed: &id.Seed})
	require.NoError(t, err)
	return s
}

// goTo does what a viewpoint waits for until one of several moments comes.
func goTo(t require.TestingT, p *looker, moments ...round.Moment) round.Moment {
	for range 1000 {
		now := p.Next()
		if slices.Contains(moments, now) {
			return now
		}
		require.NotEqual(t, round.End, now, "the round ended before that")
		act(t, p, now)
	}
	require.Fail(t, "that never came")
	return round.End
}

// act does what the viewpoint waits for. A person's decision depends only on its number.
func act(t require.TestingT, p *looker, now round.Moment) {
	switch now {
	case round.Thinking:
		d, _, err := p.Think().Decide(context.Background())
		require.NoError(t, err)
		require.NoError(t, p.ApplyLine(chapters.Line{Decision: &d}.Text()))
	case round.Turn:
		options := p.view().Ask.Options
		require.NoError(t, p.ApplyLine(chapters.Line{Decision: &options[p.Decisions()*7%len(options)]}.Text()))
	default:
		p.goOn()
	}
}

// TestManners checks that a viewpoint that pauses and one that does not wait for the same moments, apart from
// the pauses, whatever is decided and taken back.
func TestManners(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom(chapters.Default().DealIDs(rapid.Uint64Range(0, 1000).Draw(t, "seed"))).Draw(t, "deal")
		people := rapid.IntRange(0, id.Players).Draw(t, "people")
		var places [2]*looker
		for i := range places {
			s := begun(t, id.String(), people)
			places[i] = from(s, s.Humans(), i == 0)
		}
		for range 80 {
			var now [2]round.Moment
			for i, p := range places {
				for now[i] = p.Next(); now[i] == round.TrickEnd || now[i] == round.Notice ||
					now[i] == round.Curtain; now[i] = p.Next() {
					if now[i] == round.Curtain {
						require.Equal(t, tricks.NoSeat, p.viewer)
						require.Greater(t, people, 1)
					}
					p.goOn()
				}
			}
			require.Equal(t, now[0], now[1])
			require.Equal(t, places[0].Record(), places[1].Record())
			undo := rapid.IntRange(0, 5).Draw(t, "undo") == 0
			if now[0] == round.Turn {
				require.Equal(t, places[0].Player(), places[0].viewer)
			}
			for _, p := range places {
				if undo {
					p.goOn()
					_ = p.Undo()
				} else if now[0] != round.End {
					act(t, p, now[0])
				}
			}
		}
	})
}

// TestUndoAtAPlace checks who may take something back: the viewer, or anybody at a shared screen while no cards
// are shown.
func TestUndoAtAPlace(t *testing.T) {
	s := begun(t, "c01p4s7", 2)
	shared := from(s, s.Humans(), true)
	anna := from(s, []tricks.Seat{0}, true)
	ben := from(s, []tricks.Seat{1}, true)
	watcher := from(s, nil, true)
	goTo(t, shared, round.Turn)
	for shared.Player() != 0 {
		act(t, shared, round.Turn)
		goTo(t, shared, round.Turn)
	}
	act(t, shared, round.Turn)
	require.Equal(t, tricks.Seat(0), s.LastDecider())
	for _, p := range []*looker{ben, watcher} {
		p.Next()
		require.ErrorIs(t, p.Undo(), round.ErrNotYours)
	}
	made := s.Decisions()
	anna.Next()
	require.NoError(t, anna.Undo())
	assert.Equal(t, made-1, s.Decisions())

	goTo(t, shared, round.Turn)
	act(t, shared, round.Turn)
	if shared.Next() == round.Curtain { // nobody has looked since
		require.NoError(t, shared.Undo())
		goTo(t, shared, round.Turn)
		act(t, shared, round.Turn)
		require.Equal(t, round.Curtain, shared.Next())
		shared.goOn()
		require.ErrorIs(t, shared.Undo(), round.ErrNotYours)
	}

	alone := begun(t, "c01p4s7", 1)
	require.ErrorIs(t, from(alone, alone.Humans(), true).Undo(), round.ErrNothing)
	goTo(t, from(alone, alone.Humans(), false), round.Turn)
	act(t, from(alone, alone.Humans(), false), round.Turn)
	require.ErrorIs(t, from(alone, nil, true).Undo(), round.ErrNothing, "who looks on decides nothing")
}

// TestSettledIsAskedOnce checks T11: the group is asked once whether it plays on, and again only if an undo has
// unsettled the result and it is settled once more.
func TestSettledIsAskedOnce(t *testing.T) {
	for _, people := range []int{1, 4} {
		var s *round.Round
		var p *looker
		for seed := 0; ; seed++ { // until it is settled with tricks to come
			s = begun(t, fmt.Sprintf("c02p4s%d", seed), people)
			p = from(s, s.Humans(), true)
			if goTo(t, p, round.Settled, round.End) == round.Settled && len(s.View(0).History) < 6 {
				break
			}
		}
		before := s.Decisions()
		require.NoError(t, p.Undo())
		require.Less(t, s.Decisions(), before)
		goTo(t, p, round.Settled)
		p.goOn()
		for range 2 {
			goTo(t, p, round.Turn)
			act(t, p, round.Turn)
		}
		require.NotEqual(t, round.Settled, p.Next())
		goTo(t, p, round.Turn, round.TrickEnd, round.Curtain)
		if p.Undo() == nil {
			require.NotEqual(t, chapters.Undecided, s.Settled())
			require.NotEqual(t, round.Settled, p.Next(), "who takes back plays on")
		}
		require.True(t, s.Stop())
		require.Equal(t, chapters.Lost, s.Settled())
	}
}

// TestNobodyIsAsked checks that only people are asked whether they play on (T11), and only while they have a
// card to play.
func TestNobodyIsAsked(t *testing.T) {
	asked, over := 0, 0
	for seed := range 60 {
		for _, people := range []int{0, 1} {
			s := begun(t, fmt.Sprintf("c02p4s%d", seed), people)
			p := from(s, s.Humans(), false)
			for now := p.Next(); now != round.End; now = p.Next() {
				if now == round.Settled {
					require.Equal(t, 1, people)
					require.Positive(t, s.View(0).Seats[0].Cards)
					asked++
				}
				act(t, p, now)
			}
			if s.Settled() != chapters.Undecided {
				over++
			}
		}
	}
	assert.Positive(t, asked)
	assert.Greater(t, over, asked, "all rounds are settled at their end")
}

// TestHiddenGoalSettlesNothing checks that the question of T11 does not reveal a failed goal that only its
// owner knows (S8).
func TestHiddenGoalSettlesNothing(t *testing.T) {
	hidden := 0
	for seed := range 40 {
		s := begun(t, fmt.Sprintf("c14lp4s%d", seed), 4)
		p := from(s, s.Humans(), true)
		for now := p.Next(); now != round.End; now = p.Next() {
			public := s.View(tricks.NoSeat).Result
			if now == round.Settled {
				require.NotEqual(t, chapters.Undecided, public)
			} else if now == round.Turn && public == chapters.Undecided && p.view().Result != chapters.Undecided {
				hidden++
				require.False(t, s.Stop())
			}
			act(t, p, now)
		}
	}
	assert.Positive(t, hidden, "nobody's hidden goal failed")
}

// TestCurtainFalls checks that a person's cards are shown only when that person is there. There is no curtain
// for a viewer whose turn comes again, none for an only legal card, and none at a screen of one's own.
func TestCurtainFalls(t *testing.T) {
	s := begun(t, "c02p4s1", 2)
	shared, home := from(s, s.Humans(), true), from(s, []tricks.Seat{1}, true)
	before := round.Thinking
	eyes := tricks.NoSeat
	again := 0
	for seen := map[round.Moment]int{}; seen[round.End] == 0; {
		now := shared.Next()
		seen[now]++
		if now == round.Turn {
			require.NotEqual(t, round.Settled, before)
			if before != round.Curtain {
				require.Equal(t, eyes, shared.viewer, "the same person goes on")
				again++
			}
		}
		if now == round.Curtain {
			require.NotEqual(t, eyes, s.Player(), "who looks already need not come")
			if ask := s.View(s.Player()).Ask; ask.Kind == chapters.PlayCard {
				require.Greater(t, len(ask.Options), 1, "there is a choice to come for")
			}
		}
		if now == round.Turn {
			eyes = shared.viewer
		} else if now == round.Settled {
			eyes = tricks.NoSeat
		}
		switch at := home.Next(); {
		case at == round.Curtain:
			require.Fail(t, "one person alone at a screen needs no curtain")
		case at == round.Elsewhere:
			require.Equal(t, tricks.Seat(0), s.Player())
		case at != round.End:
			require.Equal(t, tricks.Seat(1), home.viewer)
			if at == round.Notice || at == round.TrickEnd {
				home.goOn()
			}
		}
		before = now
		if now != round.End {
			act(t, shared, now)
		}
		if now == round.Curtain {
			eyes = shared.viewer
		}
	}
	assert.Positive(t, again)
}

// TestForcedIsUndone checks that a forced card is taken back together with the decision before it.
func TestForcedIsUndone(t *testing.T) {
	undone := 0
	for seed := range 20 {
		s := begun(t, fmt.Sprintf("c02p4s%d", seed), 4)
		p := from(s, s.Humans(), true)
		for now := p.Next(); now != round.End; now = p.Next() {
			before := s.Decisions()
			act(t, p, now)
			if now != round.Turn || p.Next() != round.Curtain || s.Decisions() < before+2 || p.Undo() != nil {
				continue
			}
			require.Equal(t, before, s.Decisions())
			undone++
			break
		}
	}
	assert.Positive(t, undone)
}

// TestNews checks that everybody gets all news exactly once and in order, even after another person's undo.
func TestNews(t *testing.T) {
	for people := 1; people <= 4; people++ {
		s := begun(t, "c02p4s1", people)
		p := from(s, s.Humans(), false)
		told := map[tricks.Seat]int{}
		undone := map[int]bool{}
		for now := p.Next(); now != round.End; now = p.Next() {
			if now == round.Turn {
				for _, n := range p.takeNews() {
					if n.Goal == nil {
						require.Equal(t, told[p.viewer], n.Event)
						told[p.viewer]++
					}
				}
				require.Len(t, p.view().Log, told[p.viewer])
			}
			if made := s.Decisions(); !undone[made] && p.Undo() == nil {
				undone[made] = true
				for player := range told {
					told[player] = min(told[player], len(s.View(player).Log))
				}
				continue
			}
			act(t, p, now)
		}
	}
}

// TestNoticeAgain checks that the events of setup are shown again if some of them were taken back.
func TestNoticeAgain(t *testing.T) {
	s := begun(t, "c02p4s1", 1)
	p := from(s, s.Humans(), true)
	goTo(t, p, round.Notice)
	p.goOn()
	require.Equal(t, round.Turn, goTo(t, p, round.Turn, round.Notice))
	require.NoError(t, p.Undo())
	require.Equal(t, chapters.StageSetup, p.view().Stage)
	goTo(t, p, round.Notice)

	again, err := round.Resume(chapters.Default(), s.Record())
	require.NoError(t, err)
	assert.Equal(t, round.Notice, from(again, again.Humans(), true).Next(), "no card was played yet")
	goTo(t, p, round.TrickEnd)
	again, err = round.Resume(chapters.Default(), s.Record())
	require.NoError(t, err)
	p = from(again, again.Humans(), true)
	assert.NotContains(t, []round.Moment{round.Notice, round.TrickEnd}, p.Next(), "what was before is seen")
	assert.Empty(t, from(again, again.Humans(), false).takeNews())
}

// TestLastCardIsPlayed checks that a forced last card is played without a question, and that an undo goes back
// to the last decision that was chosen.
func TestLastCardIsPlayed(t *testing.T) {
	for _, people := range []int{1, 3} {
		s := begun(t, "c01p3s3", people)
		p := from(s, s.Humans(), true)
		asked := 0
		for now := goTo(t, p, round.Turn, round.End); now != round.End; now = goTo(t, p, round.Turn, round.End) {
			v := p.view()
			if last := len(v.History)+1 == v.Tricks; last {
				require.Greater(t, len(v.Ask.Options), 1, "something is left to choose")
			}
			asked = p.Decisions()
			require.NoError(t, p.ApplyLine(chapters.Line{Decision: &v.Ask.Options[0]}.Text()))
		}
		record := p.Record()
		require.Greater(t, len(record.Decisions), asked+1, "the last cards are decisions, too")
		require.NoError(t, p.Undo())
		require.Equal(t, round.Turn, goTo(t, p, round.Turn, round.End))
		require.Equal(t, asked, p.Decisions())
	}
}

// lying returns how many cards of the trick lie on the table.
func lying(v chapters.View) (count int) {
	for seat := range v.Seats {
		if v.Card[seat] != tricks.NoCard {
			count++
		}
	}
	return count
}

// TestTrickEndsWait checks that the end of a trick stays on a person's screen while the others play on, and that all of
// the round is then shown as it was when the trick had ended. When another trick has ended meanwhile, the screen skips to
// the present, unless the person holds the trick.
func TestTrickEndsWait(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "", "greedy"}})
	code, err := clients[0].Invite(t.Context(), true)
	require.NoError(t, err)
	ticket, _, err := h.ResolveCode(code)
	require.NoError(t, err)
	watcher, err := h.Enter(anybody(4), ticket)
	require.NoError(t, err)
	all := append(slices.Clone(clients), watcher)
	begin(t, clients...)
	align(t, all...)
	watcher.Look()

	// playTo plays until so many tricks are over, and some cards of the next one are played.
	playTo := func(tricksOver, cards int) {
		for now := caughtUp(clients[0]).View; len(now.History) < tricksOver || lying(now) < cards; {
			require.True(t, someone(t, clients...))
			align(t, all...)
			now = caughtUp(clients[0]).View
		}
	}
	playTo(1, 1)
	for range 3 {
		now := watcher.Look()
		require.Equal(t, round.TrickEnd, now.Now)
		require.Equal(t, 1, now.Shown)
		require.Len(t, now.View.History, 1)
		require.Zero(t, lying(now.View), "it is as it was when the trick had ended")
		require.Less(t, now.Decisions, caughtUp(clients[0]).Decisions)
	}
	playTo(3, 1)
	now := watcher.Look()
	require.NotEqual(t, round.TrickEnd, now.Now, "the watcher is in the present")
	require.Equal(t, caughtUp(clients[0]).Decisions, now.Decisions)

	watcher.Hold()
	playTo(4, 1)
	require.False(t, watcher.Look().Held, "nothing but a finished trick can be held")
	watcher.Hold()
	playTo(6, 1)
	now = watcher.Look()
	require.True(t, now.Held)
	require.Equal(t, 4, now.Shown)
	require.Len(t, now.View.History, 4)
	watcher.GoOn()
	now = watcher.Look()
	require.False(t, now.Held)
	require.Equal(t, caughtUp(clients[0]).Decisions, now.Decisions)
}

// TestNoticeIsOneMoment checks that the sum of the setup stays on a person's screen while the others play, with the round
// as it was before the first trick.
func TestNoticeIsOneMoment(t *testing.T) {
	s := begun(t, "c02p4s1", 4)
	anna := from(s, []tricks.Seat{0}, true)
	all := from(s, s.Humans(), false)
	for s.View(0).Stage != chapters.StagePlay || s.Player() == 0 {
		act(t, all, all.Next())
	}
	require.Equal(t, round.Notice, anna.Next())
	before := anna.shownRound().View(0)
	for lying(s.View(0)) == 0 || s.Player() == tricks.NoSeat {
		act(t, all, all.Next())
	}
	require.Equal(t, round.Notice, anna.Next())
	require.Equal(t, before, anna.shownRound().View(0))
	anna.goOn()
	anna.Next()
	require.Positive(t, lying(anna.shownRound().View(0)))
}

// TestLateViewsAreOfOneMoment looks at a round at random times, from every seat and as a watcher, and checks that each
// look is exactly the round after some number of decisions, at most one trick ago.
func TestLateViewsAreOfOneMoment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom(chapters.Default().DealIDs(rapid.Uint64Range(0, 1000).Draw(t, "seed"))).Draw(t, "deal")
		s := begun(t, id.String(), id.Players)
		player := from(s, s.Humans(), false)
		late := []*looker{from(s, nil, true)}
		for _, seat := range s.Humans() {
			late = append(late, from(s, []tricks.Seat{seat}, true))
		}
		for now := player.Next(); now != round.End; now = player.Next() {
			if rapid.IntRange(0, 20).Draw(t, "undo") == 0 {
				_ = player.Undo()
			} else {
				act(t, player, now)
			}
			for _, p := range late {
				if rapid.IntRange(0, 8).Draw(t, "look") > 0 {
					continue
				}
				p.updateMoment()
				shown := p.shownRound()
				game, err := s.Reveal().AfterDecisions(shown.Decisions())
				require.NoError(t, err)
				require.Equal(t, game.View(p.viewer), shown.View(p.viewer))
				require.GreaterOrEqual(t, shown.Tricks(), s.Tricks()-1)
				if p.moment != round.TrickEnd && p.moment != round.Notice {
					require.Equal(t, s.Decisions(), shown.Decisions())
				} else if p.moment == round.TrickEnd {
					require.Equal(t, p.shownTricks(), shown.Tricks())
				}
				if rapid.Bool().Draw(t, "go on") {
					p.goOn()
				}
			}
		}
	})
}
