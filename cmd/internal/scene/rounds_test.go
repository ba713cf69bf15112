package scene

import (
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// everyMoment plays a round of every chapter and table size, always deciding otherwise, and calls a function
// before each decision and after the last one.
func everyMoment(t *testing.T, look func(g *chapters.Game, v *chapters.View)) {
	t.Helper()
	lib := chapters.Default()
	ids := lib.DealIDs(1)
	for _, id := range ids {
		pos, err := lib.Deal(id)
		require.NoError(t, err, id)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, id)
		for {
			decider := g.Due().Decider
			if g.IsOver() {
				decider = 0
			}
			v := g.View(decider)
			look(g, &v)
			if v.Ask == nil {
				break
			}
			require.NoError(t, g.Apply(v.Ask.Options[len(g.Decisions())*5%len(v.Ask.Options)]), id)
		}
	}
}

// bottomOf returns the seat whose cards a person sees at the bottom.
func bottomOf(v *chapters.View) tricks.Seat {
	if v.Ask != nil {
		return v.Ask.Seat
	}
	return 0
}

// TestScenesShowTheView: a scene shows every seat once, with what the view says about it, the plays of the trick
// in their order, and the finished tricks.
func TestScenesShowTheView(t *testing.T) {
	said := texts.New("en")
	everyMoment(t, func(_ *chapters.Game, v *chapters.View) {
		bottom := bottomOf(v)
		s := New(reader.WithoutWishes(said), v, bottom).Scene()
		shown := []tricks.Seat{s.Me.Index}
		for i := range s.Seats {
			seat := &s.Seats[i]
			shown = append(shown, seat.Index)
			require.Equal(t, tricks.Seat((int(bottom)+i+1)%len(v.Seats)), seat.Index, "clockwise")
		}
		require.Len(t, shown, len(v.Seats))
		require.Equal(t, bottom, s.Me.Index)
		leaders := 0
		letters := map[string]bool{}
		for _, seat := range append(slices.Clone(s.Seats), s.Me) {
			own := &v.Seats[seat.Index]
			require.False(t, letters[seat.Letters], "%s is on two shields", seat.Letters)
			letters[seat.Letters] = true
			require.Equal(t, own.Cards, seat.Cards)
			require.Equal(t, own.Won, seat.Tricks)
			require.Equal(t, !v.IsOver && v.Due.Seat == seat.Index, seat.Turn)
			require.Equal(t, own.Rows, seat.Rows)
			if seat.Leads {
				leaders++
				require.Equal(t, v.Leader, seat.Index)
			}
			if own.Character == nil {
				require.Empty(t, seat.ID)
				continue
			}
			require.Equal(t, own.Character.ID, seat.ID)
			require.Equal(t, said.ShortName(own.Character), seat.Name)
			require.Equal(t, said.CharacterLetters(own.Character), seat.Letters)
			checkStatus(t, said, v, &seat)
		}
		require.Equal(t, v.Stage != chapters.StagePlay, s.Setup)
		require.Equal(t, HandCards(&v.Seats[bottom]), cardsOf(s.Hand))
		require.Len(t, s.Ended, len(v.History))
		if s.Setup {
			require.Empty(t, s.Plays)
			require.Zero(t, s.TrickCount)
			require.Zero(t, leaders)
			return
		}
		require.Equal(t, 1, leaders)
		require.Equal(t, v.Tricks, s.TrickCount)
		require.Equal(t, said.T("stage.trick", min(len(v.History)+1, v.Tricks), v.Tricks), s.Stage)
		require.Equal(t, v.RingsBroken, slices.Contains(s.Facts, said.T("rings.may")))
		if v.PileLeft > 0 {
			require.Contains(t, s.Facts, said.T("pile.left", v.PileLeft))
		}
		checkPlays(t, v, s)
	})
}

// cardsOf returns the cards of items.
func cardsOf(items []Item) (cards tricks.Set) {
	for i := range items {
		cards |= items[i].Card.Bit()
	}
	return cards
}

// checkStatus holds the status of a seat to its goals.
func checkStatus(t *testing.T, said *texts.Texts, v *chapters.View, seat *Seat) {
	t.Helper()
	if v.Stage != chapters.StagePlay {
		require.Equal(t, Open, seat.Status)
		require.Empty(t, seat.StatusWord)
		return
	}
	failed := slices.ContainsFunc(v.Goals, func(g chapters.GoalStatus) bool {
		return g.Seat == seat.Index && g.Status == characters.Failed
	})
	require.Equal(t, failed, seat.Status == Lost, "a goal of the character or of its rider")
	require.Equal(t, failed, seat.StatusWord == said.T("scene.lost"))
	require.Equal(t, seat.Status == Open, seat.StatusWord == "")
}

