package linebyline

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/deals/puzzle"
	_ "fellowship/cmd/internal/envtest" // the tests have an environment of their own
	"fellowship/cmd/internal/visit/home"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLessonIsToldOnce: the greeting of the first evening comes before its first round only, and suggests nothing that
// needs a screen.
func TestLessonIsToldOnce(t *testing.T) {
	h, out := typing(t, strings.Repeat("1\n", 5)+"again\nquit\n")
	require.NoError(t, h.Lesson())
	greeting := h.Person.Texts().T("plain.lesson")
	assert.Equal(t, 1, strings.Count(out.String(), greeting), out.String())
	assert.NotContains(t, out.String(), h.Person.Texts().T("lesson.try.goals"))
	assert.Contains(t, out.String(), h.Person.Texts().T("lobby.lesson"))
	assert.NotContains(t, out.String(), "A Long-expected Party")
	assert.Contains(t, out.String(), h.Person.Texts().T("plain.try.goals"))
}

// TestPuzzleIsIntroduced: the note of a puzzle comes before it.
func TestPuzzleIsIntroduced(t *testing.T) {
	all, err := puzzle.All()
	require.NoError(t, err)
	h, out := typing(t, "quit\n")
	require.NoError(t, h.Puzzles(all[:1], ""))
	assert.True(t, strings.HasPrefix(out.String(), h.Person.Texts().T("puzzle.about", all[0].Level)+"\n"), out.String())
}

// TestNobodyAtAPipe: nothing is asked where nobody sits at a terminal.
func TestNobodyAtAPipe(t *testing.T) {
	h, out := typing(t, "1\n1\n")
	_, err := h.Stage.ChooseNext(t.Context(), h.Form(1), campaign.Choice{})
	require.ErrorIs(t, err, home.ErrNobodyToAsk)
	_, err = h.Stage.(*Stage).Ask(t.Context(), "Which?", []string{"one", "two"})
	require.ErrorIs(t, err, home.ErrNobodyToAsk)
	assert.Empty(t, out.String())
}

// TestWorkAndWords: work is done at once, and what is said is printed at once.
func TestWorkAndWords(t *testing.T) {
	h, out := typing(t, "")
	late := errors.New("late")
	require.ErrorIs(t, h.Stage.WhileWorking(t.Context(), "Searching", func(context.Context) error { return late }), late)
	assert.Empty(t, out.String())
	h.Stage.Say(home.Saved("fellowship play"))
	assert.Equal(t, "The game is saved. Continue with: fellowship play\n", out.String())
	require.NoError(t, h.Stage.(*Stage).GiveBack("1 4\n"))
	assert.True(t, strings.HasSuffix(out.String(), "\n1 4\n"))
}
