package table

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNothingLeaks checks that clients show only what their seats may see, at every moment of rounds of every
// chapter, with undo, talk and help.
func TestNothingLeaks(t *testing.T) {
	h, _ := opened(t)
	for _, id := range chapters.Default().DealIDs(2) {
		if id.Players == 1 && id.Chapter != "4" {
			continue // who plays all hands sees them all
		}
		t.Run(id.String(), func(t *testing.T) {
			t.Parallel()
			setup := Setup{
				Players: id.Players, First: Pick{Chapter: id.Chapter, Variant: id.Variant}, Hints: true,
				OpenCards: true,
			}
			clients := seated(t, h, setup)
			code, err := clients[0].Invite(t.Context(), true)
			require.NoError(t, err)
			ticket, _, err := h.ResolveCode(code)
			require.NoError(t, err)
			watcher, err := h.Enter(anybody(4), ticket)
			require.NoError(t, err)
			require.ErrorIs(t, watcher.Sit(t.Context(), tricks.NoSeat), ErrWatcher)
			begin(t, clients...)
			all := append(slices.Clip(clients), watcher)
			undone := 0
			for n := 0; ; n++ {
				align(t, all...)
				over := !clients[0].TableView().Playing
				for _, c := range all {
					holds(t, c, over)
				}
				if over {
					break
				}
				if n%7 == 3 && undone < 3 && clients[0].Propose(t.Context(), seen(clients[0]), Undo) == nil {
					undone++
					for _, c := range clients[1:] {
						align(t, all...)
						require.NoError(t, c.Agree(t.Context(), seen(c), true))
					}
					align(t, all...)
				}
				someone(t, clients...)
			}
			for _, c := range all {
				c.Leave()
			}
		})
	}
}

// holds compares what a client shows with the view from its seat after the same decisions, and searches it for names of
// deals and seeds.
func holds(t testing.TB, c *Client, over bool) {
	t.Helper()
	now := c.Look()
	p, view := now.TableView, now.View
	c.t.mu.Lock()
	game, err := c.t.state.play.Reveal().AfterDecisions(now.Decisions)
	require.NoError(t, err)
	want := game.View(p.Me)
	round.NamePeople(&want, c.t.state.play.players)
	seeds := []string{fmt.Sprint(*c.t.state.play.seed), c.t.state.play.start.Deal}
	c.t.mu.Unlock()
	require.Equal(t, want, view)
	require.Equal(t, p.Me, view.Player)
	require.Empty(t, view.Deal)
	shown := strings.Join(allIn(now), " ")
	record, err := c.Record()
	if over {
		require.NoError(t, err)
		require.Equal(t, seeds[1], record.Deal)
		return
	}
	require.ErrorIs(t, err, ErrPlaying)
	for _, secret := range seeds {
		require.NotContains(t, shown, secret)
	}
	for at, seat := range view.Seats {
		if seat.Decider != p.Me && len(seat.Rows) == 0 && tricks.Deck&^seat.Shown != 0 {
			require.Zero(t, seat.Open, "seat %d", at)
		}
	}
}

// allIn returns all texts and numbers in a value, including its unexported parts.
func allIn(value any) []string {
	var out []string
	seen := map[uintptr]bool{}
	var walk func(reflect.Value, int)
	walk = func(v reflect.Value, depth int) {
		if depth > 12 {
			return
		}
		switch v.Kind() {
		case reflect.String:
			out = append(out, v.String())
		case reflect.Int, reflect.Int64:
			out = append(out, strconv.FormatInt(v.Int(), 10))
		case reflect.Uint, reflect.Uint64:
			out = append(out, strconv.FormatUint(v.Uint(), 10))
		case reflect.Pointer:
			if v.IsNil() || seen[v.Pointer()] || strings.Contains(v.Type().String(), "Library") ||
				strings.Contains(v.Type().String(), "Chapter") {
				return
			}
			seen[v.Pointer()] = true
			walk(v.Elem(), depth+1)
		case reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem(), depth+1)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), depth+1)
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i), depth+1)
			}
		case reflect.Map:
			for _, key := range v.MapKeys() {
				walk(v.MapIndex(key), depth+1)
			}
		default:
		}
	}
	walk(reflect.ValueOf(value), 0)
	return out
}

// TestChairsHideTheRest checks that no method of a client returns a type that contains more than the person may
// see, such as a round, a viewpoint or a game.
func TestChairsHideTheRest(t *testing.T) {
	client := reflect.TypeFor[*Client]()
	for i := range client.NumMethod() {
		m := client.Method(i)
		for o := range m.Type.NumOut() {
			switch out := m.Type.Out(o).String(); out {
			case "*round.Round", "*table.place", "*chapters.Game", "*round.Thought", "*chapters.Position",
				"chapters.Position":
				assert.Fail(t, "a client shows too much", "%s returns %s", m.Name, out)
			}
		}
	}
	for f := range reflect.TypeFor[Client]().NumField() {
		assert.False(t, reflect.TypeFor[Client]().Field(f).IsExported())
	}
	var _ round.Moment
}
