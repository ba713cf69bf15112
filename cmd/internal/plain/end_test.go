package plain_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAfterTheEnd says each word that can be said when the round has ended.
func TestAfterTheEnd(t *testing.T) {
	for _, tt := range []struct {
		name, lang, words string
		next              play.AfterRound
		said, unsaid      string
	}{
		{
			name: "nothing", said: "Type what comes next, or press Enter to leave: again (the same deal)",
			unsaid: "The game is saved",
		},
		{name: "again", words: "again", next: play.Again},
		{name: "new", words: "new", next: play.Another},
		{name: "next", words: "next", next: play.NextChapter},
		{
			name: "solve", words: "solve",
			said: "No answer today.\nComputer players that see only their own cards won 5 of 10 tries.",
		},
		{name: "look and then again", words: "look\nagain", next: play.Again, said: "what every card was worth\n"},
		{name: "goals", words: "goals", said: "4 Frodo  x lost:\n  Goal: win at least 2 Rings."},
		{name: "undo goes on with the game", words: "undo", said: "Your last decision is taken back."},
		{
			name: "German", lang: "de", words: "lösen\nnochmal", next: play.Again,
			said: "gewannen in 5 von 10 Versuchen.",
		},
		{name: "anything else", words: "1\nagain", next: play.Nothing},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := begin(t, "c01p4s7", 1)
			say(t, s, "en", enough("1")...)
			require.True(t, s.Over())
			var out bytes.Buffer
			next, err := plain.Run(t.Context(), s.Home, plain.Options{
				In: strings.NewReader(tt.words + "\n"), Out: &out, Reader: reader.WithoutWishes(texts.New(tt.lang)),
				RoundOptions: play.RoundOptions{
					Next:  "fellowship play",
					Solve: func(context.Context) string { return "No answer today." },
					Try:   func(_ context.Context, n int) (bool, error) { return n%2 == 0, nil },
				},
				Analyse: func(context.Context) string { return "what every card was worth\n" },
			})
			require.NoError(t, err)
			assert.Equal(t, tt.next, next)
			assert.Contains(t, out.String(), tt.said)
			if tt.unsaid != "" {
				assert.NotContains(t, out.String(), tt.unsaid)
			}
		})
	}
}

// TestNoTries holds that nothing is said about tries that nobody makes, because
// the deal cannot be won.
func TestNoTries(t *testing.T) {
	s := begin(t, "c01p4s7", 1)
	var out bytes.Buffer
	_, err := plain.Run(t.Context(), s.Home, plain.Options{
		In: strings.NewReader(strings.Join(append(enough("1")[:16], "solve"), "\n")), Out: &out,
		RoundOptions: play.RoundOptions{
			Solve: func(context.Context) string { return "No." },
			Try:   func(context.Context, int) (bool, error) { return false, errors.New("nobody can win it") },
		},
	})
	require.NoError(t, err)
	assert.NotContains(t, out.String(), "tries")
}

// TestLostRoundSaysWhere: a lost round is told with where it was lost, once, before what can follow. A round that is
// played on after that may be lost elsewhere.
func TestLostRoundSaysWhere(t *testing.T) {
	s := begin(t, "c01p4s7", 1)
	say(t, s, "en", enough("1")...)
	require.True(t, s.Over())
	var out bytes.Buffer
	asked := 0
	_, err := plain.Run(t.Context(), s.Home, plain.Options{
		In: strings.NewReader("solve\nundo\n" + strings.Repeat("1\n", 10)), Out: &out,
		RoundOptions: play.RoundOptions{
			Solve: func(context.Context) string { return "No answer today." },
			Epilogue: func(context.Context) string {
				asked++
				return "It was lost in trick 3.\n"
			},
		},
	})
	require.NoError(t, err)
	assert.Equal(t, 2, asked)
	first, rest, found := strings.Cut(out.String(), "It was lost in trick 3.\n")
	require.True(t, found)
	assert.Contains(t, first, "\nLOST: ")
	assert.True(t, strings.HasPrefix(rest, "The deal was "), rest)
	before, _, _ := strings.Cut(rest, "Your last decision is taken back.")
	assert.NotContains(t, before, "It was lost", "it was told already")
}

// TestNothingIsReadTwice: cards that were told as they were played are not listed again, nor is a goal, until the person
// asks with an empty line.
func TestNothingIsReadTwice(t *testing.T) {
	s := begin(t, "c01p4s7", 1)
	told := say(t, s, "en", "1", "1", "1", "", "1", "quit")
	play, again, found := strings.Cut(told, "On the table: ")
	require.True(t, found, told)
	assert.Contains(t, play, " is winning.\n")
	assert.NotContains(t, again, "On the table: ")
	assert.LessOrEqual(t, strings.Count(told, "\nGoal: win "), 3)
}
