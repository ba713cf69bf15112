package web

import (
	"context"
	"html"
	"regexp"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/turns"
	"fellowship/solver"
	"fellowship/tricks"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lostDeal is a deal for Anna, a computer player and Ben. If both always take their first answer, they lose it with a
// card in trick 3, in whose place one other card would have won.
const lostDeal = "c04p3s1"

// loses lets Anna, Ben and a computer player lose the round of lostDeal at a new table.
func (s *served) loses() (anna, ben *person) {
	s.t.Helper()
	anna = s.comes("Anna", "")
	code := anna.begins("players", "3", "game", "deal", "deal", lostDeal, "computer", "random")
	ben = s.comes("Ben", code)
	for _, p := range []*person{anna, ben} {
		p.reload()
		p.does("ready")
	}
	require.True(s.t, playOn(s.t, 1000, anna, ben))
	return anna, ben
}

// sessionOf returns the session of a person at the table whose page is open.
func (s *served) sessionOf(p *person) *session {
	s.t.Helper()
	s.srv.sessions.mu.Lock()
	defer s.srv.sessions.mu.Unlock()
	for _, v := range s.srv.sessions.byKey {
		if v.name == p.name {
			return v
		}
	}
	require.Fail(s.t, "there is no session of "+p.name)
	return nil
}

// lossOf returns what the solver says about the last round of a table, and the round.
func (s *served) lossOf(v *session) (loss hindsight.Loss, walk *hindsight.Walk) {
	s.t.Helper()
	record, err := v.client.Record()
	require.NoError(s.t, err)
	walk, err = hindsight.New(chapters.Default(), record)
	require.NoError(s.t, err)
	loss = walk.SearchLoss(hindsight.SolverJudge(solver.Options{Nodes: 2_000_000})).Run(s.t.Context())
	require.NotEqual(s.t, tricks.NoCard, loss.Card(), loss.State)
	return loss, walk
}

// awaitsSolver loads the page of a person again until it shows the result of the round, and the search for where the
// round was lost has come as far as it can without the solver.
func (s *served) awaitsSolver(p *person) {
	s.t.Helper()
	v := s.sessionOf(p)
	record, err := v.client.Record()
	require.NoError(s.t, err)
	walk, err := hindsight.New(chapters.Default(), record)
	require.NoError(s.t, err)
	noSolver := func(context.Context, *chapters.Game) solver.Verdict { return solver.Unknown }
	want := walk.SearchLoss(noSolver).Run(s.t.Context()).Before
	require.Eventually(s.t, func() bool {
		p.reload()
		v.mu.Lock()
		defer v.mu.Unlock()
		return v.search.loss.Before == want
	}, time.Minute, 10*time.Millisecond)
}

// reloadUntil loads the page again until it has a button.
func (p *person) reloadUntil(name string) {
	p.t.Helper()
	require.Eventually(p.t, func() bool {
		p.reload()
		_, ok := p.Button(name)
		return ok
	}, time.Minute, 10*time.Millisecond)
}

// TestLossAmongFriends: the page of a lost round finds by itself where it was lost, without scripts, too. It names the
// card and what would still have won. The golden step is to play on from there, and when all have agreed the table does:
// for practice, with the hands as they were then, and each sees only its own.
func TestLossAmongFriends(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		t.Run(lang, func(t *testing.T) {
			s := serve(t, nil)
			s.lang = lang
			anna, ben := s.loses()
			said := anna.words().Spoken()
			loss, walk := s.lossOf(s.sessionOf(anna))
			for _, p := range []*person{anna, ben} {
				p.reloadUntil("act-onfrom")
				assert.Contains(t, p.Text(), loss.Title(said))
				assert.Contains(t, p.Text(), loss.Alternatives(said))
				assert.Contains(t, p.Text(), loss.FromText(said))
				assert.Contains(t, p.Text(), said.T("loss.practice"))
			}
			assert.Equal(t, said.T("loss.title.round"), anna.regionText("result"), "heard also if the solver is faster")
			assert.Equal(t, loss.Title(said)+" "+loss.Alternatives(said), anna.regionText("loss"))
			require.NoError(t, anna.Open(anna.URL.Path+"/look"))
			_, ok := anna.Button("act-onfrom")
			assert.True(t, ok, "the look-through has it, too: %s", anna.Text())

			anna.does("act-onfrom")
			assert.Contains(t, anna.Text(), said.T("serve.proposed"))
			ben.reload()
			assert.Contains(t, ben.Text(), said.T("serve.ask.playon", "Anna", loss.Step.Trick))
			assert.Zero(t, s.sessionOf(ben).client.TableView().Round-1, "nobody plays before all have agreed")
			ben.does("qyes")
			assert.Contains(t, ben.Text(), said.T("serve.playson", loss.Step.Trick))
			for _, p := range []*person{anna, ben} {
				now := s.sessionOf(p).client.Look()
				require.True(t, now.Playing)
				for seat, want := range walk.GameAt(loss.From).View(now.Me).Seats {
					seen := now.View.Seats[seat]
					if want.Cards == seen.Cards+1 {
						want.Cards-- // the computer player may have played since then
					}
					want.Person = now.NameAt(tricks.Seat(seat))
					assert.Equal(t, want, seen, "each sees what it saw then")
				}
			}
			require.True(t, playOn(t, 1000, anna, ben))
			anna.reload()
			assert.Contains(t, anna.Text(), said.T("serve.result.practice"))
		})
	}
}

