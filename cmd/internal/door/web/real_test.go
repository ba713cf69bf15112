package web

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// friday is the round of docs/real-table.md, and its piles with each card whole.
const friday = "2 4 lost r4\nmerry: h2345 / f8615\nsam 2: h7681 / m8153 / s8645 / s73f21\npippin\nfrodo: f3r2s27 / f4r5m4m2 / r13m6m7\n"

var fridaysPiles = map[string]string{
	"merry": "H2 H3 H4 H5 F8 F6 F1 F5", "sam": "H7 H6 H8 H1 M8 M1 M5 M3 S8 S6 S4 S5 S7 S3 F2 S1",
	"frodo": "F3 R2 S2 F7 F4 R5 M4 M2 R1 R3 M6 M7",
}

// TestRealTable takes the piles of a round down by taps and as a text: both tell the same of it, in each
// language, and where it was lost.
func TestRealTable(t *testing.T) {
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	where := func() string {
		t.Helper()
		require.Equal(t, http.StatusOK, anna.Status, anna.Text())
		assert.Contains(t, anna.Text(), "Merry 2, Sam 4, Pippin 0, Frodo 3")
		anna.does("told")
		text := anna.Text()
		assert.Contains(t, text, "Here the round was lost: S7. M4, M6 or F6 would still have won.")
		return text
	}
	require.NoError(t, anna.Send("/real", url.Values{"do": {"check"}, "text": {friday}}))
	typed := where()

	require.NoError(t, anna.Open("/real"))
	anna.does("Who sat where", "game", "2:", "players", "4")
	_, ok := anna.Button("piles")
	require.True(t, ok)
	require.NoError(t, anna.Send("/real", url.Values{
		"do": {"lay"}, "game": {"2:"}, "players": {"4"}, "kind": {"piles"}, "seat": {"merry", "sam", "pippin", "frodo"}, "number": {"", "2", "", ""},
	}))
	for _, seat := range []string{"Merry", "Sam", "Frodo"} {
		anna.does(seat)
		for _, card := range strings.Fields(fridaysPiles[strings.ToLower(seat)]) {
			anna.does("tap" + card)
			assert.NotContains(t, string(anna.Body), `class="note bad"`, card)
		}
	}
	anna.does("tapM1") // lies there already: it leads to its pile
	assert.Contains(t, string(anna.Body), `id="to1" aria-pressed="true"`)
	anna.does("undo")
	anna.does("tapM7")
	anna.does("Lost")
	anna.does("tapR4")
	anna.does("check")
	tapped := where()
	after := func(text string) string {
		_, text, _ = strings.Cut(text, "Chapter 2")
		text, _, _ = strings.Cut(text, "As text")
		return text
	}
	assert.Equal(t, after(typed), after(tapped))

	link := html.UnescapeString(regexp.MustCompile(`id="look" href="([^"]+)"`).FindStringSubmatch(string(anna.Body))[1])
	for _, step := range []string{"", "&at=16", "&worth=1&at=16", "&find=1"} {
		require.NoError(t, anna.Open(link+step))
		require.Equal(t, http.StatusOK, anna.Status, step)
		assert.Contains(t, string(anna.Body), `<form method="get" action="/real/look" id="walk"><input type="hidden" name="text"`)
	}
	assert.Contains(t, anna.Text(), "Here the round was lost")
	require.NoError(t, anna.Open("/real/look?text=2"))
	assert.Equal(t, "/real", anna.URL.Path)
	assert.EqualValues(t, 0, s.srv.House.Counters.Panics.Load())
}

