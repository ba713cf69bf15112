package web

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// everyField has every field with which a form changes something, and values that change something.
func everyField() url.Values {
	all := url.Values{
		"name": {"Mallory"}, "now": {"yes"}, "players": {"2"}, "game": {"2:"}, "deal": {"c02p2s7"},
		"lang": {"de"}, "language": {"de"}, "scheme": {"dark"}, "motion": {"yes"}, "tips": {""}, "order": {settings.ByRank},
		"do": {"count shire"}, "text": {friday}, "act": {"goals"}, "decide": {"0"}, "seen": {"1"}, "turn": {"yes"},
		"at": {"3"}, "campaign": {"shire"}, "chapter": {"1"}, "to": {"/"},
	}
	for name := range tableActions {
		all.Set(name, "1")
	}
	for name, value := range map[string]string{
		"say": "hello", "phrase": "thanks", "ready": "no", "invite": "watch", "stand": "yes", "close": "yes", "sit": "1",
		"computer": "fair", "undo": "yes", "stop": "yes", "without": "wait", "host": "1", "free": "1",
	} {
		all.Set(name, value)
	}
	return all
}

// queries returns what links may have behind their address: nothing, all fields, and the fields of single forms, where
// others would decide what the form means.
func queries(all url.Values) []string {
	counts := url.Values{"do": {"count shire"}, "text": {friday}}
	quits := url.Values{"act": {"quit"}, "seen": {"1"}}
	resumes := url.Values{"name": {"shire"}, "chapter": {"1"}}
	return []string{"", "?" + all.Encode(), "?" + counts.Encode(), "?" + quits.Encode(), "?" + resumes.Encode()}
}

// addresses returns the addresses that a browser opens by a link, with real values in the places of the patterns.
func addresses(s *Server, table string) (all []string) {
	fill := strings.NewReplacer("{$}", "", "{table}", table, "{which}", "1")
	for _, route := range s.routes() {
		method, pattern, _ := strings.Cut(route.pattern, " ")
		if !s.includes(route.place) || method != http.MethodGet || strings.HasSuffix(pattern, "/events") {
			continue
		}
		for _, what := range []string{"rules", "lesson", "chapter"} {
			all = append(all, strings.Replace(fill.Replace(pattern), "{what}", what, 1))
			if !strings.Contains(pattern, "{what}") {
				break
			}
		}
	}
	return all
}

// contents returns all files of a folder with what is in them.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	}))
	return all
}

// TestLinksChangeNothing opens every address of a server as a link would, with all the fields that forms have: nothing
// is written, and the table stays as it is. So it does no harm that a browser sends its cookies with a link from
// another site. The person sits at the table already: whoever opens the page of a table is there, also by a link.
func TestLinksChangeNothing(t *testing.T) {
	dir := t.TempDir()
	store, err := folder.Open(folder.Options{Dir: dir, Alone: true})
	require.NoError(t, err)
	hall := table.NewService(store, table.Options{Library: chapters.Default()})
	s := serve(t, func(o *Options) { o.Tables = hall })
	t.Cleanup(func() {
		hall.Close()
		assert.NoError(t, store.Close())
	})
	anna := s.comes("Anna", "")
	code := anna.begins("players", "2", "game", "2:", "hints", "yes")
	ben := s.comes("Ben", code)
	tablePath := anna.URL.Path
	for _, p := range []*person{anna, ben} {
		require.NoError(t, p.Open(tablePath))
		id := sessionOf(s, p).key.person
		require.NoError(t, hall.ChangeSettings(id, func(set *settings.Settings) { set.NoTips = true })) // or it notes them
		p.does("ready")
	}
	require.False(t, playOn(t, 12, anna, ben))
	own := sessionOf(s, anna)
	before := own.client.TableView()
	written := contents(t, dir)
	require.NotEmpty(t, written)
	fields := everyField()
	fields.Set("code", code)
	for _, address := range addresses(s.srv, before.Table) {
		for _, query := range queries(fields) {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				answer := anna.visits(method, address+query)
				require.Less(t, answer.StatusCode, http.StatusInternalServerError, address)
				for _, kept := range answer.Cookies() {
					assert.Fail(t, "a cookie is set", "%s: %s", address, kept)
				}
			}
		}
	}
	assert.Equal(t, before, own.client.TableView())
	assert.Equal(t, written, contents(t, dir))
	assert.Same(t, own, sessionOf(s, anna))
}

// visits opens an address as a link from another site does, and follows it to its end.
func (p *person) visits(method, address string) *http.Response {
	p.t.Helper()
	target, err := p.URL.Parse(address)
	require.NoError(p.t, err)
	r, err := http.NewRequest(method, target.String(), nil)
	require.NoError(p.t, err)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Referer", "https://mail.example/")
	answer, err := p.Client().Do(r)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// sessionOf returns the session of a person.
func sessionOf(s *served, p *person) *session {
	s.srv.sessions.mu.Lock()
	defer s.srv.sessions.mu.Unlock()
	for _, v := range s.srv.sessions.byKey {
		if v.name == p.name {
			return v
		}
	}
	return nil
}

// changed is a person at home who notes every change.
type changed struct {
	keeper
	changes []string
}

func (c *changed) BeginSetup(*choose.Setup) error { return c.note("begin") }

func (c *changed) ResumeSaved(string) error { return c.note("resume") }

func (c *changed) PlayInCampaign(string, string) error { return c.note("campaign") }

func (c *changed) CountInCampaign(string, chapters.Record, bool) error { return c.note("count") }

func (c *changed) KeepEntered(string) error { return c.note("entered") }

func (c *changed) ChangeSettings(change func(*settings.Settings)) error {
	before := c.Settings
	change(&c.Settings)
	if len(before.Tips) == len(c.Settings.Tips) { // a tip that was seen is noted
		return c.note("settings")
	}
	return nil
}

func (c *changed) note(what string) error {
	c.changes = append(c.changes, what)
	return nil
}

// TestLinksChangeNothingAtHome does the same with the addresses at home.
func TestLinksChangeNothingAtHome(t *testing.T) {
	book, err := campaign.New(chapters.Default(), 4, 4)
	require.NoError(t, err)
	at := &changed{keeper: keeper{book: book}}
	h, err := NewHome(chapters.Default(), texts.New("en"), at, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	begin, ended := rounds(t, h, false)
	begin()
	server, key, _ := strings.Cut(h.Link, "/?")
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	asked := func() bool {
		p.reload()
		if _, waits := p.Button("goon"); waits {
			p.press("goon")
		}
		return slices.ContainsFunc(p.Buttons(), func(b webtest.Button) bool { return b.Name == "decide" && !b.Refused })
	}
	require.True(t, p.acts())
	require.Eventually(t, asked, time.Minute, time.Millisecond, "the computer players have played")
	before := h.server.sessions.find(sessionKey{string(localPerson), homeTable}).client.TableView()
	for _, address := range addresses(h.server, homeTable) {
		for _, query := range queries(everyField()) {
			answer := p.visits(http.MethodGet, address+query)
			require.Less(t, answer.StatusCode, http.StatusInternalServerError, address)
		}
	}
	assert.Equal(t, before, h.server.sessions.find(sessionKey{string(localPerson), homeTable}).client.TableView())
	assert.Empty(t, at.changes)
	assert.Empty(t, ended, "the round goes on")
	assert.Nil(t, h.chosen.get())
	h.leave(0)
	<-ended
}
