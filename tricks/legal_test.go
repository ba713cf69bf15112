package tricks_test

import (
	"strings"
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRefusals checks that every refusal names the rule that forbids the play. Package chapters tests
// which plays are legal and who wins, against its plain engine: TestTinyDecks, TestPlainEngine.
func TestRefusals(t *testing.T) {
	hand := func(text string) tricks.Hand { return tricks.Plain(tricks.SetOf(parse(t, text)...)) }
	for _, c := range []struct {
		name   string
		hands  []tricks.Hand
		played []string
		play   string
		want   string // "" if legal
	}{
		{
			"T4 must follow",
			[]tricks.Hand{hand("H1"), hand("H2 M3"), hand("F1")},
			[]string{"0:H1"},
			"1:M3",
			"seat 1 must follow Hills (T4)",
		},
		{
			"T4 Rings do not free",
			[]tricks.Hand{hand("H1"), hand("H2 R1"), hand("F1")},
			[]string{"0:H1"},
			"1:R1!",
			"seat 1 must follow Hills (T4)",
		},
		{"T4 any card if void", []tricks.Hand{hand("H1"), hand("R2 M3"), hand("F1")}, []string{"0:H1"}, "1:R2", ""},
		{
			"T6 no Ring lead",
			[]tricks.Hand{hand("H1 R2"), hand("H2 M3"), hand("F12")},
			nil, "0:R2",
			"seat 0 may not lead R2: Rings may not be led until one was played in an earlier trick (T6)",
		},
		{
			"T6 nor R1 to win",
			[]tricks.Hand{hand("H1 R1"), hand("H2 M3"), hand("F12")},
			nil, "0:R1!",
			"seat 0 may not lead R1: Rings may not be led until one was played in an earlier trick (T6)",
		},
		{"T6 nothing but Rings", []tricks.Hand{hand("R12"), hand("H2 M3"), hand("F12")}, nil, "0:R2", ""},
		{
			"T6 later",
			[]tricks.Hand{hand("H8 R2"), hand("R3 M3"), hand("F12")},
			[]string{"0:H8", "1:R3", "2:F1"},
			"0:R2", "",
		},
		{
			"T7 only R1",
			[]tricks.Hand{hand("H1 R2"), hand("H2 M3"), hand("F12")},
			nil, "0:H1!",
			"seat 0 cannot play H1 to win: only R1 can (T7)",
		},
		{
			"T3 not his turn",
			[]tricks.Hand{hand("H1"), hand("H2"), hand("F1")},
			nil, "1:H2",
			"seat 1 cannot play H2: it is seat 0's turn (T3)",
		},
		{"T3 not held", []tricks.Hand{hand("H1"), hand("H2"), hand("F1")}, nil, "0:H2", "seat 0 does not hold H2 (T3)"},
		{
			"T3 not held any more",
			[]tricks.Hand{hand("H18"), hand("H23"), hand("F12")},
			[]string{"0:H8", "1:H2", "2:F1"},
			"0:H8", "seat 0 does not hold H8 (T3)",
		},
		{
			"T9 sits out",
			[]tricks.Hand{hand("H18"), hand("H2"), hand("F12")},
			[]string{"0:H8", "1:H2", "2:F1", "0:H1"},
			"1:H2", "seat 1 cannot play H2: it is seat 2's turn (T3)",
		},
		{
			"T10 over",
			[]tricks.Hand{hand("H1"), hand("H2"), hand("F12")},
			[]string{"0:H1", "1:H2", "2:F1"},
			"2:F2",
			"seat 2 cannot play F2: the round is over (T10)",
		},
		{
			"no such seat",
			[]tricks.Hand{hand("H1"), hand("H2"), hand("F1")},
			nil, "3:H2",
			"seat 3 cannot play H2: it is seat 0's turn (T3)",
		},
		{
			"S9 covered",
			[]tricks.Hand{
				tricks.Pyramid{Rows: [][]tricks.Card{parse(t, "M1"), parse(t, "M2 M3")}},
				hand("H2"),
				hand("F1"),
			},
			nil, "0:M1", "seat 0 cannot play M1: it is covered (S9)",
		},
		{
			"S9 uncovered only when the trick ends",
			[]tricks.Hand{tricks.Pyramid{Rows: [][]tricks.Card{
				parse(t, "H8"),
				{tricks.NoCard, tricks.NewCard(tricks.Mountains, 3)},
			}}, hand("H23"), hand("F12")},
			[]string{"0:M3", "1:H2", "2:F1"},
			"0:H8", "",
		},
		{
			"S9 covered cards do not count for T4",
			[]tricks.Hand{
				tricks.Pyramid{Rows: [][]tricks.Card{parse(t, "H8"), parse(t, "M2 M3")}},
				hand("H2"),
				hand("F1"),
			},
			[]string{"1:H2", "2:F1"},
			"0:M2", "",
		},
		{
			"S9 covered cards do not count for T6",
			[]tricks.Hand{
				tricks.Pyramid{Rows: [][]tricks.Card{parse(t, "H8"), parse(t, "R2 R3")}},
				hand("H2"),
				hand("F1"),
			},
			nil, "0:R2", "",
		},
		{
			"S10 not drawn",
			[]tricks.Hand{
				tricks.Solo{Start: tricks.SetOf(parse(t, "H1")...), Drawn: parse(t, "H2")},
				hand("H3"),
				hand("F1"), hand("F2"),
			},
			nil, "0:H2", "seat 0 has not drawn H2 yet (S10)",
		},
		{
			"S10 drawn after the trick",
			[]tricks.Hand{
				tricks.Solo{Start: tricks.SetOf(parse(t, "H4")...), Drawn: parse(t, "H2")},
				hand("H3 F3"),
				hand("F1"), hand("F2"),
			},
			[]string{"0:H4", "1:H3", "2:F1", "3:F2"},
			"0:H2", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := tricks.NewTable(tricks.NoSuit, c.hands...)
			leader := tricks.Seat(0)
			if len(c.played) > 0 {
				leader = play(t, c.played[0]).Seat
			}
			s := table.Start(leader, tricks.NoCard)
			for _, text := range c.played {
				p := play(t, text)
				require.NoError(t, table.Check(&s, p))
				table.Play(&s, p.Move)
			}
			before := s
			err := table.Check(&s, play(t, c.play))
			assert.Equal(t, before, s, "Check changes nothing")
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, c.want)
			var illegal *tricks.IllegalError
			require.ErrorAs(t, err, &illegal)
		})
	}
}

