package web

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// changing is what no two servers have in common.
var changing = regexp.MustCompile(`http://127\.0\.0\.1:\d+|[0-9a-z]{3}-[0-9a-z]{3}-[0-9a-z]{3}(-[0-9a-z]{3})?|The server runs version .*|\b[0-9a-f]{4}( [0-9a-f]{4})+`)

// lastCards are moments when the last cards are played, without asking for them: what of that
// is seen is a question of time.
var lastCards = regexp.MustCompile(`\(you\) (1 card|0 cards)\n`)

// TestReadAloud holds what a screen reader reads of each kind of page, and of a whole round of
// which the deal is known: the first answer is always taken.
func TestReadAloud(t *testing.T) {
	s := serve(t, nil)
	var out strings.Builder
	note := func(p *person, title string) {
		out.WriteString("=== " + title + "\n" + changing.ReplaceAllString(p.Text(), "...") + "\n\n")
	}
	anna := &person{Browser: s.comes("Anna", "").Browser, t: t}
	note(anna, "lobby")
	require.NoError(t, anna.Open("/new"))
	note(anna, "new table")
	anna.does("Begin", "players", "2", "game", "deal", "deal", "c02p2s7", "hints", "yes")
	note(anna, "table")
	code := regexp.MustCompile(`Code to play here: (\S+)`).FindStringSubmatch(anna.Text())
	ben := s.comes("Ben", code[1])
	for _, p := range []*person{anna, ben} {
		p.reload()
		p.does("ready")
	}
	anna.reload()
	before := ""
	for !anna.over() {
		for _, p := range []*person{anna, ben} {
			p.reload()
			if p == anna && p.Text() != before && !p.over() && !lastCards.MatchString(p.Text()) {
				before = p.Text()
				text, _, _ := strings.Cut(before, "\nThe table\n")
				out.WriteString("=== round\n" + text + "\n\n")
			}
			p.acts()
			p.reload()
			for strings.Contains(p.Text(), "wins trick 11.") && !p.over() { // the last cards are played by themselves
				p.reload()
			}
		}
		anna.reload()
	}
	for anna.acts() { // until all tricks are seen
		anna.reload()
	}
	note(anna, "result")
	for _, page := range []string{"look?at=30", "look?at=30&worth=1", "look?find=1", "seal"} {
		table := anna.URL.Path
		require.NoError(t, anna.Open(table+"/"+page))
		if page != "seal" {
			note(anna, page)
		}
		require.NoError(t, anna.Open(table))
	}
	for _, page := range []string{"/read/rules", "/read/lesson", "/read/chapter/5", "/read/rules?search=T4"} {
		require.NoError(t, anna.Open(page))
		note(anna, page)
	}
	const golden = "testdata/read-aloud.txt"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(out.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String())
}
