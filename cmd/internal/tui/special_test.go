package tui

import (
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// TestSpecialFrames draws the boards that only some chapters have.
func TestSpecialFrames(t *testing.T) {
	t.Parallel()
	four, two := []tricks.Seat{0, 1, 2, 3}, []tricks.Seat{0, 1}
	for _, tt := range []struct {
		name    string
		chapter string
		players int
		when    func(*chapters.Game) bool
		setting
		keys []string
	}{
		{name: "c05-oldforest", chapter: "5", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 2))},
		{
			name: "c05-willow", chapter: "5", players: 4, when: asks(chapters.PlayCard, 0, sofar(1, 0), willowWon),
			keys: []string{"t"},
		},
		{
			name: "c06-barrow", chapter: "6", players: 2,
			when:    asks(chapters.PlayCard, tricks.NoSeat, sofar(1, 0), pyramidIs("tom")),
			setting: setting{humans: two}, keys: []string{"enter"},
		},
		{
			name: "c06-openhand", chapter: "6", players: 4,
			when: asks(chapters.PlayCard, 0, sofar(1, 1), seatIs(3, "goldberry")),
		},
		{name: "c08-declare", chapter: "8", players: 4, when: asks(chapters.Declare, 0)},
		{name: "c09-riders", chapter: "9", players: 4, when: asks(chapters.PlayCard, 0, sofar(2, 1), hiddenThreat)},
		{name: "c09-result", chapter: "9", players: 4, when: over},
		{
			name: "c09-goals", chapter: "9", players: 3, when: asks(chapters.PlayCard, 0, sofar(1, 1)),
			keys: []string{"g"},
		},
		{name: "c10-together", chapter: "10", players: 4, when: asks(chapters.Give, 0)},
		{
			name: "c10-name", chapter: "10", players: 4, when: asks(chapters.NameLeader, 0, sofar(1, 0)),
			keys: []string{"right"},
		},
		{name: "c11-range", chapter: "11", players: 4, when: asks(chapters.Range, 0), setting: setting{lang: "de"}},
		{
			name: "c11-announced", chapter: "11", players: 4,
			when: asks(chapters.PlayCard, 0, sofar(0, 0), seatIs(2, "boromir")),
		},
		{name: "c12-tuck", chapter: "12", players: 4, when: asks(chapters.Tuck, 0)},
		{name: "c12-last", chapter: "12", players: 3, when: asks(chapters.KeepLast, 0)},
		{name: "c12-first", chapter: "12", players: 3, when: asks(chapters.PutFirst, 0)},
		{name: "c12-back", chapter: "12", players: 4, when: asks(chapters.TakeBack, 0, sofar(0, 0))},
		{
			name: "c12-aside", chapter: "12", players: 4,
			when: asks(chapters.PlayCard, 0, sofar(0, 1), seatIs(0, "radagast")),
		},
		{name: "c13-threat", chapter: "13", players: 4, when: asks(chapters.Threat, 0)},
		{name: "c13-waived", chapter: "13", players: 4, when: asks(chapters.PlayCard, 0, sofar(3, 1), waived)},
		{name: "c14-longdark", chapter: "14/l", players: 4, when: asks(chapters.Return, 0)},
		{name: "c14-hidden", chapter: "14/l", players: 4, when: asks(chapters.PlayCard, 0, sofar(1, 2))},
		{
			name: "c14-bridge", chapter: "14/b", players: 4,
			when:    asks(chapters.PlayCard, tricks.NoSeat, sofar(1, 2), seatIs(0, "gandalf-servant")),
			setting: setting{humans: four}, keys: []string{"enter"},
		},
		{name: "c14-short", chapter: "14/b/used", players: 3, when: short},
		{name: "c14-spared", chapter: "14/b", players: 3, when: spared},
		{name: "c14-bridge-solo", chapter: "14/b", players: 1, when: asks(chapters.PlayCard, 1, sofar(2, 2))},
		{name: "c15-facedown", chapter: "15", players: 4, when: asks(chapters.PlayCard, 0, sofar(1, 2), faceDown)},
		{name: "c16-mirror", chapter: "16", players: 3, when: asks(chapters.Give, 0, firstTime)},
		{name: "c16-lost", chapter: "16", players: 4, when: asks(chapters.Exchange, 0, seatIs(0, "galadriel"))},
		{name: "c17-trump", chapter: "17", players: 2, when: asks(chapters.PlayCard, 0, sofar(1, 1))},
		{
			name: "c17-solo", chapter: "17", players: 1, when: asks(chapters.PlayCard, 1, sofar(3, 2)),
			setting: setting{lang: "de"},
		},
		{name: "c18-redraw", chapter: "18/2", players: 4, when: asks(chapters.Redraw, 0)},
		{name: "c18-keepone", chapter: "18/1", players: 4, when: asks(chapters.Threat, 0)},
		{
			name: "road-draft", chapter: "road", players: 4, when: asks(chapters.Draft, 0),
			keys: []string{"down", "down", "down", "down", "down", "down", "down"},
		},
		{name: "road-lost", chapter: "road", players: 4, when: asks(chapters.TakeLost, 0)},
		{name: "road-decline", chapter: "road", players: 1, when: asks(chapters.Exchange, 1)},
		{name: "road-exchange", chapter: "road", players: 3, when: asks(chapters.Exchange, 0)},
		{name: "road-sting", chapter: "road", players: 4, when: asks(chapters.Swap, 0, sofar(0, 0))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos, made := until(t, tt.chapter, tt.players, tt.when)
			if tt.humans == nil {
				tt.humans = alone
			}
			s := open(t, pos, made, tt.setting)
			if s.round.phase == notice {
				s.press("enter")
			}
			s.press(tt.keys...)
			s.whole(tt.name)
			s.golden(tt.name)
		})
	}
}

// willowWon is met if Old Man Willow took the last trick (C5).
func willowWon(g *chapters.Game) bool {
	h := g.History()
	return len(h) > 0 && h[len(h)-1].Winner == tricks.NoSeat
}

// seatIs is met by a character at a seat.
func seatIs(s tricks.Seat, id string) func(*chapters.Game) bool {
	return func(g *chapters.Game) bool { return g.Character(s) != nil && g.Character(s).ID == id }
}

// pyramidIs is met by a character at the pyramid.
func pyramidIs(id string) func(*chapters.Game) bool {
	return func(g *chapters.Game) bool { return seatIs(g.Start().Pyramid, id)(g) }
}

func hiddenThreat(g *chapters.Game) bool {
	return slices.ContainsFunc(g.View(0).Seats, func(s chapters.SeatView) bool { return s.ThreatHidden })
}

func waived(g *chapters.Game) bool {
	return slices.ContainsFunc(g.Statuses(), func(s chapters.GoalStatus) bool { return s.Status == characters.Waived })
}

func short(g *chapters.Game) bool { return g.IsOver() && g.View(0).Short }

// spared is met by a round that was won with Mithril although a trick fell short (C14).
func spared(g *chapters.Game) bool {
	return g.IsOver() && g.View(tricks.NoSeat).Spared && g.Result() == chapters.Won
}

func faceDown(g *chapters.Game) bool { return g.View(0).FaceDown != tricks.NoSeat }

// firstTime is met by the first of several deals (C16).
func firstTime(g *chapters.Game) bool { return g.View(0).Seats[0].Cards <= 4 }
