package plain_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/require"
)

// cells are all deals of a number: every chapter with every event and group, for
// 1 to 4 players.
func cells(seed uint64) []chapters.DealID {
	var out []chapters.DealID
	for _, c := range chapters.Default().Chapters {
		variants := []string{""}
		if all := c.Variants(); len(all) > 0 {
			variants = nil
			for i := range all {
				variants = append(variants, all[i].Letter())
			}
		}
		for _, v := range variants {
			for players := 1; players <= 4; players++ {
				out = append(out, chapters.DealID{Chapter: c.ID, Variant: v, Players: players, Seed: seed})
			}
		}
	}
	return out
}

// chatter answers anything with anything, for ever: a small number, mostly, or
// nothing at all, or a command.
type chatter struct{ rng *rand.Rand }

func (c chatter) Read(p []byte) (int, error) {
	line := strconv.Itoa(1 + c.rng.IntN(12))
	switch c.rng.IntN(12) {
	case 0, 1:
		line = ""
	case 2:
		line = []string{"hand", "table", "goals", "last", "log", "why R1", "yes", "none", "more", "H3"}[c.rng.IntN(10)]
	}
	return copy(p, line+"\n"), nil
}

// TestEveryChapter plays a round of every chapter with 1 to 4 players through a
// pipe with random answers to its end.
func TestEveryChapter(t *testing.T) {
	for i, id := range cells(5) {
		people := 1
		if i%3 == 0 {
			people = min(2, id.Players)
		}
		s := begin(t, id.String(), people)
		var out bytes.Buffer
		lang := []string{"en", "de"}[i%2]
		_, err := plain.Run(context.Background(), s, plain.Options{
			In: chatter{rand.New(rand.NewPCG(uint64(i), 1))}, Out: &out, Texts: texts.New(lang), Continue: "fellowship play",
		})
		require.NoError(t, err, id)
		require.True(t, s.Over(), id)
		for _, bad := range []string{"%!", "plain.", "event.", "ask.", "answer.", "fact.", "seat 255", "(K)\n(K)"} {
			if at := strings.Index(out.String(), bad); at >= 0 {
				t.Fatalf("%s: %q in %q", id, bad, out.String()[max(at-300, 0):min(at+100, out.Len())])
			}
		}
	}
}
