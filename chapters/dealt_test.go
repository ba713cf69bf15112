package chapters_test

import (
	"strings"
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDealIsItsName: before the draft a document or record that names its deal
// has that deal's cards.
func TestDealIsItsName(t *testing.T) {
	lib := chapters.Default()
	for _, id := range chapters.Default().Deals(0) {
		id.Seed = 5
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		text, err := pos.YAML()
		require.NoError(t, err)
		header, err := (&chapters.Record{Position: pos}).Header()
		require.NoError(t, err)
		for _, text := range []string{string(text), string(header)} {
			entries := readAll(text)
			require.Len(t, entries, 1)
			require.NoError(t, entries[0].Err, text)

			for _, e := range readAll(strings.ReplaceAll(text, "s5", "s6")) {
				require.ErrorContains(t, e.Err, "these are not the cards of deal "+strings.ReplaceAll(pos.Deal, "s5", "s6"))
			}
		}
	}
}

func TestNotTheDealOfThatName(t *testing.T) {
	good := `{"deal":"c02p4s7","chapter":2,"players":4,"lost":["F8"],"stage":"draft","hands":[{"cards":"H56 M7 F1 S58 R245"},{"cards":"H4 M3 F345 S17 R13"},{"cards":"H1 M12458 F27 S3"},{"cards":"H2378 M6 F6 S246"}],"threats":[3,1,2,4]}`
	for _, c := range []struct{ name, old, new, want string }{
		{"the same", "", "", ""},
		{"written otherwise", `"H56 M7`, `"M7 H5 H6`, ""},
		{"a longer name", "c02p4s7", "c2p4s7", ""},
		{"a chapter that is not there", "c02p4s7", "c99p4s7", ""},
		{"a name of one's own", "c02p4s7", "our best", ""},
		{"two cards changed", `H56 M7 F1 S58 R245"},{"cards":"H4`, `H46 M7 F1 S58 R245"},{"cards":"H5`, `^test:1:9: these are not the cards of deal c02p4s7: its seat 0 has H56 M7 F1 S58 R245; correct them, or leave deal out$`},
		{"the lost card changed", `["F8"],"stage":"draft","hands":[{"cards":"H56`, `["H5"],"stage":"draft","hands":[{"cards":"F8 H6`, `its lost card is F8;`},
		{"the threats changed", `[3,1,2,4]`, `[1,3,2,4]`, `its threat deck is \[3 1 2 4\];`},
		{"another chapter", `"chapter":2`, `"chapter":3`, `its chapter is 2;`},
		{"another number of players", "c02p4s7", "c02p3s7", `its players are 3;`},
	} {
		t.Run(c.name, func(t *testing.T) {
			entries := readAll(strings.Replace(good, c.old, c.new, 1))
			require.Len(t, entries, 1)
			if c.want == "" {
				require.NoError(t, entries[0].Err)
				return
			}
			require.Error(t, entries[0].Err)
			assert.Regexp(t, c.want, entries[0].Err.Error())
		})
	}
	// What was played since may have moved cards.
	later := strings.Replace(strings.Replace(good, `"draft"`, `"play"`, 1), "H56", "H6", 1)
	require.NoError(t, readAll(later)[0].Err)
}
