package web

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// alone is somebody at home whose settings are not written down, with what was played last.
type alone struct {
	settings.Settings
	followers settings.Followers
	began     *choose.Setup
	played    string
	kept      saves.Played
	entered   string
	// solo keeps rounds that are played alone, nil for none.
	solo *saves.Folder
}

func (a *alone) BeginSetup(what *choose.Setup) error { a.began = what; return nil }

func (a *alone) ResumeSaved(saved string) error { a.played = saved; return nil }

func (a *alone) RemoveSaved(saved string) error {
	if i := slices.IndexFunc(a.kept.Games, func(g saves.Save) bool { return g.Name == saved }); i >= 0 {
		a.kept.Games = slices.Delete(a.kept.Games, i, i+1)
		return nil
	}
	return saves.ErrUnknown
}

func (a *alone) RemoveCampaign(name string) error {
	a.kept.Campaigns = slices.DeleteFunc(a.kept.Campaigns, func(k *saves.Table) bool { return k.Name == name })
	return nil
}

func (a *alone) GiveUpInCampaign(name string) error {
	for _, k := range a.kept.Campaigns {
		if k.Name == name {
			k.Campaign.Playing = nil
		}
	}
	return nil
}

func (a *alone) PlayInCampaign(campaign, chapter string) error {
	a.played = campaign + chapter
	return nil
}

func (a *alone) CurrentSettings() settings.Settings { return a.Settings }

func (a *alone) ChangeSettings(change func(*settings.Settings)) error {
	change(&a.Settings)
	a.followers.Tell("", func() (settings.Settings, error) { return a.Settings, nil })
	return nil
}

func (a *alone) FollowSettings(changed func(settings.Settings)) (stop func()) {
	return a.followers.Follow("", changed)
}

func (a *alone) Played() *saves.Played { return &a.kept }

func (a *alone) Entered() string { return a.entered }

func (a *alone) KeepEntered(text string) error {
	a.entered = text
	return nil
}

func (a *alone) Stars() map[string]int { return a.Puzzles }

func (a *alone) KeepStars(puzzle string, stars int) error {
	a.Settings.KeepStars(puzzle, stars)
	return nil
}

func (*alone) MatchingCampaigns(chapters.Record) []saves.CampaignMatch { return nil }

func (a *alone) Alone(kind string) play.SoloPlace {
	if a.solo == nil {
		return nil
	}
	return a.solo.Alone(kind)
}

func (*alone) CountInCampaign(string, chapters.Record, bool) error { return saves.ErrNoCampaign }

func (*alone) Setup(t *texts.Texts) *choose.Setup { return choose.NewTable(t, chapters.Default(), "") }

// rounds returns what plays a small round at a table at home until it is left, each time another one, and
// how each has ended.
func rounds(t *testing.T, h *Home, first bool) (begin func(), ended chan play.AfterRound) {
	ended = make(chan play.AfterRound)
	begun, err := lesson.Round(h.server.options.Library)
	require.NoError(t, err)
	home, err := table.OpenUnsaved(h.server.options.Library, begun)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, home.Close()) })
	return func() {
		if !home.TableView().Playing {
			if err := home.Begin(t.Context(), nil, begun); err != nil {
				t.Error(err)
				return
			}
		}
		facts := play.RoundOptions{Lesson: first}
		if first {
			facts.Next = lesson.Next
		}
		h.Show(Solo{Home: home, RoundOptions: facts})
		go func() {
			what, err := h.AwaitLeave(t.Context())
			assert.NoError(t, err)
			ended <- what
		}()
	}, ended
}

