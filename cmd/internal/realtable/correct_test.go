package realtable_test

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// friday is a round in piles that has no slip.
const friday = `2 4 lost r4
merry: h2345 / f8615
sam 2: h7681 / m8153 / s8645 / s73f21
pippin
frodo: f3r2s27 / f4r5m4m2 / r13m6m7
`

// TestSuggestedCorrections checks that the fault of a note with one slip asks for the correction at the line of the slip.
func TestSuggestedCorrections(t *testing.T) {
	require.Empty(t, realtable.Read(chapters.Default(), friday).Faults)
	for _, tt := range []struct{ name, right, wrong, want string }{
		{
			"a card typed twice", "h7681", "h7682",
			"everything would fit with H1 for H2 in H2 H3 H4 H5 or H1 for H2 in H7 H6 H8 H2 in line 3: is that meant?",
		},
		{
			"a forgotten card", "s8645", "s864",
			"line 3: S8 S6 S4: 3 of 4 cards; add what lay there, not placed yet: S5 (T3); everything would fit with S5 added to S8 S6 S4: is that meant?",
		},
		{
			"two piles exchanged", "frodo: f3r2s27 / f4r5m4m2 / r13m6m7", "pippin: f3r2s27 / f4r5m4m2 / r13m6m7",
			"everything would fit with the piles of Pippin and Frodo exchanged: is that meant?",
		},
	} {
		wrong := strings.Replace(friday, tt.right, tt.wrong, 1)
		wrong = strings.Replace(wrong, "\npippin\npippin:", "\npippin:", 1)
		if !strings.Contains(wrong, "frodo") {
			wrong += "frodo\n"
		}
		got := realtable.Read(chapters.Default(), wrong)
		require.NotEmpty(t, got.Faults, tt.name)
		assert.Contains(t, got.Faults[0].Text(texts.New("en")), tt.want, tt.name)
		assert.Empty(t, got.Rounds, "%s: nothing is corrected unasked", tt.name)
	}
}

// TestEveryForgottenCard checks that each card of a round, forgotten in turn, is named with the trick that lacks it.
func TestEveryForgottenCard(t *testing.T) {
	for _, name := range []string{"c02p4s7", "c01p3s11", "c05p2s3", "c08p1s2"} {
		r := play(t, name, "greedy", 3)
		right := r.write("named")
		for k := range r.tricks {
			for i := range r.tricks[k].plays {
				w := *r
				w.tricks = append([]trick(nil), r.tricks...)
				plays := r.tricks[k].plays
				w.tricks[k].plays = append(append(plays[:0:0], plays[:i]...), plays[i+1:]...)
				wrong := w.write("named")
				o, got := r.judge("named", wrong)
				if o == harmless {
					continue // the rules leave no other card
				}
				assert.Equal(t, namedThere, o, "%s: trick %d, card %d\n%s%v", name, k+1, i+1, wrong, got.Faults)
				if len(got.Faults) > 0 {
					assert.Contains(t, got.Faults[0].Err.Error(), plays[i].Card.String(), "%s\n%s", right, wrong)
				}
			}
		}
	}
}
