package chapters_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWalk: each step has the round after a number of decisions, and the decisions before and after it. A caller
// may stop at any step. The error for an illegal decision names its number and the rule.
func TestWalk(t *testing.T) {
	t.Parallel()
	rounds(t, 1, func(t *testing.T, name string, rng *rand.Rand) {
		g := randomGame(t, name, rng)
		made := g.Decisions()
		r := chapters.Record{Position: g.Start(), Decisions: made}
		n := 0
		for step, err := range r.Walk(chapters.Default()) {
			require.NoError(t, err)
			require.Equal(t, n, step.Number)
			require.True(t, slices.Equal(made[:n], step.Game.Decisions()))
			require.Equal(t, n == 0, step.Previous == nil)
			require.Equal(t, n == len(made), step.Next == nil)
			if n > 0 {
				require.Equal(t, made[n-1], *step.Previous)
			}
			if n < len(made) {
				require.Equal(t, made[n], *step.Next)
			}
			n++
		}
		require.Equal(t, len(made)+1, n)

		stop := rng.IntN(len(made))
		for step, err := range r.Walk(chapters.Default()) {
			require.NoError(t, err)
			require.LessOrEqual(t, step.Number, stop)
			if step.Number == stop {
				break
			}
		}

		r.Decisions = append(slices.Clone(made[:stop]),
			chapters.Decision{Kind: chapters.NameLeader, Seat: tricks.NoSeat})
		n = 0
		for step, err := range r.Walk(chapters.Default()) {
			n++
			if n <= stop+1 {
				require.NoError(t, err)
				continue
			}
			require.ErrorContains(t, err, fmt.Sprintf("decision %d, name", stop+1))
			require.Regexp(t, `\([A-Z]\d*\)$`, err.Error())
			require.Equal(t, stop, step.Number)
		}
		require.Equal(t, stop+2, n)
	})
}

// TestRecordFormat: white space and the order of keys carry no meaning; records
// and documents may be mixed.
func TestRecordFormat(t *testing.T) {
	t.Parallel()
	text := `{"hands":[{"cards":"H1"},{"cards":"R1"},{"cards":"M1"}],"players":3,"leader":0,"lost":[],"record":1}
  {  "play" : "0:H1"  }

{"play":"1:R1!"}
{"undo":1}
{"play":"1:R1"}
{"players":3,"leader":0,"lost":[],"hands":[{"cards":"H2"},{"cards":"R1"},{"cards":"M1"}]}
{"record":1,"players":3,"leader":0,"hands":[{"cards":"H3"},{"cards":"R1"},{"cards":"M1"}],"plays":["0:H3"]}
{"play":"1:R1!"}
`
	entries := readAll(text)
	require.Len(t, entries, 3)
	for i, want := range []struct {
		record bool
		line   int
		made   string
	}{{true, 1, "[0:H1 1:R1]"}, {false, 7, "[]"}, {true, 8, "[1:R1!]"}} {
		require.NoError(t, entries[i].Err)
		assert.Equal(t, want.record, entries[i].IsRecord)
		assert.Equal(t, want.line, entries[i].Line)
		assert.Equal(t, want.made, fmt.Sprint(entries[i].Record.Decisions))
		_, err := entryGame(&entries[i])
		require.NoError(t, err)
	}
}

