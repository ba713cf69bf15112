package serve

import (
	"bufio"
	"context"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reader is somebody at a table with a browser that follows the events beside the pages.
type reader struct {
	*surfer
	house  *house
	table  string
	events int

	mu   sync.Mutex
	came []came
}

// came is a page that a browser has received, with the number of events of the table.
type came struct {
	text   string
	number uint64
}

var (
	seenThen = regexp.MustCompile(`name="seen" value="(\d+)"`)
	dealOf   = regexp.MustCompile(`"deal":"(c\d\w+)","chapter"`)
	// anyCard are names of cards, also as parts of the names of buttons.
	anyCard = regexp.MustCompile(`\bc?([HMFSRB][1-9])\b`)
	// counted are numbers of cards, suits of a chapter's text and numbers of rules, which are no names of
	// cards, and cards that a person may work out. Each begins with letters of its own, for which a line is searched first.
	counted = []*regexp.Regexp{
		regexp.MustCompile(`<span class="meter">[^<]*</span>`),
		regexp.MustCompile(`<span class="goal-signs"[^<]*</span>[^<]*</span>`),
		regexp.MustCompile(` \d (of \d|\((others|at least))`), regexp.MustCompile(`without \w+ \d`),
		regexp.MustCompile(`Before each trick (a card|cards) of [^<]*`),
		regexp.MustCompile(`\([A-Z]\d+(, [A-Z]\d+)*\)`),
		// A hint names all higher cards that nobody has shown, whoever holds them: once as text and once drawn.
		regexp.MustCompile(`(only|one of) [\w ,]+ beat it`),
		regexp.MustCompile(`(only|one of) ([^<"]*<span class="small-card[^>]*><svg[^>]*><use[^>]*></svg>\d</span>)+` +
			`[^<"]* beat it`),
	}
)

// derived begins what a person may work out from what is seen, where cards of others are named
// as those that may be or cannot be, and the chapter's own text, in which cards are named too.
func derived(section string) bool {
	return strings.HasPrefix(section, "What I can know<") || strings.HasPrefix(section, "The chapter<")
}

// cardsNamed holds the cards that each line of a page names, by the line. They are kept because most lines occur again
// and again.
type cardsNamed map[string]tricks.Set

func (n cardsNamed) page(text string) (all tricks.Set) {
	if before, section, _ := strings.Cut(text, `<h2 id="reading-title">`); derived(section) {
		if _, behind, ended := strings.Cut(section, "</section>"); ended {
			text = before + behind
		}
	}
	for line := range strings.Lines(text) {
		cards, known := n[line]
		if !known {
			cards = n.line(line)
			n[line] = cards
		}
		all |= cards
	}
	return all
}

func (cardsNamed) line(line string) (cards tricks.Set) {
	if !strings.ContainsAny(line, "123456789") || !anyCard.MatchString(codes(line)) {
		return 0
	}
	for _, c := range counted {
		line = c.ReplaceAllString(line, "-")
	}
	for _, m := range anyCard.FindAllStringSubmatch(codes(line), -1) {
		if card, err := tricks.ParseCard(m[1]); err == nil { // else it is the name of something else
			cards |= card.Bit()
		}
	}
	return cards
}

// keeps notes what has come. A page says what it shows, unless nothing can be done there.
func (r *reader) keeps(text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := came{text: string(text)}
	if m := seenThen.FindSubmatch(text); m != nil {
		c.number, _ = strconv.ParseUint(string(m[1]), 10, 64)
	} else if events, err := r.house.store.Read(r.table); assert.NoError(r.t, err) {
		c.number = uint64(len(events))
	}
	r.came = append(r.came, c)
}

// follows keeps all events until the context ends.
func (r *reader) follows(ctx context.Context, address string) {
	for ctx.Err() == nil {
		ask, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return
		}
		ask.URL.Fragment = ""
		answer, err := r.Client().Do(ask)
		if err != nil {
			continue // the context has ended, or the server is full
		}
		var event strings.Builder
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			event.WriteString(lines.Text() + "\n")
			if lines.Text() == "" {
				r.keeps([]byte(event.String()))
				r.events++
				event.Reset()
			}
		}
		_ = answer.Body.Close()
	}
}

// knownAfter returns the cards that each seat knows after each event, and last the cards that a watcher knows.
func knownAfter(t *testing.T, events []store.Event, seats int) map[uint64][]tricks.Set {
	en := texts.New("en")
	out := map[uint64][]tricks.Set{}
	now := make([]tricks.Set, seats+1)
	var g *chapters.Game
	look := func() {
		for i := range now {
			at := tricks.Seat(i)
			if i == seats {
				at = tricks.NoSeat
			}
			v := g.View(at)
			now[i] |= cardsOf(en, &v)
		}
	}
	done := 0
	for i, e := range events {
		rounds, err := table.Rounds(events[:i+1])
		require.NoError(t, err)
		if len(rounds) == 1 {
			var rec chapters.Record
			for read := range chapters.Default().Read("the round", strings.NewReader(string(rounds[0].Text))) {
				require.NoError(t, read.Err)
				rec = read.Record
			}
			if g == nil {
				g, err = chapters.Default().NewGame(rec.Position)
				require.NoError(t, err)
				look()
			}
			for _, d := range rec.Decisions[done:] {
				require.NoError(t, g.Apply(d))
				look()
			}
			done = len(rec.Decisions)
		}
		out[e.Number] = slices.Clone(now)
	}
	return out
}

