package hindsight_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestIDKeepsItsType: an id is echoed with the type it has in JSON; what only
// YAML takes for a number is a text. A document that cannot be read is still
// known by its id.
func TestIDKeepsItsType(t *testing.T) {
	rest := `, "players": 3, "hands": [{"cards": "H1"}, {"cards": "R1"}, {"cards": "M1"}]}`
	for _, c := range []struct{ text, want string }{
		{`{"id": 7` + rest, `7`},
		{`{"id": "7"` + rest, `"7"`},
		{`{"id": 12345678901234567890.50` + rest, `12345678901234567890.50`},
		{`{"id": true` + rest, `true`},
		{`{"id": "true"` + rest, `"true"`},
		{`{"id": null` + rest, `null`},
		{`{"id": "\ud83c\udf32"` + rest, `"🌲"`},
		{`{"players": 3, "hands": [{"cards": "H1"}, {"cards": "R1"}, {"cards": "M1"}]}`, `null`},
		{`{id: 7` + rest, `7`},
		{`{id: 007` + rest, `"007"`},
		{`{id: 0x7` + rest, `"0x7"`},
		{`{id: 1_000` + rest, `"1_000"`},
		{`{id: ~` + rest, `null`},
		{`{id: 2026-01-01` + rest, `"2026-01-01"`},

		{`{"id": 7, "hands": 8}`, `7`},
		{`{"id": "seven", "plyers": 3, "hands": []}`, `"seven"`},
		{`{"id": {}, "hands": []}`, `null`},
		{`{"id": 7, "hands": [`, `null`}, // it cannot be read
	} {
		entries := read(c.text + "\n")
		require.Len(t, entries, 1, c.text)
		got, err := json.Marshal(hindsight.JSONID(&entries[0].Record.Position))
		require.NoError(t, err)
		assert.Equal(t, c.want, string(got), c.text)
	}
}

// TestLongIDs: an id of up to 200 characters is echoed as it is, a longer one is
// cut, and then a text.
func TestLongIDs(t *testing.T) {
	for _, c := range []struct{ id, want string }{
		{`"` + strings.Repeat("ä", 200) + `"`, `"` + strings.Repeat("ä", 200) + `"`},
		{`"` + strings.Repeat("ä", 201) + `"`, `"` + strings.Repeat("ä", 200) + `…"`},
		{strings.Repeat("7", 200), strings.Repeat("7", 200)},
		{strings.Repeat("7", 100_000), `"` + strings.Repeat("7", 200) + `…"`},
	} {
		for _, rest := range []string{
			`, "players": 3, "hands": [{"cards": "H1"}, {"cards": "R1"}, {"cards": "M1"}]}`,
			`, "players": 0}`,
		} {
			entries := read(`{"id": ` + c.id + rest + "\n")
			require.Len(t, entries, 1)
			got, err := json.Marshal(hindsight.JSONID(&entries[0].Record.Position))
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
		}
	}
}

func read(text string) []chapters.Document {
	return slices.Collect(chapters.Default().Read("test", strings.NewReader(text)))
}
