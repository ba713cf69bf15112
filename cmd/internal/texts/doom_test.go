package texts

import (
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDoomIsTrue plays rounds of every chapter. It checks that a goal which [Dooms] calls out of reach
// has failed or is waived at the end of the round, whatever is played afterwards.
func TestDoomIsTrue(t *testing.T) {
	lib := chapters.Default()
	said := 0
	riders := 0
	for _, id := range lib.DealIDs(4) {
		for step := 1; step <= 7; step += 2 {
			pos, err := lib.Deal(id)
			require.NoError(t, err, id)
			g, err := lib.NewGame(pos)
			require.NoError(t, err, id)
			doomed := map[string]string{}
			var v chapters.View
			for v = g.View(g.Due().Decider); v.Ask != nil; v = g.View(g.Due().Decider) {
				d := v.Ask.Options[len(g.Decisions())*step%len(v.Ask.Options)]
				if d.Kind == chapters.PlayCard {
					if doom, ok := DoomsOf(&v).Find(d.Seat, d.Move); ok {
						said++
						if doom.Goal.Rider != "" {
							riders++
						}
						doomed[nameOf(doom.Goal)] = fmt.Sprintf("%s: %v by seat %d in trick %d", id, d.Move, d.Seat,
							len(v.History)+1)
					}
				}
				require.NoError(t, g.Apply(d))
			}
			for _, goal := range v.Goals {
				if play := doomed[nameOf(&goal)]; play != "" {
					assert.True(t, hasFailed(&goal), play)
				}
			}
		}
	}
	assert.Greater(t, said, 500)
	assert.Greater(t, riders, 5)
}

func nameOf(g *chapters.GoalStatus) string { return fmt.Sprint(g.Seat, g.Rider) }

// TestDoomIsSeen checks that in a solo round, where all hands are open, a goal's card counts as lost before the goal's
// seat has played: Sam has nothing above H5.
func TestDoomIsSeen(t *testing.T) {
	const round = `{players: 1, leader: 1, pile: "M1 M2 M3 M4", hands: [{character: sam, threat: 3, cards: H4 M5}, {character: frodo, cards: H5 R1}, {character: merry, cards: %s}, {character: pippin, cards: H2 M7}], plays: ["1:H5"]}`
	for cards, want := range map[string]string{"H3 M6": "Then Sam can no longer win H3! H5 is higher: H3 cannot win this trick.", "H6 M6": "H6 would be the best card so far."} {
		lib := chapters.Default()
		for e := range lib.Read("test", strings.NewReader(fmt.Sprintf(round, cards))) {
			require.NoError(t, e.Err)
			g, err := e.Record.Game(lib)
			require.NoError(t, err)
			v := g.View(g.Due().Decider)
			assert.Equal(t, want, New(Default).Round(&v).Forecast(v.Ask.Seat).Outcome(v.Ask.Options[0].Move), cards)
		}
	}
}

// TestDoomIsTold checks the warning about a card in a trick that its seat can no longer win, and about
// a card that is beaten.
func TestDoomIsTold(t *testing.T) {
	const round = `{players: 3, hands: [{character: sam, threat: 3, cards: H3 H7 M1}, {character: frodo, cards: H5 R1 R2}, {character: merry, cards: H2 H4 M3}], plays: [%s]}`
	for plays, want := range map[string]string{
		`"1:H5", "2:H2"`:         "Then Sam can no longer win H3! Frodo keeps the trick.",
		`"1:H5"`:                 "H5 is higher: H2 cannot win this trick.",
		`"1:H5", "2:H4", "0:H7"`: "",
	} {
		lib := chapters.Default()
		for e := range lib.Read("test", strings.NewReader(fmt.Sprintf(round, plays))) {
			require.NoError(t, e.Err)
			g, err := e.Record.Game(lib)
			require.NoError(t, err)
			v := g.View(g.Due().Decider)
			assert.Equal(t, want, New(Default).Round(&v).Forecast(v.Ask.Seat).Outcome(v.Ask.Options[0].Move), plays)
		}
	}
}
