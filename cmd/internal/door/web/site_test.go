package web

import (
	"context"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReopenOnce resumes a round that takes a while for two pages, as when a page connects again meanwhile: the round
// is resumed once, and both pages have it.
func TestReopenOnce(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var h *Home
	started := make(chan bool, 2)
	goesOn := make(chan bool)
	h = NewSite(chapters.Default(), texts.New("en"), nil, func() error {
		started <- true
		<-goesOn
		h.server.sessions.replace(&session{key: homeKey})
		h.chosen.noteBegun()
		<-ctx.Done()
		return ctx.Err()
	})
	played := make(chan error)
	go func() { played <- h.PlayChoices(ctx) }()
	opened := make(chan error)
	open := func() { opened <- h.reopen() }
	go open()
	<-started
	go open()
	close(goesOn)
	require.NoError(t, <-opened)
	require.NoError(t, <-opened)
	assert.Empty(t, started, "it is not resumed again")
	h.server.sessions.mu.Lock()
	delete(h.server.sessions.byKey, homeKey) // it has no client that could leave
	h.server.sessions.mu.Unlock()
	cancel()
	require.ErrorIs(t, <-played, context.Canceled)
}

// TestSiteKeepsRealRound counts a round of a real table in a campaign of a site: then the page offers to save the
// games.
func TestSiteKeepsRealRound(t *testing.T) {
	t.Parallel()
	book, err := campaign.New(chapters.Default(), 4, 4)
	require.NoError(t, err)
	h := NewSite(chapters.Default(), texts.New("en"), &keeper{book: book}, func() error { return nil })
	defer func() { require.NoError(t, h.Close()) }()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.AddCookie(h.Cookie())
		h.Handler().ServeHTTP(w, r)
	}))
	defer server.Close()
	p := &person{Browser: webtest.New(server.URL), t: t}
	require.NoError(t, p.Send("/real", url.Values{"do": {"told"}, "text": {friday}}))
	offer := texts.New("en").T("site.keep.campaign")
	assert.NotContains(t, p.Text(), offer)
	p.does("Count it in the campaign shire")
	assert.Contains(t, p.Text(), offer)
}

// smallStore keeps a table in memory, as long as there is room.
type smallStore struct {
	memory.Store
	// room is the number of events for which there is room.
	room atomic.Int64
}

func (s *smallStore) Healthy() error {
	if s.room.Load() <= 0 {
		return disk.ErrFull
	}
	return nil
}

func (s *smallStore) Append(table string, count uint64, data []byte) error {
	if err := s.Healthy(); err != nil {
		return err
	}
	s.room.Add(-1)
	return s.Store.Append(table, count, data)
}

// TestFullStorage fills the storage of a site while the person plays, and then while a computer player does. The page
// says so for as long as it is full, keeps the card, and needs no tap when there is room again.
func TestFullStorage(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	record, err := lesson.Round(lib)
	require.NoError(t, err)
	const muchRoom = 1000
	keeper := &smallStore{}
	keeper.room.Store(muchRoom)
	home, err := table.NewHome(lib, keeper, record)
	require.NoError(t, err)
	defer func() { require.NoError(t, home.Close()) }()
	h := NewSite(lib, texts.New("en"), &alone{Settings: settings.Settings{Quick: true}}, func() error { return nil })
	defer func() { require.NoError(t, h.Close()) }()
	h.Show(Solo{Home: home, RoundOptions: play.RoundOptions{Advice: &play.Advice{}}})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.AddCookie(h.Cookie())
		h.Handler().ServeHTTP(w, r)
	}))
	defer server.Close()
	p := &person{Browser: webtest.New(server.URL), t: t}
	require.NoError(t, p.Open("/table/home"))
	awaits := func(shown func() bool) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_ = p.Events(ctx, "/table/home", func(name string, page []byte) {
			if name == "table" {
				p.Show(page)
			}
			if shown() {
				cancel()
			}
		})
		require.True(t, shown(), p.Text())
	}
	isTold := func() bool { return strings.Contains(p.Text(), "so nothing can be saved") }
	hasChoice := func() bool { _, ok := p.Next(); return ok }
	awaits(hasChoice)

	keeper.room.Store(0)
	card, _ := p.Next()
	p.press(card.ID)
	assert.True(t, isTold(), p.Text())
	keeper.room.Store(muchRoom)
	awaits(func() bool { return !isTold() })
	again, _ := p.Next()
	assert.Equal(t, card.ID, again.ID)

	keeper.room.Store(1) // for the person's card
	p.press(card.ID)
	awaits(isTold)
	assert.NotContains(t, string(p.Body), `id="`+card.ID+`"`, "the card is played")
	keeper.room.Store(muchRoom)
	awaits(func() bool { return !isTold() && hasChoice() })
}

// TestRealRoundGoesOn stops the program at several steps of entering a round of a real table: the first page for that
// leads back to the round as it was. A link changes nothing, and a round that a campaign has counted is gone.
func TestRealRoundGoesOn(t *testing.T) {
	t.Parallel()
	book, err := campaign.New(chapters.Default(), 4, 4)
	require.NoError(t, err)
	who := &keeper{book: book}
	p, stop := starts(t, who)
	again := func() {
		t.Helper()
		stop()
		p, stop = starts(t, who)
		require.NoError(t, p.Open("/real"))
	}
	goesOn := func() {
		t.Helper()
		again()
		link := regexp.MustCompile(`href="(/real[?][^"]*text=[^"]*)"`).FindStringSubmatch(string(p.Body))
		require.NotNil(t, link, p.Text())
		require.NoError(t, p.Open(html.UnescapeString(link[1])))
	}
	hasButton := func(id string) bool { _, ok := p.Button(id); return ok }
	require.NoError(t, p.Open("/real?do=lay&kind=piles&text=2+4%0Amerry%0Asam%0Apippin%0Afrodo"))
	again()
	assert.NotContains(t, p.Text(), "Go on entering", "a link changes nothing")

	p.does("Who sat where", "game", "2:", "players", "4")
	goesOn()
	assert.True(t, hasButton("piles"), p.Text())
	require.NoError(t, p.Send("/real", url.Values{
		"do": {"lay"}, "game": {"2:"}, "players": {"4"}, "kind": {"piles"},
		"seat": {"merry", "sam", "pippin", "frodo"}, "number": {"", "2", "", ""},
	}))
	p.does("Sam")
	p.does("tapH7")
	p.does("tapH6")
	goesOn()
	assert.Contains(t, string(p.Body), `id="to1" aria-pressed="true"`)
	for _, card := range []string{"H7", "H6"} {
		assert.Contains(t, string(p.Body), `id="tap`+card+`" class="hills mine"`)
	}
	require.NoError(t, p.Send("/real", url.Values{"do": {"told"}, "text": {friday}}))
	goesOn()
	assert.Contains(t, string(p.Body), friday[:20])
	require.NoError(t, p.Send("/real", url.Values{"do": {"told"}, "text": {friday}}))
	p.does("Count it in the campaign shire")
	again()
	assert.NotContains(t, p.Text(), "Go on entering", "it is counted")
	stop()
}
