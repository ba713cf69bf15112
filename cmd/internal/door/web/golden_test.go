package web

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// changing matches the texts that differ from server to server.
var changing = regexp.MustCompile(`http://127\.0\.0\.1:\d+|\b[0-9a-z]{3}-[0-9a-z]{3}-[0-9a-z]{3}(-[0-9a-z]{3})?\b|The server runs version .*|\b[0-9a-f]{32,64}\b|"seed":\d+`)

// lastCards matches moments when the last cards are played without a question. It depends on the timing which of these
// moments are seen.
var lastCards = regexp.MustCompile(`\((you|du)\) (1 card|0 cards|1 Karte|0 Karten)\n`)

// allSeen matches the end of the last trick, after cards that were played without a question.
var allSeen = regexp.MustCompile(`(wins trick|gewinnt Stich) 11\.`)

// TestReadAloud compares what a screen reader reads on each page of a visit, and in a whole round with a fixed deal, in
// which the first answer is always chosen.
func TestReadAloud(t *testing.T) {
	t.Parallel()
	t.Run("en", func(t *testing.T) { readsAloud(t, "en", "testdata/read-aloud.txt") })
	t.Run("de", func(t *testing.T) { readsAloud(t, "de", "testdata/read-aloud.de.txt") })
}

func readsAloud(t *testing.T, lang, golden string) {
	t.Helper()
	s := serve(t, nil)
	s.lang = lang
	var out strings.Builder
	note := func(p *person, title string) {
		out.WriteString("=== " + title + "\n" + changing.ReplaceAllString(p.Text(), "...") + "\n\n")
	}
	note(s.stands("Anna"), "enter")
	anna := &person{Browser: s.comes("Anna", "").Browser, t: t}
	note(anna, "lobby")
	require.NoError(t, anna.Open("/new"))
	note(anna, "new table")
	code := anna.begins("players", "2", "game", "deal", "deal", "c02p2s7", "hints", "yes")
	note(anna, "table")
	ben := s.comes("Ben", code)
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
				text, _, _ := strings.Cut(before, "\n"+p.words().T("web.act.more")+"\n"+p.words().T("web.close")+"\n")
				out.WriteString("=== round\n" + text + "\n\n")
			}
			p.acts()
			p.reload()
			for allSeen.MatchString(p.Text()) && !p.over() { // the last cards are played by themselves
				p.acts()
				p.reload()
			}
		}
		anna.reload()
	}
	for anna.acts() { // until all tricks are seen
		anna.reload()
	}
	anna.reloadUntil("act-onfrom")
	note(anna, "result")
	path := anna.URL.Path
	for _, page := range []string{"look?trick=3", "look?at=30", "look?at=30&worth=1", "look?find=1"} {
		require.NoError(t, anna.Open(path+"/"+page))
		note(anna, page)
	}
	for _, reading := range []string{"goals", "won"} {
		require.NoError(t, anna.Open(path))
		anna.does("act-" + reading)
		note(anna, reading)
	}
	of := func() table.Person {
		s.srv.sessions.mu.Lock()
		defer s.srv.sessions.mu.Unlock()
		for key, visit := range s.srv.sessions.byKey {
			if who := visit.whose(); who.Name == "Anna" && "/table/"+key.table == path {
				return who
			}
		}
		return table.Person{}
	}()
	ticket, err := s.hall.Create(of, table.Setup{Players: 2, Campaign: true, Book: travelled(t)})
	require.NoError(t, err)
	require.NoError(t, anna.Open("/table/"+ticket.Table+"/book"))
	note(anna, "book")
	for _, page := range []string{
		"/read/rules", "/read/lesson", "/read/chapter/5", "/read/rules?search=T4",
		"/table/nowhere",
	} {
		require.NoError(t, anna.Open(page))
		note(anna, page)
	}
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(out.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String())
}
