package web

import (
	"bytes"
	"cmp"
	"context"
	"net"
	"net/http"
	"regexp"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// served is a server on the loopback.
type served struct {
	t    testing.TB
	srv  *Server
	hall *table.Service
	url  string
	done chan error
	// lang is the language of the browsers; empty for English.
	lang string
}

// serve starts a server for a test.
func serve(t testing.TB, change func(*Options)) *served {
	s := &served{t: t, done: make(chan error, 1)}
	store, err := folder.Open(folder.Options{Dir: t.TempDir(), Alone: true})
	require.NoError(t, err)
	s.hall = table.NewService(store, table.Options{Library: chapters.Default()})
	o := Options{
		Sessions: &guest.Sessions{Limits: guest.Limits{PerAddress: 1000, Burst: 10_000}}, Tables: s.hall,
		Library: chapters.Default(), Secret: bytes.Repeat([]byte("s"), 32),
		Beat: -1, Grace: time.Hour,
	}
	if change != nil {
		change(&o)
	}
	s.srv = New(o)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.url = "http://" + l.Addr().String()
	go func() { s.done <- s.srv.Serve(l) }()
	t.Cleanup(func() {
		s.close()
		s.hall.Close()
		assert.NoError(t, store.Close())
	})
	return s
}

func (s *served) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	assert.NoError(s.t, s.srv.Shutdown(ctx))
	assert.NoError(s.t, <-s.done)
	s.done <- nil
}

// person is somebody with a browser.
type person struct {
	*webtest.Browser
	t    testing.TB
	name string
	all  [][]byte
}

// whose returns the person of a session.
func (v *session) whose() table.Person { return table.Person{ID: v.key.person, Name: v.name} }

// comes lets somebody in, with a code or without one.
func (s *served) comes(name, code string) *person {
	s.t.Helper()
	p := s.stands(name)
	p.press(p.words().T("web.enter"), "name", name, "code", code)
	return p
}

// stands returns somebody who has not come in yet.
func (s *served) stands(name string) *person {
	s.t.Helper()
	p := &person{Browser: webtest.New(s.url), t: s.t, name: name}
	p.Lang = cmp.Or(s.lang, texts.Default)
	p.OnPage = func(page []byte) { p.all = append(p.all, page) }
	require.NoError(s.t, p.Open("/"))
	return p
}

func (p *person) words() *texts.Texts { return texts.New(p.Lang) }

func (p *person) press(name string, fields ...string) {
	p.t.Helper()
	require.NoError(p.t, p.Press(name, fields...))
}

// does presses a button, and checks that the server did not refuse it.
func (p *person) does(name string, fields ...string) {
	p.t.Helper()
	p.press(name, fields...)
	if p.Status != http.StatusOK {
		require.Equal(p.t, http.StatusOK, p.Status, "%s: %s", name, p.Text())
	}
}

func (p *person) reload() {
	p.t.Helper()
	require.NoError(p.t, p.Open(p.URL.Path))
}

// begins makes a table, where the person then is, and returns the code of the table.
func (p *person) begins(fields ...string) string {
	p.t.Helper()
	require.NoError(p.t, p.Open("/new"))
	p.does(p.words().T("serve.new.create"), fields...)
	m := regexp.MustCompile(`/#(\S+)`).FindStringSubmatch(p.Text())
	require.NotNil(p.t, m, p.Text())
	return m[1]
}

// acts presses what a person can press in a round: the first answer, or the button that continues. It reports whether
// there was such a button.
func (p *person) acts() bool {
	p.t.Helper()
	b, ok := p.Next()
	if ok {
		p.press(b.ID)
	}
	return ok
}

// through plays a round alone to its end.
func (p *person) through() {
	p.t.Helper()
	for {
		p.reload()
		if _, over := p.Button("act-again"); over {
			return
		}
		p.acts()
	}
}

// seen is the revision of the table that the page shows, in the form of a person who is ready.
func (p *person) seen() string {
	p.t.Helper()
	button, ok := p.Button("ready")
	require.True(p.t, ok, p.Text())
	_, form := webtest.Form(button)
	return form.Get("seen")
}

// over reports whether the page shows a table between two rounds.
func (p *person) over() bool {
	_, ready := p.Button("ready")
	return ready
}

// playOn lets people play until the round is over, or until they have done as many things as most says.
func playOn(t testing.TB, most int, people ...*person) (over bool) {
	t.Helper()
	late := time.Now().Add(2 * time.Minute)
	for n := 0; n < most; {
		done := false
		ended := 0
		for _, p := range people {
			p.reload()
			switch {
			case p.over():
				ended++
			case p.acts():
				n++
				done = true
			}
		}
		if ended == len(people) {
			return true
		}
		if !done && time.Now().After(late) {
			require.Fail(t, "the round does not go on", people[0].Text())
		}
	}
	return false
}

// id is the person's ID at a table whose page is open.
func (p *person) id(s *served) string {
	s.srv.sessions.mu.Lock()
	defer s.srv.sessions.mu.Unlock()
	for key := range s.srv.sessions.byKey {
		return key.person
	}
	return ""
}