// checkPlays holds the trick of a scene to the view.
func checkPlays(t *testing.T, v *chapters.View, s *Scene) {
	t.Helper()
	best := 0
	played := 0
	for i := range s.Plays {
		p := &s.Plays[i]
		require.Equal(t, i == 0 && p.Led, p.Led, "only the first one leads")
		require.Equal(t, p.Seat == s.Me.Index, p.Me)
		if p.Card != tricks.NoCard {
			require.Equal(t, played, i, "the empty places come last")
			played++
		}
		if p.Best {
			best++
			require.Equal(t, v.Best, p.Seat)
		}
	}
	require.LessOrEqual(t, best, 1)
	if played > 0 && v.Best != tricks.NoSeat && !v.WonByNobody {
		require.Equal(t, 1, best)
	}
	for i, ended := range s.Ended {
		number := len(v.History) - i
		require.Equal(t, number, ended.Number, "the newest first")
		if ended.Best >= 0 {
			require.True(t, ended.IsBest(ended.Best))
			require.NotEmpty(t, ended.Letters)
		}
	}
}

// TestEveryOptionCanBeChosen: the answers to a question lead to exactly the decisions that the game allows, each
// to one; what may not be chosen says why; and the cursor begins on something that may be.
func TestEveryOptionCanBeChosen(t *testing.T) {
	said := texts.New("en")
	met := map[chapters.DecisionKind]bool{}
	everyMoment(t, func(_ *chapters.Game, v *chapters.View) {
		if v.Ask == nil {
			return
		}
		met[v.Ask.Kind] = true
		var reached []string
		var follow func(q Question)
		follow = func(q Question) {
			c := q.Chooser()
			require.NotEmpty(t, c.Items)
			require.NotEmpty(t, c.Prompt)
			require.True(t, c.Selected().Ok, "the cursor is on something to choose")
			digits := map[rune]bool{}
			for i := range c.Items {
				item := &c.Items[i]
				require.NotEmpty(t, item.Label)
				require.False(t, item.Digit != 0 && digits[item.Digit], "a key leads to one item")
				digits[item.Digit] = true
				if !item.Ok {
					require.NotEmpty(t, item.Detail, "why it may not be chosen")
					continue
				}
				if item.Digit != 0 {
					c.Jump(item.Digit)
					require.Equal(t, i, c.Cursor)
				}
				if item.NextStep == Opening {
					reached = append(reached, item.Decision.String())
					require.True(t, c.Select(&item.Decision))
					require.Equal(t, i, c.Cursor)
					continue
				}
				next := q
				next.Step = item.NextStep
				if item.NextStep == whichCard {
					next.PartnerSeat = item.Decision.Target
				}
				follow(next)
			}
		}
		follow(Question{Reader: reader.WithoutWishes(said), View: v, Ask: v.Ask, PartnerSeat: tricks.NoSeat})
		var want []string
		for _, d := range v.Ask.Options {
			want = append(want, d.String())
		}
		slices.Sort(want)
		slices.Sort(reached)
		require.Equal(t, want, reached, "%s", v.Ask.Kind)
	})
	assert.Greater(t, len(met), 10, "most kinds of decisions were due")
}

// TestPool: while somebody else drafts, exactly the characters that nobody has taken are listed (S4).
func TestPool(t *testing.T) {
	said := texts.New("de")
	everyMoment(t, func(_ *chapters.Game, v *chapters.View) {
		if v.Stage != chapters.StageDraft {
			return
		}
		var taken []string
		for i := range v.Seats {
			if c := v.Seats[i].Character; c != nil {
				taken = append(taken, c.ID)
			}
		}
		b := New(reader.WithoutWishes(said), v, 0)
		s := b.Scene()
		b.AddPool(s)
		require.True(t, s.List)
		require.Len(t, s.Answers, len(v.Chapter.Roster)-len(taken))
		for i := range s.Answers {
			require.NotContains(t, taken, s.Answers[i].ID)
			require.NotEmpty(t, s.Answers[i].Label)
		}
		require.NotEmpty(t, b.DraftReason())
		require.NotContains(t, b.DraftReason(), "tui.")
	})
}

