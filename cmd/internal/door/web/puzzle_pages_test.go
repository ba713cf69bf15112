package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/door/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// solves solves the puzzle of the page, and returns how many decisions it tried that lose.
func (p *person) solves() (lost int) {
	p.t.Helper()
	for range 60 {
		p.reload()
		if _, over := p.Button("act-again"); over {
			return lost
		}
		if b, ok := p.Button("goon"); ok {
			p.press(b.ID)
			continue
		}
		before := p.Text()
		all := p.Buttons()
		// at last a choice with a further step
		slices.SortStableFunc(all, func(a, b webtest.Button) int { return strings.Compare(a.Name, b.Name) })
		for _, b := range all {
			if b.Refused || b.Name != "decide" && (b.Name != "step" || b.ID == "back") {
				continue
			}
			p.press(b.ID)
			if p.Status == http.StatusOK {
				break
			}
			require.Equal(p.t, http.StatusConflict, p.Status)
			require.Contains(p.t, p.Text(), "Try again.")
			lost++
			p.reload()
			require.Equal(p.t, before, p.Text(), "nothing has happened")
		}
	}
	return lost
}

// TestPuzzle solves a puzzle in a browser: a decision that loses is not made, the others are, and the stars
// are kept.
func TestPuzzle(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	anna.begins("players", "2", "game", "2:")
	who := anna.id(s)
	require.NoError(t, anna.Open("/puzzles"))
	anna.does("next")
	require.Equal(t, "/table/puzzle", anna.URL.Path)
	assert.Contains(t, anna.Text(), "level 1. You play every seat")
	for act, answer := range map[string]string{
		"act-opencards": "can still be won with",
		"act-hint":      "That counts as a mistake.",
	} {
		anna.press(act)
		require.Eventually(t, func() bool {
			anna.reload()
			return strings.Contains(anna.Text(), answer)
		}, time.Minute, time.Millisecond, act)
	}
	lost := anna.solves()
	assert.Contains(t, anna.Text(), "Solved: ")
	assert.Contains(t, anna.Text(), "The idea: ")
	assert.Positive(t, lost, "a puzzle has decisions that lose")
	assert.Len(t, s.hall.Settings(who).Puzzles, 1, "the stars are kept before they are shown")
	anna.press("act-another")
	assert.Contains(t, anna.Text(), "level 1. You play every seat")
	anna.press("act-quit")
	assert.Equal(t, "/puzzles", anna.URL.Path)
	assert.Contains(t, anna.Text(), "1 of ")

	ben := s.comes("Ben", "")
	require.NoError(t, ben.Open("/table/puzzle"))
	assert.Equal(t, http.StatusNotFound, ben.Status, "nobody sees the puzzle of another")
	for _, chapter := range []string{"", "-1", "19", "x", "99999999999999999999"} {
		require.NoError(t, ben.Send("/puzzles", url.Values{"chapter": {chapter}}))
		assert.Equal(t, http.StatusNotFound, ben.Status, chapter)
	}
}
