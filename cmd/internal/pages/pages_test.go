package pages

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
	"fellowship/cmd/internal/texts"
	"fellowship/solver/difficulty"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// madeUp is a report of every chapter and size of the table, with numbers that
// nobody measured.
func madeUp() *difficulty.Report {
	ids := slices.Sorted(maps.Keys(chapters.Default().Characters))
	r := &difficulty.Report{Seed: 1, Nodes: 1000, FairBy: "strong", CampaignBy: "greedy"}
	for i, c := range chapters.Default().Chapters {
		for n := 1; n <= 4; n++ {
			share := func(wins, of int) difficulty.Share {
				s := difficulty.Share{Wins: wins, Deals: of}
				s.Low, s.High = difficulty.Wilson(wins, of)
				return s
			}
			row := difficulty.Row{
				Cell: difficulty.Cell{Chapter: c.ID, Players: n}, Draft: share(400-i, 400), Play: share(380-i, 400),
				After: share(100-i, 100), Fair: share(100-5*i+n, 104), Greedy: share(200-10*i, 400), Random: share(i, 400),
				BrokenFair:  difficulty.Broken{ids[4*i%len(ids)]: {"sam": 1}, ids[(4*i+n)%len(ids)]: {"frodo": 3 + i}},
				Forgiveness: difficulty.Forgiveness{Decisions: 100, Parts: 70 * 720720},
			}
			if c.Long {
				row.Campaigns = &difficulty.Campaigns{Clean: share(i, 40), Keep: []int{0, 20, 20}, Restart: []int{30, 0, 10}}
			}
			r.Rows = append(r.Rows, row)
		}
	}
	return r
}

var update = flag.Bool("update", false, "rewrite the golden files")

// some is a part of it, with all that a page can tell.
func some() *difficulty.Report {
	r := madeUp()
	r.Rows = slices.DeleteFunc(r.Rows, func(row difficulty.Row) bool {
		return !slices.Contains([]string{"1", "14", chapters.Road}, row.Chapter) || row.Players < 3
	})
	for i := range r.Rows {
		row := &r.Rows[i]
		row.Seconds = map[difficulty.Kind]float64{difficulty.Deal: 4, difficulty.Fair: 3 + float64(i), difficulty.Campaign: 2}
		row.SpentRounds, row.Spent = 10, map[players.Part]float64{players.SettingUp: 1, players.Imagining: 2, players.Solving: float64(i)}
		row.Draft.Undecided = i
		if r.Beside = "fair"; row.Players == 4 {
			beside := row.Greedy
			row.Beside = &beside
		}
		row.BrokenFair.Add(difficulty.Broken{chapters.Balrog: {"setup": 2, "sam": 1}})
	}
	return r
}

// The pages are what they were: go test -update rewrites them.
func TestPages(t *testing.T) {
	lib, r := chapters.Default(), some()
	style := Style{
		Texts: texts.New(texts.Default),
		Bold:  func(s string) string { return "*" + s + "*" },
	}
	german := style
	german.Texts = texts.New("de")
	one := some()
	one.Rows = one.Rows[2:4]
	for name, write := range map[string]func() ([]byte, error){
		"page.html":    func() ([]byte, error) { return HTML(lib, r, "v1 <x>") },
		"page.md":      func() ([]byte, error) { return Markdown(lib, r, "v1", true) },
		"bars.txt":     func() ([]byte, error) { return Text(lib, r, style) },
		"one.txt":      func() ([]byte, error) { return Text(lib, one, style) },
		"bars.de.txt":  func() ([]byte, error) { return Text(lib, r, german) },
		"one.de.txt":   func() ([]byte, error) { return Text(lib, one, german) },
		"times.de.txt": func() ([]byte, error) { return Timings(lib, r, german) },
		"times.txt":    func() ([]byte, error) { return Timings(lib, r, style) },
		"page.csv":     func() ([]byte, error) { return CSV(r) },
		"page.json":    func() ([]byte, error) { return json.MarshalIndent(Answers(r), "", " ") },
	} {
		got, err := write()
		require.NoError(t, err, name)
		file := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(file, got, 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), name)
	}
}

// Where fair players have not played, nothing is drawn for them.
func TestPageWithoutFairRounds(t *testing.T) {
	r := some()
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Players == 3 {
			row.Fair, row.BrokenFair = difficulty.Share{High: 1}, difficulty.Broken{}
		}
	}
	text, err := HTML(chapters.Default(), r, "v1")
	require.NoError(t, err)
	assert.NotContains(t, string(text), "won 0 of 0")
	assert.NotContains(t, string(text), "<h3>3 players")
	assert.Contains(t, string(text), "<h3>4 players")
	for i := range r.Rows {
		r.Rows[i].Fair = difficulty.Share{High: 1}
	}
	text, err = HTML(chapters.Default(), r, "v1")
	require.NoError(t, err)
	assert.NotContains(t, string(text), "<figure>")
	assert.Contains(t, string(text), `<section id="numbers">`)
}

