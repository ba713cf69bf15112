package web

import (
	"context"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAnswerIsForTheOneWhoAsked (S11): of two people who share a screen, the second does not read the answer to a
// question of the first, whose hand it may tell of, if it comes only when the screen was handed over.
func TestAnswerIsForTheOneWhoAsked(t *testing.T) {
	h, err := NewHome(chapters.Default(), texts.New("en"), &alone{}, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "1", Players: 3, Seed: 7})
	require.NoError(t, err)
	home, err := table.OpenUnsaved(chapters.Default(),
		chapters.Record{Position: pos, PlayerNames: []string{"human:Anna", "human:Ben", "human:Cem"}})
	require.NoError(t, err)
	defer func() { require.NoError(t, home.Close()) }()
	h.Show(Solo{Home: home})
	server, key, _ := strings.Cut(h.Link, "/?")
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))
	for n := 0; n < 3; n++ {
		stays := n == 0 // at first the one who has asked is still there when the answer comes
		p.reload()
		for home.Look().Now != round.Turn {
			require.True(t, p.acts(), p.Text())
			p.reload()
		}
		session := onlySession(h.server)
		session.mu.Lock()
		f := front{session, texts.New("en"), session.refresh()}
		asker := f.s.Viewer
		require.NotEqual(t, tricks.NoSeat, asker)
		release := make(chan struct{})
		f.Ask(play.Question{Think: func(context.Context) (play.Answer, error) {
			<-release
			return play.Answer{Say: func() string { return "You hold the secret card." }}, nil
		}})
		session.mu.Unlock()
		if !stays {
			for home.Look().Viewer == asker {
				require.True(t, p.acts(), p.Text())
				p.reload()
			}
		}
		close(release)
		require.Eventually(t, func() bool {
			session.mu.Lock()
			defer session.mu.Unlock()
			return !session.page.asking
		}, time.Minute, time.Millisecond)
		p.reload()
		assert.Equal(t, stays, strings.Contains(p.Text(), "secret card"), p.Text())
	}
}

// onlySession returns the only session of a server.
func onlySession(s *Server) *session {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	for _, session := range s.sessions.byKey {
		return session
	}
	return nil
}