// TestHome plays a round at home to its end, and another one, in the browser that came with
// the key; no other comes in.
func TestHome(t *testing.T) {
	t.Parallel()
	h, err := NewHome(chapters.Default(), texts.New("de"), &alone{}, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	begin, ended := rounds(t, h, false)
	begin()
	server, key, _ := strings.Cut(h.Link, "/?")
	eve := webtest.New(server)
	for _, path := range []string{"/", "/?key=", "/?key=x", "/table/home", "/table/home/events", "/new", "/enter"} {
		require.NoError(t, eve.Open(path))
		assert.NotEqual(t, http.StatusOK, eve.Status, path)
	}
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	require.Equal(t, http.StatusOK, p.Status)
	require.NoError(t, eve.Open("/?"+key))
	assert.Equal(t, http.StatusForbidden, eve.Status, "the key counts once")
	require.NoError(t, eve.Send("/table/home", url.Values{"act": {"quit"}}))
	assert.NotEqual(t, http.StatusOK, eve.Status)

	p.through()
	assert.Contains(t, p.Text(), "Die Runde")
	go func() {
		assert.Equal(t, play.Again, <-ended)
		begin()
	}()
	p.press("act-again")
	_, over := p.Button("act-again")
	assert.False(t, over, "another round: %s", p.Text())
	p.press("act-quit")
	assert.Contains(t, p.Text(), "Du bist gegangen")
	assert.Equal(t, play.Nothing, <-ended)
}

// TestNextOfCampaign checks that a person completes the setup of a campaign's next round on a page to which the result
// leads, and that nothing is chosen if the person leaves.
func TestNextOfCampaign(t *testing.T) {
	t.Parallel()
	h, err := NewHome(chapters.Default(), texts.New("en"), &alone{}, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	c, err := campaign.New(h.server.options.Library, 4, 1)
	require.NoError(t, err)
	what := choose.InCampaign(texts.New("en"), h.server.options.Library, c, &campaign.Choice{Chapter: "14"})
	h.leave(play.Nothing)
	ok, err := h.Choose(t.Context(), what)
	require.NoError(t, err)
	assert.False(t, ok)

	begin, ended := rounds(t, h, false)
	begin()
	server, key, _ := strings.Cut(h.Link, "/?")
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	require.NoError(t, p.Open("/next"))
	assert.Equal(t, "/table/home", p.URL.Path, "nothing is to be chosen")
	p.through()
	chosen := make(chan bool, 1)
	go func() {
		assert.Equal(t, play.Again, <-ended)
		ok, err := h.Choose(t.Context(), what)
		assert.NoError(t, err)
		begin()
		chosen <- ok
	}()
	p.press("act-again")
	require.Equal(t, "/next", p.URL.Path, p.Text())
	require.NoError(t, p.Press("Begin", "variant", "l"))
	assert.True(t, <-chosen)
	assert.Equal(t, "l", what.Variant)
	assert.Equal(t, "/table/home", p.URL.Path)
	p.reload() // it may have come before the round had begun
	_, over := p.Button("act-again")
	assert.False(t, over, "another round: %s", p.Text())
	p.press("act-quit")
	assert.Equal(t, play.Nothing, <-ended)
}

// TestSilentConnection checks that a connection on which nothing was asked, as browsers open them ahead
// of time, does not hold up the one who leaves.
func TestSilentConnection(t *testing.T) {
	t.Parallel()
	h, err := NewHome(chapters.Default(), texts.New("en"), &alone{}, -1)
	require.NoError(t, err)
	link, err := url.Parse(h.Link)
	require.NoError(t, err)
	c, err := net.Dial("tcp", link.Host)
	require.NoError(t, err)
	defer c.Close()
	require.Eventually(t, func() bool {
		h.server.silent.mu.Lock()
		defer h.server.silent.mu.Unlock()
		return len(h.server.silent.all) == 1
	}, time.Minute, time.Millisecond)
	require.NoError(t, h.Close())
	_, err = c.Read(make([]byte, 1))
	assert.Error(t, err, "the connection is closed")
}

// TestOpenPage checks that a page which still hears of the round does not hold up the one who leaves:
// what it hears ends as it should.
func TestOpenPage(t *testing.T) {
	t.Parallel()
	h, err := NewHome(chapters.Default(), texts.New("en"), &alone{}, -1)
	require.NoError(t, err)
	begun, err := lesson.Round(h.server.options.Library)
	require.NoError(t, err)
	home, err := table.OpenUnsaved(h.server.options.Library, begun)
	require.NoError(t, err)
	h.Show(Solo{Home: home})
	server, key, _ := strings.Cut(h.Link, "/?")
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	heard, err := p.events()
	require.NoError(t, err)
	defer heard.Body.Close()
	require.NoError(t, h.Close())
	_, err = io.ReadAll(heard.Body)
	require.NoError(t, err)
	require.NoError(t, home.Close())
}

// TestHomeMenu checks that somebody at home finds the pages that visitors of a server have, and a puzzle, and can
// begin another round from there.
func TestHomeMenu(t *testing.T) {
	t.Parallel()
	h, err := NewHome(chapters.Default(), texts.New("en"), &alone{}, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	begin, ended := rounds(t, h, false)
	begin()
	server, key, _ := strings.Cut(h.Link, "/?")
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	for _, path := range menuPaths(t, settings.BrowserAtHome) {
		require.NoError(t, p.Open("/"))
		assert.Contains(t, string(p.Body), `href="`+path+`"`)
		require.NoError(t, p.Open(path))
		assert.Equal(t, http.StatusOK, p.Status, path)
		assert.NotContains(t, p.Text(), "lobby.", path)
	}
	require.NoError(t, p.Open("/settings"))
	require.NoError(t, p.Send("/settings", url.Values{"computer": {"greedy"}, "quick": {"yes"}}))
	assert.Equal(t, "greedy", h.Person.CurrentSettings().Computer)
	assert.True(t, h.Person.CurrentSettings().NoTips)

	require.NoError(t, p.Open("/puzzles"))
	p.does("next")
	require.Equal(t, "/table/puzzle", p.URL.Path)
	p.solves()
	require.Eventually(t, func() bool {
		return len(h.Person.CurrentSettings().Puzzles) == 1
	}, time.Minute, time.Millisecond, "the stars are kept")
	p.press("act-quit")
	assert.Equal(t, "/puzzles", p.URL.Path)

	require.NoError(t, p.Open("/new?chapter=3"))
	p.press("Begin", "deal", "x")
	assert.Equal(t, http.StatusUnprocessableEntity, p.Status)
	require.NoError(t, p.Open("/new?chapter=3"))
	go func() {
		assert.Equal(t, play.Chosen, <-ended)
		assert.NoError(t, h.PlayChosen())
		assert.Equal(t, "3", h.Person.(*alone).began.Chapter)
		begin()
	}()
	p.does("Begin")
	assert.Equal(t, "/table/home", p.URL.Path)
	go func() { assert.Equal(t, play.Nothing, <-ended) }()
	p.press("act-quit")
}

// TestCampaignAtHome checks that a campaign goes on from its road, with the next chapter or with another one, that
// a saved game goes on, and that nothing else does.
func TestCampaignAtHome(t *testing.T) {
	t.Parallel()
	begun, err := campaign.New(chapters.Default(), 4, 1)
	require.NoError(t, err)
	who := &alone{kept: saves.Played{
		Campaigns: []*saves.Table{{Name: "road", Campaign: begun}},
		Games:     make([]saves.Save, 1),
	}}
	who.kept.Games[0].Name = "left"
	h, err := NewHome(chapters.Default(), texts.New("en"), who, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	begin, ended := rounds(t, h, false)
	begin()
	server, key, _ := strings.Cut(h.Link, "/?")
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	plays := func(path, button, what string) {
		t.Helper()
		require.NoError(t, p.Open(path))
		go func() {
			assert.Equal(t, play.Chosen, <-ended)
			assert.NoError(t, h.PlayChosen())
			begin()
		}()
		p.does(button)
		assert.Equal(t, "/table/home", p.URL.Path)
		assert.Equal(t, what, who.played)
	}
	plays("/campaign", "play", "road")
	plays("/read/chapter/3?campaign=road", "play", "road3")
	plays("/saved", "left", "left")
	for path, form := range map[string]url.Values{
		"/saved":    {"name": {"x"}},
		"/campaign": {"name": {"road"}, "chapter": {"99"}},
	} {
		require.NoError(t, p.Send(path, form))
		assert.Equal(t, http.StatusNotFound, p.Status, path)
	}
	go func() { assert.Equal(t, play.Nothing, <-ended) }()
	require.NoError(t, p.Open("/table/home"))
	p.press("act-quit")
}
