package cli

import (
	"context"
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
	"fellowship/solver/difficulty"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// madeUp is a report of every chapter and size of the table, with numbers that
// nobody measured.
func madeUp() *difficulty.Report {
	ids := slices.Sorted(maps.Keys(chapters.Default().Characters))
	r := &difficulty.Report{Seed: 1, Nodes: 1000, CampaignBy: "greedy"}
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

// The page needs nothing but itself, and shows every chapter at every table.
func TestPageIsSelfContained(t *testing.T) {
	r := madeUp()
	text, err := difficultyHTML(chapters.Default(), r, "v1")
	require.NoError(t, err)
	html := string(text)
	assert.NotRegexp(t, `https?://|src=|href=|url\(|@import|<script|ZgotmplZ`, html)
	for _, id := range []string{"wins", "open", "goals", "sizes", "campaigns", "numbers"} {
		assert.Equal(t, 1, strings.Count(html, `<section id="`+id+`">`), id)
	}
	_, numbers, _ := strings.Cut(html, `<section id="numbers">`)
	assert.Equal(t, len(r.Rows), strings.Count(numbers, "<tr><td>"), "a row for each chapter and table")
	same, err := difficultyHTML(chapters.Default(), madeUp(), "v1")
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
	text, err := difficultyHTML(chapters.Default(), madeUp(), "v1")
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
