package web

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// layouts is how far the pages lie apart that TestLayout lays out: 1 lays out each page in each window, which takes an
// hour. Without it TestLayout lays out a few pages of someDeals.
var layouts = flag.Int("layouts", 0, "lay out one of so many pages of all deals; 0: some pages of some deals")

// layoutOffset is the place of the first page that TestLayout lays out, so that other pages can be had.
var layoutOffset = flag.Int("layouts-offset", 0, "lay out pages from this one on")

// someDeals are the deals of which TestLayout lays out one page of someLayouts: open hands, a pyramid, long names, things
// on the table, a question about a threat, and the longest hands.
var someDeals = []string{"c01p1s7", "c05p4s7", "c09p2s7", "c14bp3s7", "c17p2s7", "c182p4s7", "roadp4s7"}

const someLayouts = 29

// layoutSizes are the windows of TestLayout.
var layoutSizes = [][2]int64{
	{360, 640}, {390, 844}, {844, 390}, {1024, 768}, {1280, 800}, {1366, 768}, {1920, 1080},
}

// drawnTable is a page of a table at a moment of a round.
type drawnTable struct {
	// name says which chapter, how many players, which moment, and in which language.
	name string
	lang string
	html string
}

// mainPart matches the changing part of a page.
var mainPart = regexp.MustCompile(`(?s)<main[^>]*>(.*)</main>`)

// TestLayout lays out tables of every chapter, with one to four players, in each window and language: while characters
// are chosen, in the setup, and in play. Nothing lies over anything else, nothing is cut, every answer can be seen, or a
// tile that is cut says that more follow, and the hand does not move.
func TestLayout(t *testing.T) {
	t.Parallel()
	deals, every := layoutDeals(), *layouts
	if every == 0 {
		deals = slices.DeleteFunc(deals, func(d chapters.DealID) bool { return !slices.Contains(someDeals, d.String()) })
		every = someLayouts
	}
	mux := http.NewServeMux()
	handleAssets(mux, http.NotFound)
	mux.HandleFunc("GET /{$}", sendLayoutBase)
	base := httptest.NewServer(mux)
	defer base.Close()
	script, err := os.ReadFile("testdata/layout.js")
	require.NoError(t, err)
	begun := 0
	count := 0
	for _, deal := range deals {
		t.Run(deal.String(), func(t *testing.T) {
			c := chromium(t)
			c.do(chromedp.Navigate(base.URL), chromedp.Evaluate(string(script), nil))
			tables := drawnTables(t, deal)
			for _, size := range layoutSizes {
				c.do(window(size[0], size[1]))
				for _, drawn := range tables {
					begun++
					if begun%every == *layoutOffset%every {
						count++
						c.judges(drawn, size)
					}
				}
			}
		})
	}
	t.Log("pages that were laid out:", count)
}

// judges lays a table out in a window, and checks that nothing is wrong with it.
func (c *chrome) judges(drawn drawnTable, size [2]int64) {
	c.t.Helper()
	var faults []string
	c.do(chromedp.Evaluate(fmt.Sprintf("judge(%q, %s, %t)", drawn.lang, strconv.QuoteToASCII(drawn.html), pictures == ""),
		&faults))
	if len(faults) > 0 {
		c.pictured(strings.ReplaceAll(drawn.name, " ", "-"), size)
	}
	assert.Empty(c.t, faults, "%s at %v", drawn.name, size)
}

// layoutDeals returns a deal of each chapter, with each of its events or groups, for each number of players.
func layoutDeals() (all []chapters.DealID) {
	for _, chapter := range chapters.Default().Chapters {
		variants := []string{""}
		for i, variant := range chapter.Variants() {
			variants = append(variants[:i], variant.Letter())
		}
		for _, variant := range variants {
			for players := 1; players <= tricks.MaxSeats; players++ {
				all = append(all, chapters.DealID{Chapter: chapter.ID, Variant: variant, Players: players, Seed: 7})
			}
		}
	}
	return all
}

