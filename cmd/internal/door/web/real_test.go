package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

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

// TestRealTable enters the piles of a round by taps and as a text. In each language, both show the same result, and
// where the round was lost.
func TestRealTable(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	where := func() string {
		t.Helper()
		require.Equal(t, http.StatusOK, anna.Status, anna.Text())
		assert.Contains(t, anna.Text(), "Merry 2, Sam 4, Pippin 0, Frodo 3")
		anna.does("told")
		text := anna.Text()
		assert.Contains(t, text,
			"Here the round was lost, with Shadows 7. It could still be won with: Mountains 4, Mountains 6 or Forests 6.")
		return text
	}
	require.NoError(t, anna.Send("/real", url.Values{"do": {"check"}, "text": {friday}}))
	typed := where()

	require.NoError(t, anna.Open("/real"))
	anna.does("Who sat where", "game", "2:", "players", "4")
	_, ok := anna.Button("piles")
	require.True(t, ok)
	require.NoError(t, anna.Send("/real", url.Values{
		"do": {"lay"}, "game": {"2:"}, "players": {"4"}, "kind": {"piles"},
		"seat": {"merry", "sam", "pippin", "frodo"}, "number": {"", "2", "", ""},
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
	anna.does("Frodo")
	anna.does("undo") // the last card of this pile
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
	for _, step := range []string{"", "&at=16", "&worth=16", "&find=1"} {
		require.NoError(t, anna.Open(link+step))
		require.Equal(t, http.StatusOK, anna.Status, step)
		assert.Contains(t, string(anna.Body),
			`<form method="get" action="/real/look" id="walk"><input type="hidden" name="text"`)
	}
	assert.Contains(t, anna.Text(), "Here the round was lost")
	require.NoError(t, anna.Send("/real", url.Values{"do": {"told"}, "text": {friday}}))
	leads := func(id string) string {
		return html.UnescapeString(regexp.MustCompile(`href="([^"]+)" id="` + id +
			`"`).FindStringSubmatch(string(anna.Body))[1])
	}
	way, file := leads("way"), leads("file")
	require.NoError(t, anna.Open(strings.ReplaceAll(way, "%0A", "%0D%0A")+"&at=99")) // as a form sends it
	assert.Contains(t, anna.Text(), "won")
	require.NoError(t, anna.Open(file))
	assert.Contains(t, anna.Header.Get("Content-Disposition"), "round.ndjson")
	for e := range chapters.Default().Read("file", bytes.NewReader(anna.Body)) {
		require.NoError(t, e.Err)
		walk, err := hindsight.New(chapters.Default(), e.Record)
		require.NoError(t, err)
		assert.Equal(t, chapters.Lost, walk.GameAt(walk.Len()).Result())
	}
	require.NoError(t, anna.Open("/real/look?text=2"))
	assert.Equal(t, "/real", anna.URL.Path)
	assert.EqualValues(t, 0, s.srv.options.Sessions.Counters.Panics.Load())
}

// TestTapped enters rounds of all kinds by taps, and deals of which only the hands are known. The taps give the whole
// round, so nothing has to be typed.
func TestTapped(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	lib := chapters.Default()
	for i, name := range []string{
		"c02p4s7", "c02p2s3", "c08p1s2", "c05p3s1", "c10p4s2", "c11p4s5", "c12p3s4",
		"c14bp4s1", "c15p2s2", "c181p3s1", "c182p4s3", "c16p3s1", "c06p4s2", "roadp4s2", "roadp1s1", "roadp2s6",
	} {
		id, err := chapters.ParseDealID(name)
		require.NoError(t, err)
		dealt, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(dealt)
		require.NoError(t, err)
		var first chapters.Position
		for !g.IsOver() {
			if first.Hands == nil && g.Stage() == chapters.StagePlay {
				first, err = g.FirstTrick()
				require.NoError(t, err)
			}
			options := slices.DeleteFunc(g.Options(), func(d chapters.Decision) bool {
				return d.Kind == chapters.Swap && d.Target != tricks.NoSeat
			})
			require.NoError(t, g.Apply(options[(len(g.Decisions())*7+i)%len(options)]))
		}
		anna.takesDown(g, &first)
		assert.Contains(t, anna.Text(), "Yes, that is how it was", name+"\n"+anna.Text())
		text := html.UnescapeString(regexp.MustCompile(`name="text" value="([^"]*)"`).FindStringSubmatch(string(anna.Body))[1])
		got := realtable.Read(lib, text)
		require.NotEmpty(t, got.Rounds, "%s\n%s%v", name, text, got.Faults)
		plays := func(all []chapters.Decision) (out []tricks.Play) {
			for _, d := range all {
				if d.Kind == chapters.PlayCard {
					out = append(out, d.Play())
				}
			}
			return out
		}
		assert.Equal(t, plays(g.Decisions()), plays(got.Rounds[0].Record.Decisions), "%s\n%s", name, text)
	}
}

// TestTappedExchanges enters the second round of docs/real-table.md with its exchanges, so that it is known from the
// deal on. With Sting, an exchange has the number of the trick before which it was made.
func TestTappedExchanges(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	require.NoError(t, anna.Send("/real", url.Values{
		"do": {"lay"}, "kind": {"tricks"}, "game": {"2:"}, "players": {"4"},
		"seat": {"gandalf", "sam", "merry", "frodo"}, "number": {"", "3", "", ""},
	}))
	taps := func(place, cards string) {
		t.Helper()
		if place != "" {
			anna.does(place)
		}
		for _, c := range strings.Fields(cards) {
			if b, ok := anna.Button("tap" + strings.TrimSuffix(c, "!")); ok {
				anna.does(b.ID)
				if strings.HasSuffix(c, "!") {
					anna.does("Rings 1 wins")
				}
			}
		}
	}
	for _, m := range [][3]string{
		{"gandalf", "frodo", "F5 H1"},
		{"sam", "frodo", "M4 S3"},
		{"merry", "frodo", "F3 M8"},
	} {
		anna.does("move", "from", m[0], "partner", m[1])
		taps("", m[2])
	}
	taps("Lost", "M1")
	taps("Gandalf, left", "S5")
	const order = "F3 F8 F7 F2 H7 H5 H2 F4 M1 M3 M8 M7 H6 S8 H1 H4 H8 R1! R4 S6 R5 R3 S1 F1 F5 F6 S4 M6 M5 S3 M2 M4 S2 S7 H3 R2"
	check := func() chapters.Document {
		t.Helper()
		anna.does("check")
		text := html.UnescapeString(regexp.MustCompile(`name="text" value="([^"]*)"`).FindStringSubmatch(string(anna.Body))[1])
		got := realtable.Read(chapters.Default(), text)
		require.NotEmpty(t, got.Rounds, "%s%v", text, got.Faults)
		return got.Rounds[0]
	}
	taps("The tricks", order)
	round := check()
	assert.Equal(t, chapters.StageDraft, round.Record.Stage, "%v", round.Notes)
	assert.Len(t, round.Record.Decisions, 3+6+36, "who took which character, three exchanges, and the play")

	require.NoError(t, anna.Send("/real", url.Values{
		"do": {"lay"}, "kind": {"tricks"}, "game": {"road:"}, "players": {"4"},
		"seat": {"sam", "frodo", "barliman", "fatty"}, "number": {"7", "", "", ""},
		"word": {"", "*", "", ""}, "terms": {"1"}, "gift": {"sting"}, "rider": {"morgul-knife 1"},
	}))
	anna.does("move", "from", "frodo", "partner", "lost", "trick", "3")
	taps("", "H2 F4")
	assert.Contains(t, anna.Text(), "Frodo > Lost 3")
	taps("The tricks", "H1")
	taps("Frodo > Lost 3", "")
	assert.Regexp(t, `id="tapF4" class="[a-z]+ mine"`, string(anna.Body))
	assert.Contains(t, string(anna.Body), "frodo&gt;lost 3 H2 F4")
}

// takesDown enters a round by taps, with its tricks in their order, and asks the page to check it.
func (p *person) takesDown(g *chapters.Game, first *chapters.Position) {
	p.t.Helper()
	press := func(value string) {
		p.t.Helper()
		i := slices.IndexFunc(p.Buttons(), func(b webtest.Button) bool { return b.Value == value })
		require.GreaterOrEqual(p.t, i, 0, "%s: %s\n%s", first.Chapter, value, p.Text())
		b := p.Buttons()[i]
		p.does(cmp.Or(b.ID, b.Label))
	}
	put := func(place, cards string) {
		p.t.Helper()
		if cards == "" {
			return
		}
		press(place)
		for _, c := range strings.Fields(cards) {
			press(strings.TrimSuffix(c, "!"))
			if strings.HasSuffix(c, "!") {
				press(c)
			}
		}
	}
	var letter string
	v := g.Chapter()
	if first.Event+first.Group != "" {
		whole, err := chapters.Default().Chapter(v.ID)
		require.NoError(p.t, err)
		letter = whole.Variant(first.Event + first.Group).Letter()
	}
	form := url.Values{
		"do": {"lay"}, "kind": {"tricks"}, "game": {first.Chapter + ":" + letter},
		"players": {strconv.Itoa(first.Players)}, "pyramid": {strconv.Itoa(int(first.Pyramid))},
	}
	if len(first.Pool) > 0 {
		form["terms"] = []string{"1"}
		form["pool"] = first.Pool
		form["gift"] = []string{first.Gift}
	}
	led := first.Leader
	for s := range first.Hands {
		h := &first.Hands[s]
		number := ""
		word := h.Declared
		if h.Threat > 0 {
			number = strconv.Itoa(h.Threat)
		}
		if c := chapters.Default().Characters[h.Character]; h.TookLost && first.Chapter == chapters.Road &&
			c.HasAction(characters.TakeLost) {
			word = "took"
		}
		if h.Range != [2]int{} {
			word = fmt.Sprintf("%d-%d", h.Range[0], h.Range[1])
		}
		if h.Announced != nil {
			word = "announced="
			for suit := range tricks.Rings {
				if slices.Contains(h.Announced, suit) {
					word += string(suit.Letter())
				}
			}
		}
		if tricks.Seat(s) == led && word == "" {
			word = "*"
		}
		if h.Rider != "" && len(first.Pool) > 0 {
			form["rider"] = []string{fmt.Sprint(h.Rider, " ", s+1)}
		}
		form["seat"] = append(form["seat"], h.Character)
		form["number"] = append(form["number"], number)
		form["word"] = append(form["word"], word)
	}
	require.NoError(p.t, p.Send("/real", form))
	put("lost", tricks.FormatCards(first.Lost))
	put("pile", tricks.FormatCards(first.Pile))
	for s := range first.Hands {
		h := &first.Hands[s]
		put(h.Character+" tucked=", h.Tucked.String())
		if h.Rows != nil {
			rows := ""
			for _, row := range h.Rows {
				rows += tricks.FormatCards(row) + " "
			}
			if h.Extra != 0 {
				rows += "+ " + tricks.FormatCards(h.Extra.Cards())
			}
			put(h.Character, rows)
		}
	}
	if side := g.Chapter().Side; side != nil && side.IsTurnedUp() {
		put(side.Name, tricks.FormatCards(first.Sides[side.Name][:len(g.History())*side.TurnUp[first.Players]]))
	}
	all := ""
	var left [tricks.MaxSeats]tricks.Set
	for s := range first.Hands {
		left[s] = first.Hands[s].Owned()
	}
	for _, d := range g.Decisions() {
		switch {
		case d.Kind == chapters.NameLeader && d.Target != d.Seat:
			all += " " + first.Hands[d.Target].Character + ":"
		case d.Kind == chapters.PlayCard:
			left[d.Seat] &^= d.Move.Card.Bit()
			all += " " + d.Move.Card.String()
			if d.ToWin {
				all += "!"
			}
		}
	}
	put(";", all)
	for s := range first.Hands {
		put("left "+first.Hands[s].Character, tricks.FormatCards(left[s].Cards()))
	}
	p.does("check")
}

// TestRealTableFaults checks that the page names the mistakes in a round, and that no form breaks the page.
func TestRealTableFaults(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.lang = "de"
	anna := s.comes("Anna", "")
	send := func(form url.Values) {
		t.Helper()
		require.NoError(t, anna.Send("/real", form))
		require.Equal(t, http.StatusOK, anna.Status, form)
	}
	send(url.Values{"do": {"check"}, "text": {strings.Replace(friday, "f8615", "f8616", 1)}})
	assert.Contains(t, anna.Text(), "Zeile 2")
	hands := url.Values{
		"do": {"lay"}, "game": {"2:"}, "players": {"4"}, "kind": {"hands"},
		"seat": {"merry", "sam", "pippin", "frodo"}, "number": {"", "2", "", ""},
	}
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
	assert.Regexp(t, `Dieses Blatt lässt sich (nicht )?gewinnen`, anna.Text())
	for i, value := range []string{
		"", "-1", "99", "x", "0.H1 0.H1 9.Z9 .", "<script>alert(1)</script>", "\x00",
		strings.Repeat("0.H1 ", 1000), "14:b", "road:", "99:",
	} {
		for j, field := range []string{
			"do", "game", "players", "kind", "seat", "number", "cards", "at", "word",
			"pyramid", "pool", "from", "text", "tap", "to", "led",
		} {
			for k, step := range []string{"lay", "check", "told", "who", "undo", "guide", "draw", "move", "count x"} {
				if (i+j+k)%3 != 0 {
					continue // each step still meets each value and each field, and each value each field
				}
				form := url.Values{
					"do": {step}, "terms": {"1"}, "kind": {"tricks"}, "game": {"2:"}, "players": {"4"},
					"seat": {"merry", "sam", "pippin", "frodo"},
				}
				form.Set(field, value)
				if field == "seat" {
					form[field] = slices.Repeat([]string{value}, 4)
				}
				if len(form.Encode()) < 8000 {
					send(form)
					assert.False(t, bytes.Contains(anna.Body, []byte("<script>alert")), form)
				}
			}
		}
	}
	assert.EqualValues(t, 0, s.srv.options.Sessions.Counters.Panics.Load())
}

// TestRealTableGuide checks what the page explains to people at a real table before the round, and that it knows
// afterwards which character sat where, with which threat number.
func TestRealTableGuide(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	require.NoError(t,
		anna.Send("/real",
			url.Values{"do": {"guide"}, "game": {"2:"}, "players": {"4"}, "seat": {"merry", "sam", "pippin", "frodo"}}))
	_, order, ok := strings.Cut(anna.Text(), "Setup, in this order")
	require.True(t, ok)
	assert.Regexp(t, `(?s)Merry.*Sam.*Pippin`, order, "clockwise from the seat behind Frodo (S5)")
	anna.does("draw")
	drawn := regexp.MustCompile(`Sam (\d)`).FindStringSubmatch(anna.Text())
	require.NotNil(t, drawn)
	anna.does("who")
	anna.does("piles")
	assert.NotContains(t, anna.Text(), "threat number")
	assert.Contains(t, string(anna.Body), "\nsam "+drawn[1]+"\n")
}

// keeper is a person at home with a campaign, who counts a round in it.
type keeper struct {
	alone
	book    *campaign.Campaign
	in      string
	counted chapters.Record
	// times is how often the round was counted.
	times int
}

func (k *keeper) Played() *saves.Played {
	return &saves.Played{Campaigns: []*saves.Table{{Name: "shire", Campaign: k.book}}}
}

func (k *keeper) MatchingCampaigns(chapters.Record) []saves.CampaignMatch {
	match := saves.CampaignMatch{Name: "shire"}
	if k.times > 0 {
		match.CountedAs = "shire-r2-1"
	}
	return []saves.CampaignMatch{match}
}

func (k *keeper) CountInCampaign(in string, record chapters.Record, again bool) error {
	if k.times > 0 && !again {
		return errors.New("this round has already been counted")
	}
	k.times++
	k.in = in
	k.counted = record
	return nil
}

// TestRealTableOfCampaign: at home the page proposes the next round of a campaign, and the campaign takes it.
func TestRealTableOfCampaign(t *testing.T) {
	t.Parallel()
	book, err := campaign.New(chapters.Default(), 4, 4)
	require.NoError(t, err)
	at := &keeper{book: book}
	h, err := NewHome(chapters.Default(), texts.New("en"), at, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	server, key, _ := strings.Cut(h.Link, "/?")
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	require.NoError(t, p.Open("/real"))
	next := regexp.MustCompile(`href="(/real\?[^"]+)"`).FindStringSubmatch(string(p.Body))
	require.NotNil(t, next, p.Text())
	require.NoError(t, p.Open(html.UnescapeString(next[1])))
	assert.Contains(t, p.Text(), "Chapter 1, A Long-expected Party")
	p.does("guide")
	assert.Contains(t, p.Text(), "Setup, in this order")
	require.NoError(t, p.Send("/real", url.Values{"do": {"told"}, "text": {friday}}))
	p.does("Count it in the campaign shire")
	assert.Contains(t, p.Text(), "Counted in the campaign shire.")
	assert.Equal(t, "shire", at.in)
	assert.Equal(t, "2", at.counted.Chapter)
	_, again := p.Button("Count it")
	assert.False(t, again)

	// The same form once more counts nothing, and asks.
	require.NoError(t, p.Send("/real", url.Values{"do": {"count shire"}, "text": {friday}}))
	assert.Contains(t, p.Text(), "This round has already been counted")
	assert.Equal(t, 1, at.times)
	require.NoError(t, p.Send("/real", url.Values{"do": {"told"}, "text": {friday}}))
	_, once := p.Button("Count it in the campaign shire")
	assert.False(t, once)
	p.does("The campaign shire has this round already, as shire-r2-1: count it once more")
	assert.Contains(t, p.Text(), "Counted in the campaign shire.")
	assert.Equal(t, 2, at.times)
	require.NoError(t, p.Open("/real?"+url.Values{"do": {"again shire"}, "text": {friday}}.Encode()))
	assert.Equal(t, 2, at.times, "an address counts nothing")
}

// TestTapsInPlace taps faster than the server answers. Each card gets into the pile, and the page keeps its position.
func TestTapsInPlace(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.do(window(360, 640), chromedp.Navigate(s.url+"/"), types("#name", "Anna"), click("main button.primary"),
		seen(`a[href="/new"]`))
	c.do(chromedp.Navigate(s.url+"/real"), click("button[value=who]"), seen("#piles"), click("#piles"), seen("#tapH1"))
	c.eval(`window.stays = true; scrollTo(0, 150); for (const card of ["H1", "H5", "H6", "H3", "M2"]) document.getElementById("tap" + card).click()`)
	c.until(`document.querySelectorAll(".mine").length === 5`)
	assert.Equal(t, true, c.eval(`window.stays && scrollY === 150`))
	c.do(click("#undo"))
	c.until(`document.querySelectorAll(".mine").length === 4`)
	c.fine()
}

// begun is a round whose last line is still being typed.
const begun = "2 4 lost r4\nmerry: h2345 / f8615\nsam 2: h7681 / m81"

// readings match what a page shows of the lines of a round: the best card of a trick, and an empty place.
var (
	bestCards   = regexp.MustCompile(`class="small-card \w+ best"`)
	emptyPlaces = regexp.MustCompile(`class="small-card none"`)
)

// TestTypedReading checks that the page shows the tricks of a text and the cards that it lacks: below the text, and
// with the mistakes. A round that is whole has no card missing.
func TestTypedReading(t *testing.T) {
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	require.NoError(t, anna.Send("/real", url.Values{"do": {"text"}}))
	assert.NotContains(t, string(anna.Body), "suit-rows", "nothing is typed")
	for _, step := range []string{"text", "check"} {
		require.NoError(t, anna.Send("/real", url.Values{"do": {step}, "text": {begun}}))
		assert.Contains(t, anna.Text(), "Still missing: 22 cards", step)
		assert.Len(t, bestCards.FindAll(anna.Body, -1), 3, "the tricks that are complete")
		const typed = 4 + 4 + 4 + 2 + 1 // with the lost card
		const lacking = 2               // in the last trick
		assert.Len(t, emptyPlaces.FindAll(anna.Body, -1), typed+lacking, step)
	}
	require.NoError(t, anna.Send("/real", url.Values{"do": {"text"}, "text": {friday}}))
	assert.Len(t, bestCards.FindAll(anna.Body, -1), 9)
	assert.NotContains(t, anna.Text(), "Still missing")
}

// TestReadingWhileTyping types a round in a browser: the page shows what it says without loading again.
func TestReadingWhileTyping(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := chromium(t)
	c.do(window(390, 844), chromedp.Navigate(s.url+"/"), types("#name", "Anna"), click("main button.primary"),
		seen(`a[href="/new"]`))
	c.do(chromedp.Navigate(s.url+"/real"), click("button[value=text]"), seen("#text"))
	c.eval(`window.stays = true`)
	c.do(types("#text", begun))
	c.until(`document.querySelectorAll("#read .best").length === 3`)
	c.do(types("#text", friday))
	c.until(`document.querySelectorAll("#read .best").length === 9 && !document.querySelector(".suit-rows")`)
	assert.Equal(t, true, c.eval(`window.stays && document.activeElement.id === "text"`))
	c.fine()
}
