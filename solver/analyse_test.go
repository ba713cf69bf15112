package solver

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/solver/internal/endingtest"
)

func analyse(t require.TestingT, g *chapters.Game, opt AnalyseOptions) *Analysis {
	a, err := Analyse(context.Background(), g, opt)
	require.NoError(t, err)
	return a
}

// TestAnalysisAgreesWithSlow plays small endings to some moment, at random, and
// compares every verdict on the way with the slow solver.
func TestAnalysisAgreesWithSlow(t *testing.T) {
	t.Parallel()
	lost, judged := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 3).Draw(t, "one of four") > 0 {
			return // each case asks the slow solver many times
		}
		g := endingtest.WithGift(t, rapid.SampledFrom([]string{"", "mithril", "glamdring", "sting"}).Draw(t, "gift"), 0)
		if left := 40; enumerate(g, &left) == 0 && left <= 0 {
			return // too large for the slow solver
		}
		for range rapid.IntRange(0, 16).Draw(t, "decisions") {
			if options := g.Options(); len(options) > 0 {
				require.NoError(t, g.Apply(rapid.SampledFrom(options).Draw(t, "decision")))
			}
		}
		a := analyse(t, g, AnalyseOptions{Workers: rapid.IntRange(0, 3).Draw(t, "workers")})
		pos := g.Start()
		pos.Plays = nil
		at, err := g.Library().NewGame(pos)
		require.NoError(t, err)
		for i := range a.Steps {
			step := &a.Steps[i]
			assert.Equal(t, verdictOf(at), step.JudgementBefore.Verdict, "before %d", i)
			asked := at.Options()
			if step.Kind == at.Due().Kind {
				assert.Len(t, step.Choices, len(asked))
			}
			for _, c := range step.Choices {
				next := at.Clone()
				require.NoError(t, next.Apply(c.Decision))
				assert.Equal(t, verdictOf(next), c.Verdict, "%d: %s", i, c.Decision)
				judged++
			}
			if step.Made == nil {
				assert.Equal(t, len(a.Steps)-1, i, "only the last step is open")
				assert.Equal(t, step.JudgementBefore, step.JudgementAfter)
				break
			}
			require.NoError(t, at.Apply(*step.Made))
			assert.Equal(t, verdictOf(at), step.JudgementAfter.Verdict, "after %d", i)
		}
		if l := a.Lost(); l != nil {
			winning, unknown := l.Winning()
			assert.Positive(t, winning, "something still won where the round was lost")
			assert.Zero(t, unknown)
			lost++
		}
	})
	t.Log(judged, lost)
	assert.NotZero(t, judged)
	assert.NotZero(t, lost)
}

func verdictOf(g *chapters.Game) Verdict {
	if slow(g) {
		return Winnable
	}
	return Unwinnable
}

// record reads a record.
func record(t *testing.T, text string) *chapters.Game {
	t.Helper()
	lib := chapters.Default()
	for e := range lib.Read("test", strings.NewReader(text)) {
		require.NoError(t, e.Err)
		g, err := e.Record.Game(lib)
		require.NoError(t, err)
		return g
	}
	require.Fail(t, "there is no record")
	return nil
}

// brief returns an analysis in a few words: the decision made, its effect, and which
// choices would still have won.
func brief(a *Analysis) []string {
	var out []string
	for i := range a.Steps {
		s := &a.Steps[i]
		line := "?"
		if s.Made != nil {
			line = s.Made.String()
		}
		line += fmt.Sprintf(" %s:", s.JudgementAfter.Verdict)
		for _, c := range s.Choices {
			line += fmt.Sprintf(" %s=%s", c.Decision, c.Verdict)
		}
		out = append(out, line)
	}
	return out
}

// Sam needs H3 (K). Seat 1 must not beat it, and R1 must not be played to win.
func TestAnalyseFindsTheLosingCard(t *testing.T) {
	t.Parallel()
	g := record(t, `{"record":1,"players":3,"lost":[],"stage":"play","leader":0,"hands":[`+
		`{"character":"sam","threat":3,"cards":"H3 M1"},{"cards":"H18"},{"cards":"F1 R1"}]}
{"play":"0:H3"}
{"play":"1:H1"}
{"play":"2:R1!"}
{"play":"2:F1"}
`)
	a := analyse(t, g, AnalyseOptions{})
	assert.Equal(t, []string{
		"0:H3 winnable: 0:H3=winnable 0:M1=winnable",
		"1:H1 winnable: 1:H1=winnable 1:H8=unwinnable",
		"2:R1! unwinnable: 2:F1=winnable 2:R1=winnable 2:R1!=unwinnable",
		"2:F1 unwinnable: 2:F1=unwinnable",
		"? unwinnable: 0:M1=unwinnable",
	}, brief(a))
	require.NotNil(t, a.Lost())
	assert.Equal(t, "2:R1!", a.Lost().Made.String())
	assert.Equal(t, 1, a.Lost().Trick)
	assert.Equal(t, Winnable, a.Start.Verdict)
}

// A document lists plays only. The first play of a trick that Bilbo Baggins would
// lead names its seat (K), so the cards of all seats could have been played. In
// the last trick Arwen needs a Forest, and gets none if he leads himself.
func TestAnalyseNamesTheLeader(t *testing.T) {
	t.Parallel()
	g := record(t, `{"players":3,"leader":0,"hands":[`+
		`{"character":"bilbo-baggins","cards":"H1234"},{"character":"arwen","cards":"F3 S234"},{"cards":"F2 M123"}],`+
		`"plays":["0:H1","1:S2","2:M1","0:H2","1:S3","2:M2","0:H3","1:S4","2:M3","0:H4"]}`)
	a := analyse(t, g, AnalyseOptions{})
	assert.Equal(t, "0:H4 unwinnable: 0:H4=unwinnable 1:F3=winnable 2:F2=winnable", brief(a)[9])
	assert.Equal(t, "? unwinnable: 1:F3=unwinnable", brief(a)[10])
	require.NotNil(t, a.Lost())
	assert.Equal(t, 4, a.Lost().Trick)
}