func TestBadRecords(t *testing.T) {
	t.Parallel()
	head := `{"record":1,"players":3,"leader":0,"lost":[],"hands":[{"cards":"H18"},{"cards":"M1"},{"cards":"H2 R1"}]}` + "\n"
	deal, err := (&chapters.Record{Position: dealOf(t, "c02p4s1")}).Header()
	require.NoError(t, err)
	for _, c := range []struct{ name, text, want string }{
		{
			"T4", head + `{"play":"0:H1"}` + "\n" + `{"play":"1:M1"}` + "\n" + `{"play":"2:R1"}`,
			`^play 3: seat 2 must follow Hills \(T4\)$`,
		},
		{
			"T4 after plays of the head",
			strings.Replace(head, `"lost"`, `"plays":["0:H1","1:M1"],"lost"`, 1) + `{"play":"2:R1"}`,
			`^play 3: seat 2 must follow Hills \(T4\)$`,
		},
		{"S4", string(deal) + `{"draft":"1:bilbo"}`, `^decision 1, draft 1:bilbo: .*\(S4\)$`},
		{"S5", string(deal) + `{"exchange":"1>0:H1"}`, `^decision 1, exchange 1>0:H1: .*cannot do that now`},
		{"no undo", head + `{"undo":1}`, `^test:2:9: `},
		{"undo too many", head + `{"play":"0:H1"}` + "\n" + `{"undo":2}`, `^test:3:9: `},
		{"undo 0", head + `{"play":"0:H1"}` + "\n" + `{"undo":0}`, `^test:3:9: `},
		{"not a play", head + `{"play":"H1"}`, `^test:2:9: .*"H1" is not a play`},
		{"not a decision", head + `{"exchange":"1:H1"}`, `^test:2:13: `},
		{"version", strings.Replace(head, `"record":1`, `"record":2`, 1), `^test:1:11: `},
		{
			"seed", strings.Replace(head, `"record":1`, `"record":1,"seed":-1`, 1),
			`expected a whole number of at least 0`,
		},
		{
			"seed too large", strings.Replace(head, `"record":1`, `"record":1,"seed":18446744073709551616`, 1),
			`expected a whole number of at least 0`,
		},
		{
			"unknown key", strings.Replace(head, `"record":1`, `"record":1,"bye":[]`, 1),
			`unknown key "bye"; did you mean "by"\?`,
		},
		{"decision alone", `{"play":"0:H1"}`, `unknown key "play"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			entries := readAll(c.text)
			require.Len(t, entries, 1)
			_, err := entryGame(&entries[0])
			require.Error(t, err)
			assert.Regexp(t, c.want, err.Error())
		})
	}
}

// TestNoDecision: a text that is not a decision of its kind is refused. TestEveryRound reads all decisions back.
func TestNoDecision(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind chapters.DecisionKind
		text string
	}{
		{chapters.Draft, "1:Sam"},
		{chapters.Draft, "1:"},
		{chapters.Draft, "sam"},
		{chapters.Draft, "1>2:sam"},
		{chapters.Draft, "9:sam"},
		{chapters.Exchange, "1>4:H1"},
		{chapters.Exchange, "1>2:H9"},
		{chapters.Exchange, "1:H1"},
		{chapters.Exchange, "1>2"},
		{chapters.Exchange, "1>2:-"},
		{chapters.Exchange, "x>2:H1"},
		{chapters.Return, "1:-"},
		{chapters.Give, "1:-"},
		{chapters.Give, "1>2:R1!"},
		{chapters.PlayCard, "1>2:H1"},
		{chapters.PlayCard, ""},
	} {
		_, err := chapters.ParseDecision(c.kind, c.text)
		require.Error(t, err, "%s %q", c.kind, c.text)
	}
}

// TestOneByOne checks that a record whose position has plays is the same round if the plays are decisions, and
// that help and hints are still before the same decisions.
func TestOneByOne(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	for e := range lib.Read("plays",
		strings.NewReader(`{players: 3, leader: 0, hands: [{character: sam, threat: 3, cards: "H3 S1"}, {cards: "H8 S2"}, {cards: "H1 S3"}], plays: ["0:H3", "1:H8"]}`)) {
		require.NoError(t, e.Err)
		g, err := e.Record.Game(lib)
		require.NoError(t, err)
		require.NoError(t, g.Apply(g.Options()[0]))
		record := chapters.Record{Position: g.Start(), Decisions: g.Decisions(), Assisted: []int{0}}
		steps := record.PlaysAsDecisions()
		assert.Empty(t, steps.Plays)
		assert.Len(t, steps.Decisions, 3)
		assert.Equal(t, []int{2}, steps.Assisted)
		assert.Len(t, record.Plays, 2, "the record stays as it was")
		again, err := steps.Game(lib)
		require.NoError(t, err)
		assert.Equal(t, g.History(), again.History())
		assert.Equal(t, g.View(0), again.View(0))
	}
}

// entriesOf lists the documents of a stream as "line: id", with the decisions of records and the places of
// mistakes.
func entriesOf(stream string) []string {
	var got []string
	for _, e := range readAll(stream) {
		text := fmt.Sprintf("%d: %s", e.Line, cmp.Or(e.Record.ID, "<nil>"))
		if e.IsRecord && e.Err == nil {
			text += fmt.Sprint(" ", e.Record.Decisions)
		}
		if e.Err != nil {
			where, _, _ := strings.Cut(strings.TrimPrefix(e.Err.Error(), "test:"), ": ")
			text += " bad at " + where
		}
		got = append(got, text)
	}
	return got
}

// TestStrayLines: a broken line makes one document bad and no other: the record that goes on after it, or else
// only the line itself. It is reported once.
func TestStrayLines(t *testing.T) {
	t.Parallel()
	const hands = `"players":3,"leader":0,"lost":[],"hands":[{"cards":"H1"},{"cards":"H2"},{"cards":"R1"}]}` + "\n"
	doc := func(id string) string { return `{"id":"` + id + `",` + hands }
	rec := func(id string) string { return `{"record":1,"id":"` + id + `",` + hands }
	const play = `{"play":"0:H1"}` + "\n"
	const next = `{"play":"1:H2"}` + "\n"
	for _, c := range []struct {
		name, stream string
		want         []string
	}{
		{
			"between documents",
			doc("a") + "}\n" + doc("b") + "]\n" + doc("x") + "\"\n" + doc("c") + "foo: 1\n" + doc("d"),
			[]string{
				"1: a", "2: <nil> bad at 2:1", "3: b", "4: <nil> bad at 4:1", "5: x", "6: <nil> bad at 6:1", "7: c",
				"8: <nil> bad at 8:1", "9: d",
			},
		},
		{
			"half a document", doc("a") + `{"id":"h","players":3,"hands":[` + "\n" + doc("b") + doc("c"),
			[]string{"1: a", "2: <nil> bad at 2:1", "3: b", "4: c"},
		},
		{
			"yaml among ndjson",
			doc("a") + "id: y\nplayers: 3\nleader: 0\nhands: [{cards: H1}, {cards: H2}, {cards: R1}]\n" + doc("b") +
				"id: x\n" + doc("c"),
			[]string{
				"1: a", "2: y", "6: b", "7: x bad at 7:1", "8: c",
			},
		},
		{
			"behind a record", rec("a") + play + "}\n" + rec("b") + play + next,
			[]string{"1: a [0:H1]", "3: <nil> bad at 3:1", "4: b [0:H1 1:H2]"},
		},
		{"in a record", rec("a") + play + "}\n" + next + rec("b") + play, []string{"1: a bad at 3:1", "5: b [0:H1]"}},
		{
			"two in a record", rec("a") + play + "{\"play\":\n" + "{\"play\"\n" + next + rec("b"),
			[]string{"1: a bad at 3:1", "6: b []"},
		},
		{
			"misspelt in a record", rec("a") + `{"plya":"0:H1"}` + "\n" + next + next + doc("b"),
			[]string{"1: a bad at 2:1", "5: b"},
		},
		{"cut off at the end", rec("a") + play + `{"play":"1:`, []string{"1: a [0:H1]", "3: <nil> bad at 3:1"}},
		{
			"a document in a record", rec("a") + play + doc("b") + next + next + doc("c"),
			[]string{"1: a [0:H1]", "3: b", "4: <nil> bad at 4:1", "6: c"},
		},
		{
			"half a document behind a record", rec("a") + play + `{"id":"h","pl` + "\n" + doc("b"),
			[]string{"1: a [0:H1]", "3: <nil> bad at 3:1", "4: b"},
		},
		{
			"the begin of a record", `{"record":1,"id":"a","pl` + "\n" + play + next + rec("b") + play,
			[]string{"1: <nil> bad at 1:1", "4: b [0:H1]"},
		},
		{"no begin", play + next + play + doc("b"), []string{"1: <nil> bad at 1:1", "4: b"}},
		{
			"many", rec("a") + play + strings.Repeat("{\n", 30) + rec("b"),
			append([]string{"1: a [0:H1]"}, manyBad(3, 30)...),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := c.want
			if c.name == "many" {
				want = append(want, "33: b []")
			}
			assert.Equal(t, want, entriesOf(c.stream))
		})
	}
}

func manyBad(line, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%d: <nil> bad at %[1]d:1", line+i)
	}
	return out
}

// TestAssistedInRecords checks that a record says before which decisions a person got help that no player has,
// and that it is read back the same.
func TestAssistedInRecords(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 1})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for range 5 {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	want := chapters.Record{
		Position: g.Start(), Decisions: g.Decisions(), Assisted: []int{2, 2, 5},
		Hints: []int{0, 3, 5},
	}
	text, err := want.Text()
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	assert.JSONEq(t, `{"assisted":"open cards"}`, lines[4], "before the third decision")
	assert.Equal(t, lines[4], lines[5])
	assert.JSONEq(t, `{"hint":"fair"}`, lines[1], "before the first decision")
	for e := range lib.Read("record", bytes.NewReader(text)) {
		require.NoError(t, e.Err)
		assert.Equal(t, want.Assisted, e.Record.Assisted)
		assert.Equal(t, want.Hints, e.Record.Hints)
		assert.Equal(t, want.Decisions, e.Record.Decisions)
	}
	for e := range lib.Read("record", strings.NewReader(string(text)+`{"assisted":["x"]}`)) {
		require.ErrorContains(t, e.Err, ":13:")
	}
}