// Where no goal was broken there is no heading about that, and none about the sizes of
// tables where there is one size.
func TestPageOfRoundsThatWereWon(t *testing.T) {
	r := some()
	for i := range r.Rows {
		r.Rows[i].BrokenFair = difficulty.Broken{}
	}
	text, err := HTML(chapters.Default(), r, "v1")
	require.NoError(t, err)
	assert.NotContains(t, string(text), `<section id="goals">`)
	assert.Contains(t, string(text), `<section id="sizes">`)
	r.Rows = r.Rows[:1]
	text, err = HTML(chapters.Default(), r, "v1")
	require.NoError(t, err)
	assert.NotContains(t, string(text), `<section id="sizes">`)
	assert.Contains(t, string(text), `<section id="wins">`)
}

// The page needs nothing but itself, and shows every chapter at every table.
func TestPageIsSelfContained(t *testing.T) {
	r := madeUp()
	text, err := HTML(chapters.Default(), r, "v1")
	require.NoError(t, err)
	html := string(text)
	assert.NotRegexp(t, `https?://|src=|href=|url\(|@import|<script|ZgotmplZ`, html)
	for _, id := range []string{"wins", "open", "goals", "sizes", "campaigns", "numbers"} {
		assert.Equal(t, 1, strings.Count(html, `<section id="`+id+`">`), id)
	}
	_, numbers, _ := strings.Cut(html, `<section id="numbers">`)
	assert.Equal(t, len(r.Rows), strings.Count(numbers, "<tr><td>"), "a row for each chapter and table")
	same, err := HTML(chapters.Default(), madeUp(), "v1")
	require.NoError(t, err)
	assert.Equal(t, html, string(same))
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

// measuring is a page that shows another one at the width of a telephone and of
// a desk, and measures it there: whether something goes over the edge, and
// whether a text of a chart goes over the edge of that or over something else.
const measuring = `<!DOCTYPE html><body><pre id="said">waiting</pre><script>
const said = [];
let left = 2;
for (const width of [360, 1200]) {
  const frame = document.createElement("iframe");
  frame.style.width = width + "px"; frame.style.height = "800px";
  frame.onload = () => {
    const page = frame.contentDocument, root = page.documentElement;
    let out = 0, small = 0, charts = 0;
    for (const svg of page.querySelectorAll("figure svg")) {
      charts++;
      const box = svg.getBoundingClientRect();
      if (box.width < 200 || box.height < 20) small++;
      for (const text of svg.querySelectorAll("text")) {
        const at = text.getBoundingClientRect();
        if (at.left < box.left - 1 || at.right > box.right + 1) out++;
      }
      for (const g of svg.querySelectorAll("g")) {
        const all = [...g.querySelectorAll("text, rect, circle")];
        for (const text of g.querySelectorAll("text")) for (const other of all) {
          const a = text.getBoundingClientRect(), b = other.getBoundingClientRect();
          if (text != other && a.left < b.right && b.left < a.right && a.top + 1 < b.bottom && b.top < a.bottom - 1 && b.width > 0) out++;
        }
      }
    }
    said.push("width " + width + " over " + Math.max(0, root.scrollWidth - root.clientWidth) + " charts " + charts + " small " + small + " out " + out +
      " font " + page.defaultView.getComputedStyle(page.body).fontSize);
    if (--left == 0) document.getElementById("said").textContent = said.sort().join("\n");
  };
  frame.src = "/page"; document.body.append(frame);
}
</script></body>`

// In a real browser the page fits a telephone and a desk, asks the network for
// nothing else, and can be printed.
func TestPageInABrowser(t *testing.T) {
	name := browser(t)
	text, err := HTML(chapters.Default(), madeUp(), "v1")
	require.NoError(t, err)
	var mu sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/page":
			_, _ = w.Write(text)
		case "/":
			fmt.Fprint(w, measuring)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	dom := look(t, name, "--virtual-time-budget=10000", "--dump-dom", server.URL)
	for _, width := range []string{"360", "1200"} {
		assert.Regexp(t, `width `+width+` over 0 charts 14 small 0 out 0 font 16px`, dom)
	}
	asked = slices.DeleteFunc(asked, func(path string) bool { return path == "/" || path == "/page" || path == "/favicon.ico" })
	assert.Empty(t, asked, "the page asks for nothing")

	dir := t.TempDir()
	page, pdf := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.pdf")
	require.NoError(t, os.WriteFile(page, text, 0o600))
	look(t, name, "--no-pdf-header-footer", "--print-to-pdf="+pdf, "file://"+page)
	printed, err := os.ReadFile(pdf)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(printed), "%PDF-"))
	sheets := len(regexp.MustCompile(`/Type /Page\b`).FindAll(printed, -1))
	assert.Greater(t, sheets, 1)
	assert.Less(t, sheets, 20)
}
