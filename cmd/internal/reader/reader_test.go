package reader

import (
	"testing"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSort checks both orders of a hand, with the One Ring.
func TestSort(t *testing.T) {
	cards, err := tricks.ParseCards("S1 H3 R1 H1 M3 F1")
	require.NoError(t, err)
	var hand tricks.Set
	for _, c := range cards {
		hand |= c.Bit()
	}
	tests := map[string]string{
		"":              "H1 H3 M3 F1 S1 R1",
		settings.BySuit: "H1 H3 M3 F1 S1 R1",
		settings.ByRank: "H1 F1 S1 R1 H3 M3",
	}
	for order, want := range tests {
		r := New(texts.New("en"), settings.Settings{Order: order})
		assert.Equal(t, want, tricks.FormatCards(r.Sort(hand)), order)
	}
}

// TestReaderDoesNotChange checks that a reader keeps its wishes when the settings from which it was made change.
func TestReaderDoesNotChange(t *testing.T) {
	wishes := settings.Settings{Tips: []string{"ring"}, Keys: map[string][]string{"undo": {"z"}}}
	r := New(texts.New("en"), wishes)
	wishes.Tips[0] = "rider"
	wishes.Keys["undo"][0] = "y"
	wishes.Keys["hint"] = []string{"x"}
	assert.True(t, r.HasSeenTip("ring"))
	assert.False(t, r.HasSeenTip("rider"))
	assert.Equal(t, map[string][]string{"undo": {"z"}}, r.Keys())
	assert.True(t, r.WantsTips())
}