func play(t testing.TB, text string) tricks.Play {
	t.Helper()
	code, toWin := strings.CutSuffix(text, "!") // the parser refuses H1! itself
	p, err := tricks.ParsePlay(code)
	require.NoError(t, err)
	p.ToWin = toWin
	return p
}

// TestSpecials checks which specials a table reports, and that a special without an entry changes
// everything.
func TestSpecials(t *testing.T) {
	one := func(text string) tricks.Set { return tricks.SetOf(parse(t, text)...) }
	table := tricks.NewTable(tricks.NoSuit, tricks.Plain(one("H1 M1")), tricks.Plain(one("H2 M2")),
		tricks.Plain(one("H3 M3")))
	start := table.Start(0, tricks.NoCard)
	assert.Zero(t, table.Specials(&start))
	table = tricks.NewTable(tricks.Rivers, tricks.Plain(one("H1 M1")), tricks.Plain(one("H2 M2")),
		tricks.Plain(one("H3")))
	start = table.Start(0, tricks.NoCard)
	assert.Equal(t, tricks.Trumps|tricks.Uneven, table.Specials(&start))
	assert.Equal(t, tricks.Wins|tricks.Plays|tricks.Leads, table.Specials(&start).Changes())
	table.Free, table.Namers = 1, 2
	assert.Equal(t, tricks.Trumps|tricks.Uneven|tricks.Free|tricks.Naming, table.Specials(&start))
	table = tricks.NewTable(tricks.NoSuit, tricks.Plain(one("M1")), tricks.Plain(one("H2 M2")),
		tricks.Plain(one("H3 M3")))
	table.SetAside(table.First,
		[tricks.MaxSeats]tricks.Card{tricks.NoCard, one("H2").First(), tricks.NoCard, tricks.NoCard})
	start = table.Start(0, tricks.NoCard)
	assert.Equal(t, tricks.SetAside|tricks.Uneven, table.Specials(&start), "all cards are played")
	table = tricks.NewTable(tricks.NoSuit, tricks.Plain(one("M1")), tricks.Plain(one("H2 M2")), tricks.Plain(one("H3")))
	table.SetAside(table.First, [tricks.MaxSeats]tricks.Card{tricks.NoCard, one("H2").First(), tricks.NoCard, tricks.NoCard})
	start = table.Start(0, tricks.NoCard)
	assert.Equal(t, tricks.SetAside|tricks.DueLast, table.Specials(&start), "one stays over (T10)")
	assert.NotZero(t, tricks.DueLast.Changes()&tricks.Follows, "it need not follow suit (G2)")
	assert.Equal(t, ^tricks.Changes(0), (tricks.DueLast << 1).Changes(), "it has not said what it changes")
}