// TestRealTableFaults holds that what is wrong with a round is said, and that no form breaks the page.
func TestRealTableFaults(t *testing.T) {
	s := serve(t, nil)
	s.lang = "de"
	anna := s.comes("Anna", "")
	send := func(form url.Values) string {
		t.Helper()
		require.NoError(t, anna.Send("/real", form))
		require.Equal(t, http.StatusOK, anna.Status, form)
		return anna.Text()
	}
	assert.Contains(t, send(url.Values{"do": {"check"}, "text": {strings.Replace(friday, "f8615", "f8616", 1)}}), "Zeile 2")
	hands := url.Values{"do": {"lay"}, "game": {"2:"}, "players": {"4"}, "kind": {"hands"}, "seat": {"merry", "sam", "pippin", "frodo"}, "number": {"", "2", "", ""}}
	send(hands)
	for _, suit := range []string{"H", "M", "F"} {
		for _, rank := range "12345678" {
			anna.does("tap" + suit + string(rank))
		}
	}
	for _, press := range []string{"tapS1", "tapS2", "tapS3", "Verloren", "tapR4"} {
		anna.does(press)
	}
	assert.Contains(t, anna.Text(), "37 von 37 Karten", "the last hand is what is left")
	anna.does("check")
	anna.does("told")
	assert.Regexp(t, `Dieses Blatt ist (nicht )?zu gewinnen`, anna.Text())
	for _, value := range []string{"", "-1", "99", "x", "0.H1 0.H1 9.Z9 .", "<script>alert(1)</script>", "\x00", strings.Repeat("0.H1 ", 1000), "14:b", "road:", "99:"} {
		for _, field := range []string{"do", "game", "players", "kind", "seat", "number", "cards", "at", "more", "text", "tap", "to", "led"} {
			for _, step := range []string{"lay", "check", "told", "who", "undo", "guide", "draw"} {
				form := url.Values{"do": {step}, "game": {"2:"}, "players": {"4"}, "seat": {"merry", "sam", "pippin", "frodo"}}
				form.Set(field, value)
				if len(form.Encode()) < 8000 {
					send(form)
					assert.NotContains(t, string(anna.Body), "<script>alert")
				}
			}
		}
	}
	assert.EqualValues(t, 0, s.srv.House.Counters.Panics.Load())
}

// TestRealTableGuide holds what people at a real table are told before the round, and that the page knows afterwards
// who sat where with which number.
func TestRealTableGuide(t *testing.T) {
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	require.NoError(t, anna.Send("/real", url.Values{"do": {"guide"}, "game": {"2:"}, "players": {"4"}, "seat": {"merry", "sam", "pippin", "frodo"}}))
	_, order, ok := strings.Cut(anna.Text(), "Setup, in this order")
	require.True(t, ok)
	assert.Regexp(t, `(?s)Merry.*Sam.*Pippin`, order, "clockwise from the seat behind Frodo (S5)")
	anna.does("draw")
	drawn := regexp.MustCompile(`Sam (\d)`).FindStringSubmatch(anna.Text())
	require.NotNil(t, drawn)
	anna.does("who")
	anna.does("piles")
	assert.NotContains(t, anna.Text(), "threat number")
	assert.Contains(t, string(anna.Body), `name="number" value="`+drawn[1]+`"`)
}

// TestTapsInPlace taps faster than the server answers: each card lies in the pile, and the page stays as it was.
func TestTapsInPlace(t *testing.T) {
	s := serve(t, nil)
	c := chromium(t)
	c.do(window(360, 640), chromedp.Navigate(s.url+"/"), chromedp.SendKeys("#name", "Anna"), click("main button.main"), chromedp.WaitVisible(`a[href="/new"]`))
	c.do(chromedp.Navigate(s.url+"/real"), click("button[value=who]"), chromedp.WaitVisible("#piles"), click("#piles"), chromedp.WaitVisible("#tapH1"))
	c.eval(`window.stays = true; scrollTo(0, 150); for (const card of ["H1", "H5", "H6", "H3", "M2"]) document.getElementById("tap" + card).click()`)
	c.until(`document.querySelectorAll(".mine").length === 5`)
	assert.Equal(t, true, c.eval(`window.stays && scrollY === 150`))
	c.do(click("#undo"))
	c.until(`document.querySelectorAll(".mine").length === 4`)
	c.fine()
}
