package measure

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/solver/difficulty"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// madeUp is a report of every chapter and number of players, with invented numbers.
func madeUp() *difficulty.Report {
	ids := slices.Sorted(maps.Keys(chapters.Default().Characters))
	r := &difficulty.Report{Seed: 1, Nodes: 1000, FairBy: "strong"}
	for i, c := range chapters.Default().Chapters {
		for n := 1; n <= 4; n++ {
			share := func(wins, of int) difficulty.Share {
				s := difficulty.Share{Wins: wins, Deals: of, Share: float64(wins) / float64(of)}
				s.Low, s.High = difficulty.Wilson(wins, of)
				return s
			}
			row := difficulty.Row{
				Cell: difficulty.Cell{Chapter: c.ID, Players: n}, Draft: share(400-i, 400), Play: share(380-i, 400),
				AfterSetup: share(100-i, 100), Fair: share(100-5*i+n, 104), Greedy: share(200-10*i, 400),
				Random: share(i, 400),
				Broken: difficulty.BrokenBy{Fair: difficulty.Broken{
					ids[4*i%len(ids)]:     {"sam": 1},
					ids[(4*i+n)%len(ids)]: {"frodo": 3 + i},
				}},
				Forgiveness: difficulty.Forgiveness{Decisions: 100, Parts: 70 * 720720},
			}
			r.Rows = append(r.Rows, row)
		}
	}
	return r
}

var update = flag.Bool("update", false, "rewrite the golden files")

// some returns a part of the report of madeUp that needs every text of the pages.
func some() *difficulty.Report {
	r := madeUp()
	r.Rows = slices.DeleteFunc(r.Rows, func(row difficulty.Row) bool {
		return !slices.Contains([]string{"1", "14", chapters.Road}, row.Chapter) || row.Players < 3
	})
	for i := range r.Rows {
		row := &r.Rows[i]
		row.Draft.Undecided = i
		row.Broken.Fair.Merge(difficulty.Broken{chapters.Balrog: {"setup": 2, "sam": 1}})
	}
	return r
}

// day is when the pages of the tests were written.
var day = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// TestPages compares the pages with golden files, which go test -update rewrites.
func TestPages(t *testing.T) {
	lib := chapters.Default()
	r := some()
	one := some()
	one.Rows = one.Rows[2:4]
	lines := func(p page.Page) string {
		return p.String(page.Style{Width: 80, Whole: true, Paint: func(_ page.Tone, s string) string {
			return "*" + s + "*"
		}})
	}
	answers, err := json.MarshalIndent(Answers(r), "", " ")
	require.NoError(t, err)
	for name, got := range map[string]string{
		"page.html": HTML(Document(lib, r, "v1 <x>", day)),
		"page.md":   Markdown(Document(lib, r, "v1", day)),
		"bars.txt":  lines(Text(lib, r, false)),
		"one.txt":   lines(Text(lib, one, false)),
		"page.csv":  CSV(r),
		"page.json": string(answers),
	} {
		file := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(got), 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), got, name)
	}
}

// TestPageWithoutFairRounds checks that the page shows nothing about fair players if they have not
// played.
func TestPageWithoutFairRounds(t *testing.T) {
	r := some()
	for i := range r.Rows {
		row := &r.Rows[i]
		row.Fair = difficulty.Share{High: 1}
		row.AfterSetup = difficulty.Share{High: 1}
		row.Broken.Fair = difficulty.Broken{}
		row.Forgiveness = difficulty.Forgiveness{}
	}
	text := Document(chapters.Default(), r, "v1", day).Markdown()
	assert.NotContains(t, text, "NaN")
	assert.Contains(t, text, "| 14 |  |  |")
	assert.NotContains(t, Text(chapters.Default(), r, true).String(page.Style{}), "in each place")
}

// TestPageIsSelfContained checks that the page needs no other files and shows every chapter with every
// number of players.
func TestPageIsSelfContained(t *testing.T) {
	r := madeUp()
	html := HTML(Document(chapters.Default(), r, "v1", day))
	assert.NotRegexp(t, `https?://|src=|href=|url\(|@import|<script`, html)
	_, numbers, _ := strings.Cut(html, "<h2>Won by strong play</h2>")
	numbers, _, _ = strings.Cut(numbers, "</table>")
	assert.Equal(t, len(r.Rows), strings.Count(numbers, "(")+strings.Count(numbers, "<td></td>"),
		"a cell for each chapter and table")
	assert.Equal(t, html, HTML(Document(chapters.Default(), madeUp(), "v1", day)))
}

// browser returns a browser that runs without a screen.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no browser here: install chromium to look at the page in a real one")
	return ""
}

// look runs the browser and returns what it writes.
func look(t *testing.T, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	args = append([]string{
		"--headless=new", "--disable-gpu", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-background-networking", "--user-data-dir=" + t.TempDir(),
	}, args...)
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // a browser that was looked up
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// measuring is a page that shows another one at the width of a telephone and of a desk, and says
// whether something goes over the edge there.
const measuring = `<!DOCTYPE html><body><pre id="said">waiting</pre><script>
const said = [];
for (const width of [360, 1200]) {
  const frame = document.createElement("iframe");
  frame.style.width = width + "px"; frame.style.height = "800px";
  frame.onload = () => {
    const root = frame.contentDocument.documentElement;
    said.push("width " + width + " over " + Math.max(0, root.scrollWidth - root.clientWidth));
    if (said.length == 2) document.getElementById("said").textContent = said.sort().join("\n");
  };
  frame.src = "/page"; document.body.append(frame);
}
</script></body>`

// In a real browser the page fits a telephone and a desk, asks the network for
// nothing else, and can be printed.
func TestPageInABrowser(t *testing.T) {
	name := browser(t)
	text := HTML(Document(chapters.Default(), madeUp(), "v1", day))
	var mu sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/page":
			fmt.Fprint(w, text)
		case "/":
			fmt.Fprint(w, measuring)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	dom := look(t, name, "--virtual-time-budget=10000", "--dump-dom", server.URL)
	for _, width := range []string{"360", "1200"} {
		assert.Regexp(t, `width `+width+` over 0\b`, dom)
	}
	asked = slices.DeleteFunc(asked, func(path string) bool {
		return path == "/" || path == "/page" || path == "/favicon.ico"
	})
	assert.Empty(t, asked, "the page asks for nothing")

	dir := t.TempDir()
	file, pdf := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.pdf")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	look(t, name, "--no-pdf-header-footer", "--print-to-pdf="+pdf, "file://"+file)
	printed, err := os.ReadFile(pdf)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(printed), "%PDF-"))
	sheets := len(regexp.MustCompile(`/Type /Page\b`).FindAll(printed, -1))
	assert.Greater(t, sheets, 1)
	assert.Less(t, sheets, 20)
}
