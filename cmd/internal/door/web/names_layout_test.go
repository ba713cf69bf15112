package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// brokenNames finds the names of characters that a page continues on another line.
const brokenNames = `((names) => {
	const broken = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		for (const word of node.data.matchAll(/[\p{L}]+/gu)) {
			if (!names.includes(word[0])) continue;
			const range = document.createRange();
			range.setStart(node, word.index);
			range.setEnd(node, word.index + word[0].length);
			const rects = [...range.getClientRects()];
			const tops = rects.map((r) => r.top);
			// A turned card splits a word into pieces that stand a pixel apart.
			if (Math.max(...tops) - Math.min(...tops) > rects[0]?.height / 2) {
				broken.push(node.parentElement.outerHTML.slice(0, 120));
			}
		}
	}
	return broken;
})(%s)`

// TestNamesStayWhole checks that no page for a phone breaks the name of a character within the word.
func TestNamesStayWhole(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	var names []string
	for _, character := range chapters.Default().Characters {
		for _, lang := range []string{"en", "de"} {
			names = append(names, texts.New(lang).ShortName(character))
		}
	}
	list, err := json.Marshal(names)
	require.NoError(t, err)
	whole := func(where string) {
		t.Helper()
		assert.Empty(t, c.eval(fmt.Sprintf(brokenNames, list)), where)
	}
	c.do(chromedp.Navigate(s.url+"/"), types("#name", "Anna"), click("main button.primary"), seen(`a[href="/new"]`))
	widths := []int64{360, 390}
	for _, path := range []string{"/", "/book", "/read/chapter/9", "/read/chapter/road", "/stats", "/puzzles", "/new"} {
		c.do(chromedp.Navigate(s.url + path))
		for _, width := range widths {
			c.do(window(width, 780))
			whole(fmt.Sprint(path, " at ", width))
		}
	}
	c.eval(`document.body.textContent = "Frodo";
		Object.assign(document.body.style, {width: "2em", overflowWrap: "anywhere"}); 0`)
	assert.Len(t, c.eval(fmt.Sprintf(brokenNames, list)), 1, "a name that is broken is found")
	mux := http.NewServeMux()
	handleAssets(mux, http.NotFound)
	mux.HandleFunc("GET /{$}", sendLayoutBase)
	base := httptest.NewServer(mux)
	defer base.Close()
	c.do(chromedp.Navigate(base.URL))
	for _, deal := range []chapters.DealID{
		{Chapter: "9", Players: 4, Seed: 7}, {Chapter: "17", Players: 2, Seed: 7}, {Chapter: "road", Players: 4, Seed: 7},
	} {
		tables := drawnTables(t, deal)
		for _, width := range widths {
			c.do(window(width, 780)) // which takes longer than to lay out a table once more
			for _, drawn := range tables {
				c.eval(fmt.Sprintf(`document.getElementById("main").innerHTML = %s; 0`, strconv.QuoteToASCII(drawn.html)))
				whole(fmt.Sprint(drawn.name, " at ", width))
			}
		}
	}
}
