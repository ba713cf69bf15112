package plain_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/require"
)

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

// unfinished matches a format that failed, the key of a text, and what no sentence says.
var unfinished = regexp.MustCompile(`%!|\b(plain|event|ask|answer|fact)\.[a-z]|seat 255|\(K\)\n\(K\)`)

// TestEveryChapter plays a round of every chapter with 1 to 4 players through a
// pipe with random answers to its end.
func TestEveryChapter(t *testing.T) {
	for i, id := range chapters.Default().DealIDs(5) {
		people := 1
		if i%3 == 0 {
			people = min(2, id.Players)
		}
		s := begin(t, id.String(), people)
		var out bytes.Buffer
		lang := []string{"en", "de"}[i%2]
		_, err := plain.Run(context.Background(), s.Home, plain.Options{
			In: chatter{rand.New(rand.NewPCG(uint64(i), 1))}, Out: &out, Reader: reader.WithoutWishes(texts.New(lang)),
			RoundOptions: play.RoundOptions{Continue: "fellowship play"},
		})
		require.NoError(t, err, id)
		require.True(t, s.Over(), id)
		_, played, _ := strings.Cut(out.String(), []string{"\nTrick 1 of ", "\nStich 1 von "}[i%2])
		require.NotContains(t, played, []string{"\nSetup: ", "\nSpielaufbau: "}[i%2], "%s: play has begun", id)
		if at := unfinished.FindStringIndex(out.String()); at != nil {
			t.Fatalf("%s: unfinished text in %q", id, out.String()[max(at[0]-300, 0):min(at[1]+100, out.Len())])
		}
	}
}

// TestReturnDuringPlay (the gift Sting): who is passed a card between two tricks
// answers before a trick, not in the setup.
func TestReturnDuringPlay(t *testing.T) {
	home := begin(t, "roadp3s12", 3)
	rng := rand.New(rand.NewPCG(1, 2))
	s := home.Round()
	v := s.View(s.Player())
	for v.Ask.Kind != chapters.Return || v.Stage != chapters.StagePlay {
		require.NoError(t, s.ApplyLine(chapters.Line{Decision: &v.Ask.Options[rng.IntN(len(v.Ask.Options))]}.Text()))
		require.False(t, s.IsOver())
		v = s.View(s.Player())
	}
	var err error
	home.Home, err = table.OpenUnsaved(chapters.Default(), s.Record())
	require.NoError(t, err)
	out := say(t, home, "en", "", "quit")
	require.Contains(t, out, "Trick 1 of ")
	require.NotContains(t, out, "Setup: "+texts.New("en").Round(&v).NameAt(v.Ask.Seat))
	require.Contains(t, out, "Which card do you pass back to ")
}