// A played tucked card must have come back before the trick (K: Shadowfax). Whether it comes
// back is a separate choice if the record has a decision about it. Gandalf wins with H7 once H8
// is gone, or with S1 at once.
func TestAnalyseTakesBack(t *testing.T) {
	t.Parallel()
	const head = `{"record":1,"players":3,"lost":[],"stage":"play","leader":0,"hands":[` +
		`{"character":"gandalf","cards":"H2 S1","tucked":"H7"},{"cards":"H34 F5"},{"cards":"H8 F12"}]}` + "\n"
	a := analyse(t, record(t, head+`{"play":"0:H7"}`+"\n"), AnalyseOptions{})
	assert.Equal(t, "0:H7 unwinnable: 0:H2=winnable 0:H7=unwinnable 0:S1=winnable", brief(a)[0])
	a = analyse(t, record(t, head+`{"back":"0:yes"}`+"\n"+`{"play":"0:H2"}`+"\n"), AnalyseOptions{})
	assert.Equal(t, []string{
		"0:yes winnable: 0:yes=winnable 0:no=winnable",
		"0:H2 winnable: 0:H2=winnable 0:H7=unwinnable 0:S1=winnable",
		"? winnable: 1:H3=winnable 1:H4=winnable",
	}, brief(a))
}

// A round can be won before a decision exactly if it can be won after one of the choices. That holds
// from the first character on, and during exchanges, too.
func TestChoicesAgreeBeforePlay(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	for _, deal := range []string{"c03p3s49", "c09p4s2", "c10p3s1", "c13p2s3", "c12p4s1", "roadp3s4"} {
		id, err := chapters.ParseDealID(deal)
		require.NoError(t, err)
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for g.Stage() != chapters.StagePlay {
			require.NoError(t, g.Apply(g.Options()[0]))
		}
		a := analyse(t, g, AnalyseOptions{Options: Options{Nodes: 200_000}, Choices: chapters.StageDraft})
		for i := range a.Steps {
			s := &a.Steps[i]
			winning, unknown := s.Winning()
			switch s.JudgementBefore.Verdict {
			case Winnable:
				assert.Positive(t, winning+unknown, "%s %d", deal, i)
			case Unwinnable:
				assert.Zero(t, winning, "%s %d", deal, i)
			}
		}
	}
}

// If the round was lost before play, the analysis finds the decision and judges its choices.
func TestAnalyseFindsTheLosingExchange(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	found := false
	for seed := range uint64(60) {
		pos, err := lib.Deal(chapters.DealID{Chapter: "3", Players: 3, Seed: seed})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for g.Stage() != chapters.StagePlay {
			require.NoError(t, g.Apply(g.Options()[0]))
		}
		a := analyse(t, g, AnalyseOptions{Choices: chapters.StagePlay})
		lost := a.Lost()
		if lost == nil {
			continue
		}
		found = true
		assert.Less(t, lost.Stage, chapters.StagePlay)
		assert.Equal(t, Winnable, lost.JudgementBefore.Verdict)
		winning, _ := lost.Winning()
		assert.Positive(t, winning)
		for i := range a.Steps {
			if s := &a.Steps[i]; s != lost && s.Stage < chapters.StagePlay {
				assert.Nil(t, s.Choices, "only the one that matters is judged")
			}
		}
		whole := analyse(t, g, AnalyseOptions{Choices: chapters.StageDraft, Workers: 2})
		assert.Equal(t, *lost, *whole.Lost())
		for i := range whole.Steps {
			assert.NotEmpty(t, whole.Steps[i].Choices)
		}
		break
	}
	assert.True(t, found, "a setup that loses")
}

// A limit leaves verdicts unknown, with the reason, and never makes them wrong.
func TestAnalyseLimits(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 7})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for g.Stage() != chapters.StagePlay {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, err := Analyse(ctx, g, AnalyseOptions{})
	require.NoError(t, err)
	assert.Equal(t, Judgement{Unknown, Interrupted}, a.Start)
	for i := range a.Steps {
		assert.Equal(t, Unknown, a.Steps[i].JudgementBefore.Verdict)
	}
	told := 0
	a = analyse(t, g, AnalyseOptions{Options: Options{Nodes: 1}, OnProgress: func(done, total int, _ int64) {
		told++
		assert.LessOrEqual(t, done, total)
	}})
	assert.Positive(t, told)
	assert.Equal(t, Judgement{Unknown, NodeLimit}, a.Steps[len(a.Steps)-1].JudgementBefore)
}

// The turning point is found wherever it is, with few questions. A limit ends the questions and
// makes the result unsure, but never wrong.
func TestTurning(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100).Draw(t, "moments")
		lost := rapid.IntRange(0, n).Draw(t, "lost")
		limit := rapid.IntRange(0, 20).Draw(t, "questions")
		asked := 0
		first, sure := TurningPoint(n, rapid.IntRange(0, n).Draw(t, "play"), func(i int) Verdict {
			asked++
			switch {
			case asked == limit:
				return Unknown
			case i >= lost:
				return Unwinnable
			}
			return Winnable
		})
		if limit > 0 && asked >= limit {
			assert.False(t, sure)
			assert.Equal(t, limit, asked)
			return
		}
		assert.True(t, sure)
		assert.Equal(t, lost, first)
		assert.LessOrEqual(t, asked, 10)
	})
}