// TestBrowsersLearnNothing plays rounds in which something is hidden, and checks that no byte of a page or an event
// shows more than its reader may know then. The last reader only watches.
func TestBrowsersLearnNothing(t *testing.T) {
	t.Parallel()
	deals := map[string]string{
		"pyramid": "c02p2s7", "the Long Dark": "c14lp3s7", "blindfold": "c15p3s7", "Mirror": "c16p2s7",
		"a computer": "c01p2s7",
	}
	if !testing.Short() {
		maps.Copy(deals, map[string]string{
			"solo": "c04p1s7", "barrow": "c06p4s7", "Balrog": "c14bp2s7",
			"three": "c12p3s7", "Old Forest": "c05p2s7", "Mirror alone": "c16p1s7",
		})
	}
	named := cardsNamed{}
	for what, deal := range deals {
		t.Run(what, func(t *testing.T) {
			id, err := chapters.ParseDealID(deal)
			require.NoError(t, err)
			h := open(t, func(o *Options) {
				o.Web = "127.0.0.1:0"
				o.Limits.PerAddress = 1000
			}) // all come from here
			people, computer := id.Players, ""
			if what == "a computer" { // it has the second seat, and is asked why it played its cards
				people, computer = 1, "fair"
			}
			all := h.readers(deal, people, id.Players, computer)
			ctx, cancel := context.WithCancel(t.Context())
			var following sync.WaitGroup
			for _, r := range all {
				following.Go(func() { r.follows(ctx, r.URL.JoinPath("events").String()) })
			}
			for _, r := range all[:people] {
				require.NoError(t, r.Open(r.URL.Path))
				r.press("ready")
			}
			reads(t, all, people)
			cancel()
			following.Wait()
			require.EqualValues(t, 0, h.sessions.Counters.Panics.Load())
			events, err := h.store.Read(h.table())
			require.NoError(t, err)
			known := knownAfter(t, events, id.Players)
			for at, r := range all {
				if at == people {
					at = id.Players // the watcher
				}
				r.learnedNothing(t, at, known, events, named)
			}
			if computer != "" {
				assert.True(t, all[0].wasTold(" possible deals"), "the computer player was asked")
			}
		})
	}
}

// wasTold reports whether a page has shown the reader a text.
func (r *reader) wasTold(text string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.came, func(c came) bool { return strings.Contains(c.text, text) })
}

// readers sit down at a new table for a number of players, and one more watches. Of two players the second may be a
// computer player.
func (h *house) readers(deal string, people, players int, computer string) (all []*reader) {
	host := h.surfs("anna", "")
	require.NoError(h.t, host.Open("/new"))
	host.press("Begin", "players", strconv.Itoa(players), "game", "deal", "deal", deal, "hints", "yes",
		"computer", computer)
	host.press("more-invitewatch")
	play := regexp.MustCompile(`Code to play here: (\S+)`).FindStringSubmatch(host.Text())
	watch := regexp.MustCompile(`Code to watch: (\S+)`).FindStringSubmatch(host.Text())
	require.NotNil(h.t, watch, host.Text())
	sit := func(s *surfer) {
		r := &reader{surfer: s, house: h, table: h.table()}
		s.OnPage = r.keeps
		all = append(all, r)
	}
	sit(host)
	for _, name := range []string{"ben", "cleo", "dora"}[:people-1] {
		sit(h.surfs(name, play[1]))
	}
	sit(h.surfs("eve", watch[1]))
	return all
}

// reads lets people play until the round is over for all, and read what there is to read.
func reads(t *testing.T, all []*reader, players int) {
	t.Helper()
	asked := []string{"hint", "goals", "know", "last", "won", "log", "intro"}
	for n := 0; ; n++ {
		if n == 1000 {
			require.Fail(t, "the round does not go on", all[0].Text())
		}
		ended := 0
		for i, r := range all {
			over := false
			if i < players {
				_, over = r.acts()
			} else {
				require.NoError(t, r.Open(r.URL.Path))
				if _, ok := r.Button("goon"); ok {
					r.press("goon")
				}
			}
			if over {
				ended++
				continue
			}
			act := "act-" + asked[(n+i)%len(asked)]
			if (n+i)%3 == 1 {
				act = "act-why" // whenever a computer player may have played
			}
			if _, ok := r.Button(act); ok && (n+i)%3 < 2 {
				r.press(act)
			}
		}
		if ended == players {
			return
		}
	}
}

// learnedNothing checks that what the reader has received shows no more than the reader may know, and no secrets of
// others.
func (r *reader) learnedNothing(t *testing.T, at int, known map[uint64][]tricks.Set, events []store.Event,
	named cardsNamed,
) {
	t.Helper()
	var deal string
	for _, e := range events {
		if m := dealOf.FindSubmatch(e.Data); m != nil {
			deal = string(m[1])
		}
	}
	require.NotEmpty(t, deal)
	var seen tricks.Set
	// everybody reads it
	cookies := slices.DeleteFunc(r.Client().Jar.Cookies(r.URL), func(c *http.Cookie) bool {
		return c.Name == "fellowship_name"
	})
	require.NotEmpty(t, cookies)
	for _, c := range r.came {
		for _, cookie := range cookies {
			if !strings.HasSuffix(cookie.Name, "_name") { // the name is on the page of its owner
				require.NotContains(t, c.text, cookie.Value, "a page has the key of a browser")
			}
		}
		if strings.Contains(c.text, `class="result`) {
			continue // now everybody may look at everything
		}
		if !strings.Contains(c.text, "Round 1 was ") { // until it is over at the table
			require.NotContains(t, c.text, deal, "%s is told the name of the deal", r.name)
		}
		cards := named.page(c.text)
		may := known[c.number][at]
		require.Empty(t, (cards &^ may).Cards(), "%s sees them after event %d, may see %s:\n%s", r.name, c.number,
			may, c.text)
		seen |= cards
	}
	assert.NotZero(t, seen, "%s has seen cards", r.name)
	assert.Greater(t, r.events, 10, "%s has got events", r.name)
}
