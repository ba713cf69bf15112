package web

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAbsent checks that the pages ask all other players when somebody wants to leave, that the first answer counts and
// everybody sees it, and that the person may play again.
func TestAbsent(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de"} {
		s := serve(t, nil)
		s.lang = lang
		anna := s.comes("Anna", "")
		code := anna.begins("players", "3", "game", "1:")
		ben, cleo := s.comes("Ben", code), s.comes("Cleo", code)
		anna.does("more-invitewatch")
		watch := regexp.MustCompile(anna.words().T("serve.joinwatch", `(\S+)`)).FindStringSubmatch(anna.Text())
		require.NotNil(t, watch, anna.Text())
		eve := s.comes("Eve", watch[1])
		all := []*person{anna, ben, cleo}
		for _, p := range all {
			p.reload()
			p.does("ready")
		}
		sees := func(p *person, key string, args ...any) {
			t.Helper()
			p.reload()
			assert.Contains(t, p.Text(), p.words().T(key, args...), p.name)
		}
		asks := func(p *person) bool {
			p.reload()
			_, asked := p.Button("qcomputer")
			return asked
		}
		assert.False(t, asks(anna))
		cleo.reload()
		cleo.does("more-stand")
		sees(anna, "serve.absent.text", anna.words().T("serve.absent.leaves", "Cleo"))
		assert.True(t, asks(ben))
		assert.False(t, asks(cleo))
		assert.False(t, asks(eve))
		ben.does("qcomputer")
		for _, p := range []*person{anna, cleo, eve} {
			sees(p, "serve.absent.said.computer", "Cleo")
			assert.False(t, asks(p))
		}
		sees(cleo, "serve.replaced.text")
		cleo.does("qyes")
		for _, p := range all {
			p.reload()
			assert.NotContains(t, p.Text(), p.words().T("serve.replaced.text"), p.name)
			assert.NotContains(t, p.Text(), p.words().T("web.standsin"), p.name)
		}
	}
}
