package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// whyLink matches the link to the page that says why a computer player decided.
var whyLink = regexp.MustCompile(`id="?web\.look\.why"? href="?([^" >]+)`)

// linkToWhy returns the address behind that link on the page, empty without one.
func (p *person) linkToWhy() string {
	found := whyLink.FindSubmatch(p.Body)
	if found == nil {
		return ""
	}
	return strings.ReplaceAll(string(found[1]), "&amp;", "&")
}

// TestWhyInLookThrough: when a round at a table is over, whoever looks through it, alone or together with others,
// reads at a computer player's decision why it was made. Before, nobody reads that (S11).
func TestWhyInLookThrough(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		s := serve(t, nil)
		s.lang = lang
		eve := s.comes("Eve", "")
		anna := table.Person{ID: "key:anna", Name: "Anna"}
		ticket, err := s.hall.Create(anna, table.Setup{
			Players: 3, First: table.Pick{Deal: "c01p3s7"}, Computers: []string{"", "greedy", "fair"},
		})
		require.NoError(t, err)
		chair, err := s.hall.Enter(anna, ticket)
		require.NoError(t, err)
		code, err := chair.Invite(t.Context(), true)
		require.NoError(t, err)
		require.NoError(t, eve.Send("/code", map[string][]string{"code": {code}}))
		require.NoError(t, chair.Ready(t.Context(), chair.TableView().Revision, true))
		path := eve.URL.Path
		require.NoError(t, eve.Open(path+"/look?why=3"))
		assert.Equal(t, http.StatusNotFound, eve.Status, "the round is being played")
		for now := chair.Look(); now.Now != round.End; now = chair.Look() {
			switch now.Now {
			case round.Turn:
				require.NoError(t, chair.Decide(t.Context(), now.Revision, now.View.Ask.Options[0]))
			case round.Thinking, round.Elsewhere:
				require.NoError(t, chair.Wait(t.Context(), now.Event))
			}
			chair.GoOn()
		}
		readsWhy(t, eve, chair, path)
		readsUnlocked(t, s, eve, path)
		chair.Leave()
	}
}

// unlockedWriter is a browser that reads an answer. It notes whether the session's lock was held meanwhile.
type unlockedWriter struct {
	*httptest.ResponseRecorder
	session   *session
	wasLocked bool
}

// Write takes a part of the answer.
func (w *unlockedWriter) Write(text []byte) (int, error) {
	if w.session.mu.TryLock() {
		w.session.mu.Unlock()
	} else {
		w.wasLocked = true
	}
	return w.ResponseRecorder.Write(text)
}

// readsUnlocked opens pages of the look-through, and checks that a browser that reads them slowly would keep no other page
// of the person waiting.
func readsUnlocked(t *testing.T, s *served, eve *person, path string) {
	t.Helper()
	own := sessionOf(s, eve)
	for _, page := range []string{"/look?at=3", "/look?why=3", "/look?why=4", "/look?together=1"} {
		w := &unlockedWriter{ResponseRecorder: httptest.NewRecorder(), session: own}
		q := s.srv.newRequest(w, httptest.NewRequest(http.MethodGet, path+page, nil))
		newReplays(q).showTable(own)
		assert.False(t, w.wasLocked, page)
		assert.Less(t, w.Code, http.StatusBadRequest, page)
	}
}

// readsWhy looks through a round at a table, and asks at every decision why it was made.
func readsWhy(t *testing.T, eve *person, chair *table.Client, path string) {
	t.Helper()
	record, err := chair.Record()
	require.NoError(t, err)
	asked := 0
	for n, d := range record.Decisions {
		at := strconv.Itoa(n)
		require.NoError(t, eve.Open(path+"/look?at="+at))
		link := eve.linkToWhy()
		computer := !strings.HasPrefix(record.PlayerNames[d.Seat], round.Human)
		require.Equal(t, computer, link != "", "decision %d: %s", n, d)
		if !computer {
			require.NoError(t, eve.Open(path+"/look?why="+at))
			assert.Contains(t, eve.URL.RawQuery, "at="+at, "there is nothing to answer")
			continue
		}
		require.NoError(t, eve.Open(link))
		require.Equal(t, http.StatusOK, eve.Status)
		assert.Contains(t, eve.Text(), eve.words().T("web.look.why"))
		assert.Contains(t, string(eve.Body), "/look?at="+at)
		if d.Kind == chapters.PlayCard {
			assert.Regexp(t, `looked best of|only choice|sah unter|einzige|possible deals|möglichen Verteilungen`, eve.Text())
			asked++
		}
	}
	assert.Positive(t, asked)
	// Together, everybody reads alone, and comes back to the page that all see.
	require.NoError(t, chair.TurnPage(t.Context(), len(record.Decisions)-1))
	require.NoError(t, eve.Open(path+"/look?together=1"))
	for n := len(record.Decisions) - 1; eve.linkToWhy() == ""; n-- {
		require.NoError(t, chair.TurnPage(t.Context(), n))
		require.NoError(t, eve.Open(path+"/look?together=1"))
	}
	require.NoError(t, eve.Open(eve.linkToWhy()))
	assert.Contains(t, eve.Text(), eve.words().T("web.look.why"))
	assert.Contains(t, string(eve.Body), "together=1")
}

// TestWhyOfATextFromAnywhere: a text that a stranger shows may name any players, so that none of them thinks.
func TestWhyOfATextFromAnywhere(t *testing.T) {
	s := serve(t, nil)
	eve := s.comes("Eve", "")
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "1", Players: 3, Seed: 7})
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	for !g.IsOver() {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	seed := uint64(1)
	record := chapters.Record{
		Position: pos, PlayerNames: []string{"strong:20", "strong:20", "strong:20"}, Seed: &seed, Decisions: g.Decisions(),
	}
	text, err := record.Text()
	require.NoError(t, err)
	path := "/real/look?text=" + url.QueryEscape(string(text))
	require.NoError(t, eve.Open(path+"&at=20"))
	require.Contains(t, string(eve.Body), `id="look"`)
	assert.Empty(t, eve.linkToWhy())
	require.NoError(t, eve.Open(path+"&why=20"))
	assert.Contains(t, string(eve.Body), `id="look"`)
}
