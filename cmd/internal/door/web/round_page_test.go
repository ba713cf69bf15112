package web

import (
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
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

// TestConfirm takes a character and passes a card on by pages without a script: what is pressed first is only chosen,
// another one can be chosen instead, and the button for it makes the decision.
func TestConfirm(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	ben := s.comes("Ben", anna.begins("players", "2", "game", "deal", "deal", "c02p2s7"))
	for _, p := range []*person{anna, ben} {
		p.reload()
		p.does("ready")
	}
	confirmed := map[chapters.DecisionKind]int{}
	for range 40 {
		for _, p := range []*person{anna, ben} {
			p.reload()
			view := sessionOf(s, p).client.Look().View
			first, ok := p.Next()
			if !ok || first.Name != "step" || view.Ask == nil {
				p.acts()
				continue
			}
			before := s.srv.options.Decisions.Load()
			p.press(first.ID)
			if _, ok := p.Button("goon"); !ok { // the partner of an exchange comes first
				continue
			}
			if other, ok := p.Button("take-back"); ok {
				p.press(other.ID)
				_, ok = p.Button("goon")
				require.False(t, ok, "it is taken back")
				p.press(first.ID)
			}
			require.Equal(t, before, s.srv.options.Decisions.Load())
			p.does("goon")
			require.Equal(t, before+1, s.srv.options.Decisions.Load())
			confirmed[view.Ask.Kind]++
		}
	}
	assert.Positive(t, confirmed[chapters.Draft])
	assert.Positive(t, confirmed[chapters.Exchange]+confirmed[chapters.Return])
}
