package web

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRound plays rounds by pages without a script: all people, people and a computer, the
// pyramid, solo.
func TestRound(t *testing.T) {
	for name, of := range map[string]struct {
		names  []string
		fields []string
	}{
		"four":    {[]string{"Anna", "Ben", "Cleo", "Dora"}, []string{"players", "4", "game", "2:"}},
		"pyramid": {[]string{"Anna", "Ben"}, []string{"players", "2", "game", "2:"}},
		"solo":    {[]string{"Anna"}, []string{"players", "1", "game", "3:"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, nil)
			anna := s.comes(of.names[0], "")
			code := anna.begins(of.fields...)
			all := []*person{anna}
			for _, n := range of.names[1:] {
				all = append(all, s.comes(n, code))
			}
			for _, p := range all {
				p.reload()
				p.does("ready")
			}
			require.True(t, playOn(t, 1000, all...))
			for _, p := range all {
				require.Contains(t, p.Text(), "Round 1 was ")
			}
		})
	}
}
