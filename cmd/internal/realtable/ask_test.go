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

// TestAsk checks what is said to typed lines, and which of them make up the note.
func TestAsk(t *testing.T) {
	const table = "2 4 lost f8\nmerry h4m3f345s17r13\nfrodo h1m12458f27s3\nsam 3 h56m7f1s58r245\n"
	const pippin = "pippin h2378m6f6s246\n"
	const piles = "3 4 lost m8\nsam 3\ngildor\nfrodo\nmaggot 2\nsam: f5183 / s715f2\n" +
		"gildor: s3h1m16 / f76h4m2 / r13m65 / m534h3\nfrodo: s428r2 / h7865 / f4m7r4h2\n"
	for _, tt := range []struct {
		name, begun, typed string
		text               string
		said               []string
		err                error
	}{
		{"a whole note", "", table + pippin + "\n", table + pippin, nil, nil},
		{"a note that goes on", table, pippin + "\n", table + pippin, nil, nil},
		{"the input ends after the note", "", table + pippin, table + pippin, nil, nil},
		{
			"a wrong line does not count", "", table + "pippin h2378m6f6s248\n" + pippin + "\n", table + pippin,
			[]string{"line 5: S8 appears twice: the hand of Sam, the hand of Pippin; correct one of them (T1)"},
			nil,
		},
		{
			"a line is taken back", "", table + "pippin h2378m6f6s2\nback\n" + pippin + "\n", table + pippin, nil, nil,
		},
		{
			"an empty line too early", "", table + "\n" + pippin + "\n", table + pippin,
			[]string{"line 4: 3 of 4 seats are written: write a line for each, clockwise (S1)"},
			nil,
		},
		{
			"the input ends too early", "", table, table,
			[]string{"line 4: 3 of 4 seats are written: write a line for each, clockwise (S1)"},
			realtable.ErrAborted,
		},
		{"the person leaves", "", table + "quit\n", table, nil, realtable.ErrAborted},
		{
			"a question is answered", "", piles + "\nled 7 frodo\n\n", piles + "led 7 frodo\n",
			[]string{
				"These lines allow 2 rounds.", "Who led trick 7: Gildor Inglorion or Frodo?",
				"These piles allow one round.", "Tricks: Sam 2",
			},
			nil,
		},
		{
			"a question stays open", "", piles, piles,
			[]string{"Who led trick 7: Gildor Inglorion or Frodo?"},
			nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			text, got, err := realtable.Ask(chapters.Default(), texts.New("en"), tt.begun, strings.NewReader(tt.typed), &out)
			assert.Equal(t, tt.text, text)
			require.ErrorIs(t, err, tt.err)
			_, said, _ := strings.Cut(out.String(), "\n") // The first line greets.
			if tt.said == nil {
				assert.Empty(t, said)
			}
			for _, s := range tt.said {
				assert.Contains(t, said, s)
			}
			if tt.err == nil {
				assert.NotEmpty(t, got.Rounds)
			}
		})
	}
}
