package hindsight

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/goldentest"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wide shows a page as `fellowship round` does in a wide terminal.
var wide = page.Style{Width: 140}

// recordOf returns the record of a round that is played by chance, up to some decision; all of it for 0.
func recordOf(t *testing.T, deal string, decisions int) *chapters.Record {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	w := played(t, id)
	if decisions == 0 {
		decisions = w.Len()
	}
	record := w.RecordUpTo(decisions)
	record.ID = deal
	return &record
}

// TestRoundsAreDescribed compares rounds of all kinds, as people and programs read them, with golden files: finished
// and unfinished ones, with a pyramid (S9), alone (S10), with side decks (C5, C14), riders and gifts.
func TestRoundsAreDescribed(t *testing.T) {
	for name, row := range map[string]struct {
		deal      string
		decisions int
		names     []string
	}{
		"draft":     {"c01p4s2", 2, nil},
		"setup":     {"c08p3s1", 5, []string{"human", "human:Ann", "greedy"}},
		"trick":     {"c09p4s3", 22, nil},
		"pyramid":   {"c05p2s1", 0, nil},
		"alone":     {"c13p1s1", 0, nil},
		"balrog":    {"c14bp3s7", 0, nil},
		"swordhorn": {"c11p4s1", 0, nil},
		"aside":     {"c12p4s1", 0, nil},
		"nohand":    {"c15p4s1", 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			record := recordOf(t, row.deal, row.decisions)
			round, err := Replay(chapters.Default(), record, texts.New("en"))
			require.NoError(t, err)
			var out strings.Builder
			out.WriteString(round.Page().String(wide))
			out.WriteString("\n-- what everybody knows --\n")
			out.WriteString(round.PublicPage(row.names).String(wide))
			out.WriteString("\n-- for programs --\n")
			for _, answer := range round.Answers() {
				text, err := json.Marshal(answer)
				require.NoError(t, err)
				fmt.Fprintf(&out, "%s\n", text)
			}
			out.WriteString("\n-- decision by decision --\n")
			w, err := New(chapters.Default(), *record)
			require.NoError(t, err)
			for n := range w.Len() + 1 {
				fmt.Fprintln(&out, n, w.Trick(n), w.NextText(round.Texts, n), strings.Join(w.GoalChanges(round.Texts, n), " "))
			}
			goldentest.Compare(t, name+".txt", out.String())
		})
	}
}

// TestAnalysesAreDescribed compares analyses, as people and programs read them, with golden files.
func TestAnalysesAreDescribed(t *testing.T) {
	for name, row := range map[string]struct {
		deal      string
		decisions int
		fromStage string
		nodes     int64
	}{
		"open":      {"c01p4s1", 24, "", 0},
		"undecided": {"c01p4s1", 8, "", 1},
		"from":      {"c01p4s2", 0, "exchange", 0},
	} {
		t.Run(name, func(t *testing.T) {
			round, err := Replay(chapters.Default(), recordOf(t, row.deal, row.decisions), texts.New("en"))
			require.NoError(t, err)
			a := Analysis{Round: round, FromStage: row.fromStage, Timeout: time.Minute}
			a.Found, err = solver.Analyse(t.Context(), round.Game, solver.AnalyseOptions{
				Options: solver.Options{Nodes: row.nodes},
				Choices: StageNamed(row.fromStage),
			})
			require.NoError(t, err)
			a.Found.Nodes = 0 // says nothing of the round
			out := a.Page().String(wide) + "\n-- for programs --\n"
			for _, answer := range a.Answers(1.5) {
				text, err := json.Marshal(answer)
				require.NoError(t, err)
				out += string(text) + "\n"
			}
			goldentest.Compare(t, "analysis."+name+".txt", out)
		})
	}
}

// TestVerdictsAreDescribed: what nobody could win is said, and which limit ended a search.
func TestVerdictsAreDescribed(t *testing.T) {
	said := texts.New("en")
	for name, row := range map[string]struct {
		start solver.Judgement
		want  string
	}{
		"never": {
			solver.Judgement{Verdict: solver.Unwinnable},
			said.T("analysed.never", said.T("solved.none.draft")),
		},
		"time": {
			solver.Judgement{Verdict: solver.Unknown, Reason: solver.TimeLimit},
			said.T("analysed.undecided", said.T("solved.timelimit", time.Minute)),
		},
		"plays": {
			solver.Judgement{Verdict: solver.Unknown, Reason: solver.NodeLimit},
			said.T("analysed.undecided", said.T("solved.nodelimit")),
		},
		"interrupted": {
			solver.Judgement{Verdict: solver.Unknown, Reason: solver.Interrupted},
			said.T("analysed.undecided", said.T("solved.interrupted")),
		},
	} {
		t.Run(name, func(t *testing.T) {
			round, err := Replay(chapters.Default(), recordOf(t, "c01p4s2", 0), said)
			require.NoError(t, err)
			a := Analysis{Round: round, Timeout: time.Minute, Found: &solver.Analysis{Start: row.start}}
			p := a.Page()
			assert.Equal(t, row.want, p[len(p)-1].Text)
		})
	}
}

// TestMomentsAreDescribed says what is known of one decision, while a judge thinks about its choices one by one, and
// names the choices in the order in which people want to know.
func TestMomentsAreDescribed(t *testing.T) {
	said := texts.New("en")
	id, err := chapters.ParseDealID("c01p4s2")
	require.NoError(t, err)
	w := played(t, id)
	n := w.TrickStart(2)
	var out strings.Builder
	for _, verdicts := range [][]solver.Verdict{
		{solver.Unwinnable},
		{solver.Winnable, solver.Unwinnable, solver.Winnable, solver.Unknown, solver.Unwinnable},
		{solver.Winnable, solver.Winnable, solver.Unwinnable, solver.Winnable},
		{solver.Winnable, solver.Unwinnable, solver.Unwinnable},
		{solver.Unknown, solver.Unknown, solver.Unknown, solver.Unknown},
		{solver.Unknown, solver.Unwinnable, solver.Winnable},
	} {
		fmt.Fprintln(&out, "--", verdicts, "--")
		m := w.Moment(n)
		for i := 0; ; i++ {
			line, brief := m.Line(said, "w")
			fmt.Fprintf(&out, "%s\n  %s\n", line, brief)
			g, answer := m.Question()
			if g == nil {
				break
			}
			assert.Equal(t, i == 0, len(g.Decisions()) == n, "the moment itself comes first")
			if i == 1 {
				assert.Equal(t, w.Decision(n), g.Decisions()[n], "and then what was decided")
			}
			answer(verdicts[min(i, len(verdicts)-1)])
		}
		out.WriteString(m.Page(said).String(wide) + "\n")
	}
	goldentest.Compare(t, "moments.txt", out.String())
}

// TestQueuedJudge: a judge that waits for its turn knows nothing if the turn does not come.
func TestQueuedJudge(t *testing.T) {
	id, err := chapters.ParseDealID("c01p4s2")
	require.NoError(t, err)
	w := played(t, id)
	queue := func(ctx context.Context, do func() error) error { return do() }
	assert.Equal(t, solver.Winnable, QueuedJudge(queue)(t.Context(), w.GameAt(0)))
	full := func(context.Context, func() error) error { return context.DeadlineExceeded }
	assert.Equal(t, solver.Unknown, QueuedJudge(full)(t.Context(), w.GameAt(0)))
	late := func(ctx context.Context, do func() error) error {
		_ = do()
		return context.DeadlineExceeded
	}
	assert.Equal(t, solver.Unknown, QueuedJudge(late)(t.Context(), w.GameAt(0)))
}