// regionText returns what a screen reader says about a part of the page when it changes.
func (p *person) regionText(name string) string {
	p.t.Helper()
	region := regexp.MustCompile(`data-say="` + name + `" data-says="([^"]*)"`)
	found := region.FindSubmatch(p.Body)
	require.NotNil(p.t, found, name)
	return html.UnescapeString(string(found[1]))
}

// TestLossRefused: one who does not want to play on says so, and the table stays between two rounds.
func TestLossRefused(t *testing.T) {
	s := serve(t, nil)
	anna, ben := s.loses()
	anna.reloadUntil("act-onfrom")
	anna.does("act-onfrom")
	ben.reload()
	ben.does("qno")
	assert.False(t, s.sessionOf(ben).client.TableView().Playing)
	anna.reload()
	assert.Contains(t, anna.Text(), anna.words().T("serve.refuses"))
}

// TestStopLooking: while the page looks for where the round was lost, a person can stop that. The page then says what was
// ruled out.
func TestStopLooking(t *testing.T) {
	s := serve(t, nil)
	release := s.holds(t, turns.Look)
	defer release()
	anna, _ := s.loses()
	anna.reload()
	said := anna.words().Spoken()
	assert.Equal(t, said.T("loss.title.round"), anna.regionText("result"))
	anna.does("nolook")
	assert.Contains(t, anna.Text(), said.T("loss.unfinished"))
	_, looks := anna.Button("nolook")
	assert.False(t, looks)
	v := s.sessionOf(anna)
	v.mu.Lock()
	defer v.mu.Unlock()
	assert.Nil(t, v.search.cancel, "nobody searches any more")
}

// lostAtHome shows a lost round of chapter 2 at home. The search for where it was lost takes each of its steps when the
// test allows it.
func lostAtHome(t *testing.T, lang string, wish chan<- play.AfterRound) (h *Home, allow chan<- struct{}) {
	t.Helper()
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 5})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for !g.IsOver() {
		require.NoError(t, g.Apply(g.Options()[len(g.Decisions())*5%len(g.Options())]))
	}
	require.Equal(t, chapters.Lost, g.Result())
	seed := uint64(1)
	names := []string{round.Human, "greedy", "greedy", "greedy"}
	record := chapters.Record{Position: pos, PlayerNames: names, Seed: &seed, Decisions: g.Decisions()}
	home, err := table.OpenUnsaved(lib, record)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, home.Close()) })
	deal := &hindsight.Deal{
		Texts: texts.New(lang), Library: lib, Judge: hindsight.SolverJudge(solver.Options{Nodes: 2_000_000}),
		Record: func() (chapters.Record, error) { return record, nil },
	}
	require.Equal(t, hindsight.LossFound, deal.FindLoss(t.Context()).State)
	steps := make(chan struct{})
	step := func(ctx context.Context) hindsight.Loss {
		select {
		case <-steps:
			return deal.StepLoss(ctx)
		case <-ctx.Done():
			return hindsight.Loss{State: hindsight.Searching}
		}
	}
	h, err = NewHome(lib, texts.New(lang), &alone{}, -1)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, h.Close()) })
	options := play.RoundOptions{StepLoss: step, Replayable: true, Unsaved: true, Advice: &play.Advice{}}
	h.Show(Solo{Home: home, RoundOptions: options})
	go func() {
		next, _ := h.AwaitLeave(t.Context())
		wish <- next
	}()
	return h, steps
}

// TestLossMovesNothing compares the page of a lost round before and after the solver has found where it was lost: no
// part of it has moved. A tap at the moment when the buttons change does nothing, and a later one plays on.
func TestLossMovesNothing(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			c := chromium(t)
			wish := make(chan play.AfterRound, 1)
			h, allow := lostAtHome(t, lang, wish)
			c.do(window(390, 844), chromedp.Navigate(h.Link), seen("#nolook"))
			c.hearsEvents()
			const places = `JSON.stringify([...document.querySelectorAll(".plate, .result h2, .loss-cards, .loss-text, .dock, .prompt, .steps button:first-of-type")].map((e) => [e.className, e.getBoundingClientRect().top, e.getBoundingClientRect().height]))`
			measure := func() (all []any) {
				for _, size := range sizes {
					c.do(window(size[0], size[1]))
					all = append(all, c.eval(places))
				}
				return all
			}
			c.takes(lang + "-lost-looking")
			before := measure()
			c.eval(`new MutationObserver(() => document.getElementById("act-onfrom")?.click()).observe(document.getElementById("main"), {childList: true, subtree: true, attributes: true})`)
			allow <- struct{}{}
			c.do(seen("#act-onfrom"))
			c.takes(lang + "-lost-found")
			assert.Equal(t, before, measure())
			select {
			case next := <-wish:
				assert.Fail(t, "the tap counted", next)
			default:
			}
			c.until(`(document.getElementById("act-onfrom")?.click(), !document.querySelector(".result") || document.querySelector("[aria-busy]"))`)
			assert.Equal(t, play.FromLoss, <-wish)
			c.fine()
		})
	}
}
