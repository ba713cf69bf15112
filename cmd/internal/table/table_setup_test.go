package table

import (
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOnlyWhatIsOffered checks that a table can be set up only with values that a server offers, whatever a
// form sends, and that each refusal has a reason in every language.
func TestOnlyWhatIsOffered(t *testing.T) {
	h, _ := opened(t)
	first := Pick{Chapter: "1"}
	refused := func(err error, why string) {
		t.Helper()
		require.Error(t, err, why)
		assert.NotEqual(t, err.Error(), texts.New("de").Problem(err), why)
	}
	for why, setup := range map[string]Setup{
		"no player":              {First: first},
		"five players":           {Players: 5, First: first},
		"less than no player":    {Players: -1, First: first},
		"less than no patience":  {Players: 2, First: first, Patience: -5},
		"a place in the list":    {Players: 2, First: first, Patience: 2},
		"a patience of 99":       {Players: 2, First: first, Patience: 99},
		"a substitute that sees": {Players: 2, First: first, Substitute: "open"},
		"no such chapter":        {Players: 2, First: Pick{Chapter: "99"}},
		"no such event":          {Players: 2, First: Pick{Chapter: "1", Variant: "z"}},
		"no such deal":           {Players: 2, First: Pick{Deal: "nonsense"}},
		"a deal for others":      {Players: 2, First: Pick{Deal: "c02p3s7"}},
		"a deal of a campaign":   {Players: 2, Campaign: true, First: Pick{Deal: "c02p2s7"}},
		"a way of a campaign":    {Players: 2, Campaign: true, First: Pick{AfterLoss: "burn"}},
		"again a deal":           {Players: 2, First: Pick{Again: true, Deal: "c02p2s7"}},
	} {
		_, err := h.Create(anybody(0), setup)
		refused(err, why)
	}
	clients := seated(t, h, Setup{Players: 2, First: first})
	require.NoError(t, clients[1].StandUp(t.Context()))
	for _, name := range []string{
		"open", "bot:rm", "bot:", "strong:100", "strong:20", "strong:1", "Strong", "nobody",
		strings.Repeat("x", 8000),
	} {
		_, err := h.Create(anybody(0), Setup{Players: 2, First: first, Computers: []string{"", name}})
		refused(err, name)
		refused(clients[0].SeatComputer(t.Context(), 1, name), name)
	}
	refused(clients[0].Choose(t.Context(), Pick{Chapter: "1", AfterLoss: "burn"}), "a way of a campaign")
	refused(clients[0].Choose(t.Context(), Pick{Again: true, Deal: "c02p2s7"}), "again a deal")
	for _, name := range Computers {
		require.NoError(t, clients[0].SeatComputer(t.Context(), 1, name))
	}
	for _, seconds := range Patiences {
		_, err := h.Create(anybody(3),
			Setup{Players: 2, First: first, Patience: seconds, Computers: []string{"", "strong"}})
		require.NoError(t, err)
	}
}

// TestNoProgramAtAServer checks that no server's table starts an external program, whether the setup, the host
// or a file names one.
func TestNoProgramAtAServer(t *testing.T) {
	h, _ := opened(t)
	const program = "bot:touch started"
	for _, setup := range []Setup{
		{Players: 2, First: Pick{Chapter: "1"}, Computers: []string{"", program}},
		{Players: 2, First: Pick{Chapter: "1"}, Substitute: program},
	} {
		_, err := h.Create(anybody(0), setup)
		require.ErrorContains(t, err, "there is no computer player")
	}
	clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}, Computers: []string{"", "greedy"}})
	require.ErrorContains(t, clients[0].SeatComputer(t.Context(), 1, program), "there is no computer player")
	s := newState(chapters.Default(), "x")
	s.seats = make([]seat, 2)
	require.ErrorContains(t, s.applyEvent(1, time.Time{}, &event{Bot: &bot{1, program}}), "plays at no table of a server")
}
