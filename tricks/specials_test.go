package tricks_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"fellowship/tricks"
)

// TestSpecials holds what a table says of its specials, and that one that says nothing
// changes everything.
func TestSpecials(t *testing.T) {
	one := func(text ...string) tricks.Set { return setOf(text) }
	table := tricks.NewTable(tricks.NoSuit, tricks.Plain(one("H1", "M1")), tricks.Plain(one("H2", "M2")), tricks.Plain(one("H3", "M3")))
	start := table.Start(0, tricks.NoCard)
	assert.Zero(t, table.Specials(&start))
	table = tricks.NewTable(tricks.Rivers, tricks.Plain(one("H1", "M1")), tricks.Plain(one("H2", "M2")), tricks.Plain(one("H3")))
	start = table.Start(0, tricks.NoCard)
	assert.Equal(t, tricks.Trumps|tricks.Uneven, table.Specials(&start))
	assert.Equal(t, tricks.Wins|tricks.Plays|tricks.Leads, table.Specials(&start).Changes())
	table.Free, table.Namers = 1, 2
	assert.Equal(t, tricks.Trumps|tricks.Uneven|tricks.Free|tricks.Naming, table.Specials(&start))
	table = tricks.NewTable(tricks.NoSuit, tricks.Plain(one("M1")), tricks.Plain(one("H2", "M2")), tricks.Plain(one("H3", "M3")))
	table.Last[1] = one("H2").First()
	start = table.Start(0, tricks.NoCard)
	assert.Equal(t, tricks.SetAside|tricks.Uneven, table.Specials(&start), "all cards are played")
	table = tricks.NewTable(tricks.NoSuit, tricks.Plain(one("M1")), tricks.Plain(one("H2", "M2")), tricks.Plain(one("H3")))
	table.Last[1] = one("H2").First()
	start = table.Start(0, tricks.NoCard)
	assert.Equal(t, tricks.SetAside|tricks.DueLast, table.Specials(&start), "one stays over (T10)")
	assert.NotZero(t, tricks.DueLast.Changes()&tricks.Follows, "it need not follow suit (G2)")
	assert.Equal(t, ^tricks.Changes(0), (tricks.DueLast << 1).Changes(), "it has not said what it changes")
}
