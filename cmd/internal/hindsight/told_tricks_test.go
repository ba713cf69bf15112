package hindsight

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestToldInSentences: a round that is told in sentences has no columns, and tells every card and the result.
func TestToldInSentences(t *testing.T) {
	for _, deal := range []string{"c01p4s2", "c05p2s1", "c13p1s1", "c14bp3s7", "c11p4s1", "c12p4s1", "roadp4s1"} {
		for _, lang := range characters.Languages {
			record := recordOf(t, deal, 0)
			round, err := Replay(chapters.Default(), record, texts.New(lang))
			require.NoError(t, err)
			round.InSentences = true
			told := withoutColumns(t, round.Page())
			for _, trick := range round.Tricks {
				for _, play := range trick.Played {
					assert.Contains(t, told, " "+round.Texts.Code(play.Card), "%s %s", deal, lang)
				}
			}
			for _, goal := range round.Result().Seats {
				assert.Contains(t, told, ": "+round.status(goal.Status))
			}
		}
	}
}

// TestVerdictsInSentences: an analysis in sentences says which card lost the round, and with how many choices it could
// still be won where some would have lost.
func TestVerdictsInSentences(t *testing.T) {
	for _, from := range []string{"", "setup"} {
		for lang, words := range map[string][]string{
			"en": {"this lost the round; ", " choices could still win"},
			"de": {"das hat die Runde verloren; ", " Möglichkeiten noch zu gewinnen"},
		} {
			record := recordOf(t, "c01p4s7", 0)
			round, err := Replay(chapters.Default(), record, texts.New(lang))
			require.NoError(t, err)
			round.InSentences = true
			found, err := solver.Analyse(t.Context(), round.Game, solver.AnalyseOptions{Choices: StageNamed(from), Workers: 1})
			require.NoError(t, err)
			analysis := Analysis{Round: round, Found: found, FromStage: from}
			told := withoutColumns(t, analysis.Page())
			for _, word := range words {
				assert.Contains(t, told, word)
			}
			assert.Equal(t, 1, strings.Count(told, words[0]))
			assert.NotContains(t, told, "%!")
		}
	}
}

// withoutColumns returns a page as text, and checks that nothing in it stands in a column.
func withoutColumns(t *testing.T, p page.Page) string {
	t.Helper()
	for i := range p {
		assert.NotContains(t, []page.Kind{page.Columns, page.Row, page.Labelled}, p[i].Kind, p[i].Text)
	}
	return p.String(page.Style{})
}
