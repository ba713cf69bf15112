package tui

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/settings"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
)

func firstTrick(g *chapters.Game) bool { return len(g.History()) == 0 }

// TestCoachFrames shows the coach in the first chapter: what a trick is, why
// only some cards can be played, what the goal wants.
func TestCoachFrames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		players int
		when    func(*chapters.Game) bool
		setting
	}{
		{name: "coach-draft", players: 4, when: asks(chapters.Draft, 0)},
		{name: "coach-lead", players: 4, when: asks(chapters.PlayCard, 0, sofar(0, 0), firstTrick)},
		{
			name: "coach-follow", players: 3, when: asks(chapters.PlayCard, 0, sofar(1, 1), choosy),
			setting: setting{lang: "de"},
		},
		{name: "coach-goal", players: 4, when: asks(chapters.PlayCard, 0, sofar(4, 2))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos, made := until(t, "1", tt.players, tt.when)
			tt.humans = alone
			s := open(t, pos, made, tt.setting)
			s.opts.Advice.Coach = true
			if s.round.phase == notice {
				s.press("enter")
			}
			s.whole(tt.name)
			s.golden(tt.name)
		})
	}
}

// TestCoachIsQuiet checks that the coach is silent for a person who wants no advice, and in other
// chapters.
func TestCoachIsQuiet(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(0, 0), firstTrick))
	s := open(t, pos, made, setting{humans: alone})
	s.opts.Advice.Coach = true
	s.press("enter") // what happened in setup
	const line = "Everyone plays one card"
	assert.Contains(t, s.View(), line)
	s.wishes(settings.Settings{NoTips: true})
	assert.NotContains(t, s.View(), line)
	s.wishes(settings.Settings{})
	assert.Contains(t, s.View(), line)

	pos, made = until(t, "2", 4, asks(chapters.PlayCard, tricks.Seat(0)))
	s = open(t, pos, made, setting{humans: alone})
	s.opts.Advice.Coach = true
	assert.NotContains(t, s.View(), line)
}