// TestEnds: the end of a round tells for each seat whether its goal was met, and of a lost round the trick in which
// it was lost.
func TestEnds(t *testing.T) {
	said := texts.New("en")
	found := map[chapters.Result]int{}
	everyMoment(t, func(g *chapters.Game, v *chapters.View) {
		if !v.IsOver {
			return
		}
		found[v.Result]++
		record := chapters.Record{Position: g.Start(), Decisions: g.Decisions()}
		loss := LossOf(chapters.Default(), &record)
		b := New(reader.WithoutWishes(said), v, 0)
		b.ShowsResult = true
		require.Empty(t, b.Scene().Plays, "nothing lies on the table")
		e := b.End(loss)
		require.Equal(t, v.Result == chapters.Won, e.Won)
		require.False(t, e.Open)
		require.Len(t, e.Seats, len(v.Seats))
		for i := range e.Seats {
			seat := &e.Seats[i]
			require.Equal(t, tricks.Seat(i), seat.Index)
			require.NotEmpty(t, seat.Progress)
			if aim := texts.RiderAimOf(v, seat.Index); aim != nil && aim.Status == characters.Failed {
				require.Equal(t, b.endWord(characters.Failed), seat.Verdict)
			} else if aim := texts.AimOf(v, seat.Index); aim != nil {
				require.Equal(t, b.endWord(aim.Status), seat.Verdict)
			}
		}
		result, _ := b.Outcome(false)
		require.Equal(t, said.T("result."+string(v.Result)), result)
		_, more := b.Outcome(true)
		require.NotEmpty(t, more)
		if v.Result == chapters.Won {
			require.Nil(t, loss)
			require.Empty(t, e.Trick)
			require.Equal(t, said.T("settled.won"), b.CertainResult())
			return
		}
		require.NotEmpty(t, b.CertainResult())
		require.NotEmpty(t, e.Trick)
		if loss != nil && loss.Trick > 0 {
			require.Equal(t, said.T("stage.trick", loss.Trick, v.Tricks), e.States[0])
			require.Equal(t, characters.Failed, loss.Goal.Status)
			require.Len(t, e.More, 1)
			require.Contains(t, e.More[0], said.Round(v).GoalOwner(loss.Goal))
		}
		if e.BreakingCard >= 0 {
			require.True(t, e.Breaks(e.BreakingCard))
			require.NotEqual(t, tricks.NoCard, e.Trick[e.BreakingCard].Card)
		}
	})
	assert.NotZero(t, found[chapters.Lost])
	t.Log(found)
}

// TestReplayedTrack: the track of a replayed round has every trick, with the most important change of a goal.
func TestReplayedTrack(t *testing.T) {
	said := texts.New("en")
	var views []chapters.View
	everyMoment(t, func(_ *chapters.Game, v *chapters.View) {
		if v.Stage != chapters.StagePlay {
			views = nil
			return
		}
		if len(v.History) == len(views) || v.IsOver {
			views = append(views, *v)
		}
		if !v.IsOver || len(views) != len(v.History)+1 {
			return
		}
		b := New(reader.WithoutWishes(said), v, 0)
		track := b.TrackOf(views)
		require.Len(t, track, len(v.History))
		for i := range track {
			require.Equal(t, i+1, track[i].Number)
			fails := slices.ContainsFunc(views[i+1].Goals, func(g chapters.GoalStatus) bool {
				return g.Rider == "" && g.Status == characters.Failed && texts.StatusOf(&views[i], g.Seat) != characters.Failed
			})
			require.Equal(t, fails, track[i].Status == Lost, "a lost goal is the most important change")
		}
		for n := 1; n <= len(track); n++ {
			b.ShowTrick(n)
			require.True(t, b.CurrentTrick().Done)
			long, _ := b.Stage()
			require.Equal(t, said.T("stage.trick", n, v.Tricks), long)
			line := b.TrickLine(b.CurrentTrick())
			for _, code := range strings.Fields(b.TrickCards(b.CurrentTrick())) {
				require.Contains(t, line, code)
			}
			require.Contains(t, b.TrickText(b.CurrentTrick(), n), line)
		}
	})
}

// TestPages: every page about a round is there at every moment, in words.
func TestPages(t *testing.T) {
	said := texts.New("en")
	everyMoment(t, func(_ *chapters.Game, v *chapters.View) {
		if len(v.Log)%7 > 0 && !v.IsOver {
			return // some moments are enough
		}
		b := New(reader.WithoutWishes(said), v, bottomOf(v))
		for _, name := range []string{"log", "last", "won", "goals", "know", "intro"} {
			p := b.Page(name)
			if name == "log" && len(v.Log) == 0 {
				continue
			}
			require.NotEmpty(t, p, name)
			for _, block := range p {
				require.NotRegexp(t, `^(tui|goal|intro|event|board)\.`, block.Text)
			}
		}
		require.Nil(t, b.Page("nothing"))
		if _, n := LastTrick(v); n == 0 {
			require.Equal(t, said.T("log.notrick"), b.Page("last")[0].Text)
		}
	})
}