// sendLayoutBase sends a page with the styles of a table and nothing else.
func sendLayoutBase(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	_, _ = fmt.Fprintf(w, `<!doctype html><html><head><meta charset="utf-8">
		<meta name="viewport" content="width=device-width, initial-scale=1">
		<link rel="stylesheet" href="%s"><link rel="stylesheet" href="%s">
		</head><body class="game"><main id="main"></main></body></html>`, assetPath("common.css"), assetPath("table.css"))
}

// drawnDeal has the pages of a deal once they are drawn. Its mu is held while they are.
type drawnDeal struct {
	mu     sync.Mutex
	tables []drawnTable
}

// drawnDeals has a drawnDeal for each deal that a test has asked for.
var drawnDeals sync.Map

// drawnTables returns what drawTables returns. Each deal is played once for all tests.
func drawnTables(t *testing.T, deal chapters.DealID) []drawnTable {
	t.Helper()
	found, _ := drawnDeals.LoadOrStore(deal, new(drawnDeal))
	drawn := found.(*drawnDeal)
	drawn.mu.Lock()
	defer drawn.mu.Unlock()
	if drawn.tables == nil {
		drawn.tables = drawTables(t, deal)
	}
	return drawn.tables
}

// drawTables plays a round of a deal by chance, and returns pages of each kind of moment in both languages. Of several
// moments of one kind it takes the one with the longest page.
func drawTables(t *testing.T, deal chapters.DealID) []drawnTable {
	t.Helper()
	s := serve(t, func(o *Options) { o.Beat = time.Hour })
	names := []string{"Anna", "Alexandra-Katharina", "Cleo", "Dora"}[:deal.Players]
	var people []*person
	anna := s.comes(names[0], "")
	code := anna.begins("players", strconv.Itoa(deal.Players), "game", "deal", "deal", deal.String())
	people = append(people, anna)
	for _, name := range names[1:] {
		people = append(people, s.comes(name, code))
	}
	for _, p := range people {
		p.reload()
		p.does("ready")
	}
	for _, p := range people {
		p.reload()
		if _, opened := p.Button("unread"); opened { // the page about the chapter, which lies over the felt
			p.press("unread")
		}
	}
	random := rand.New(rand.NewPCG(deal.Seed, 1))
	longest := map[string]drawnTable{}
	for over := 0; over < len(people); {
		over = 0
		for _, p := range people {
			kind := ""
			for _, lang := range []string{"de", "en"} {
				p.Lang = lang
				p.reload()
				kind = momentOf(s, p)
				if kind == "" {
					break // the page counts in no language
				}
				html := string(mainPart.FindSubmatch(p.Body)[1])
				key := fmt.Sprintf("%s %s %s", lang, deal, kind)
				if len(html) > len(longest[key].html) {
					longest[key] = drawnTable{key, lang, html}
				}
			}
			if kind == "" && p.over() {
				over++
				continue
			}
			p.chooses(random)
		}
	}
	var all []drawnTable
	for _, key := range slices.Sorted(maps.Keys(longest)) {
		all = append(all, longest[key])
	}
	return all
}

// momentOf names the kind of a moment that a person sees.
func momentOf(s *served, p *person) string {
	v := sessionOf(s, p)
	now := v.client.Look()
	view := &now.View
	late := ""
	if view.Stage == chapters.StagePlay && len(view.History) > view.Tricks/2 {
		late = "-late"
	}
	switch {
	case now.Now == round.End || !now.Playing: // which has pages of its own
		return ""
	case now.Now == round.Turn && view.Ask != nil:
		return fmt.Sprintf("%v-%v-step%d%s", view.Stage, view.Ask.Kind, v.page.step, late)
	default:
		return fmt.Sprintf("%v-now%d%s", view.Stage, now.Now, late)
	}
}

// chooses presses the button that goes on, or an answer by chance.
func (p *person) chooses(random *rand.Rand) {
	p.t.Helper()
	next, ok := p.Next()
	if !ok || next.ID == "goon" {
		if ok {
			p.press(next.ID)
		}
		return
	}
	answers := slices.DeleteFunc(p.Buttons(), func(b webtest.Button) bool {
		return b.Refused || b.Name != "decide" && (b.Name != "step" || b.ID == "back")
	})
	p.press(answers[random.IntN(len(answers))].ID)
}
