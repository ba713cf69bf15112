package realtable_test

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWhereRoundsBegin checks whether a note makes a record, at which stage its round begins, and what is said about
// it.
func TestWhereRoundsBegin(t *testing.T) {
	const dealt = "1 3 lost r4\ndealt\ngandalf H2568M23F68S357R5\nfrodo* H134M457F145R123\nbilbo H7M168F237S12468\n"
	const three = "1 3 lost r4\ngandalf H568M23F468S357R45\nfrodo* H1234M457F15R123\nbilbo H7M168F237S12468\n"
	for _, tt := range []struct {
		name, text string
		stage      chapters.Stage
		isRecord   bool
		notes      []string
	}{
		{
			"hands without characters", "2 4;h4m3f345s17r13;h1m12458f27s3;h56m7f1s58r245;h2378m6f6s246",
			chapters.StageDraft, false, nil,
		},
		{"dealt hands with characters", dealt, chapters.StageSetup, false, nil},
		{"dealt hands with an exchange", dealt + "gandalf>frodo h2 f4", chapters.StageDraft, true, nil},
		{
			"dealt hands with an exchange that is not allowed", dealt + "frodo>gandalf h1 h2", chapters.StageSetup, false,
			[]string{"its setup is not known: a decision of Gandalf is not written: exchange (S5)"},
		},
		{
			"dealt hands and tricks without the exchange", dealt + "f126", chapters.StagePlay, true,
			[]string{
				"its setup is not known: a decision of Gandalf is not written: exchange (S5)",
				"after trick 1, the last one that is written, the round was not over",
				"tricks: Gandalf 1, Frodo 0, Bilbo 0",
			},
		},
		{"hands at the first trick", three, chapters.StagePlay, false, nil},
		{"hands at the first trick with an exchange", three + "gandalf>frodo h2 f4", chapters.StageDraft, true, nil},
		{
			"an exchange with a card that is somewhere else", three + "gandalf>frodo h7 f4", chapters.StagePlay, false,
			[]string{"its setup is not known: H7 cannot have gone from Gandalf to where it was: correct the exchange, or the trick (S6)"},
		},
		{
			"a leader that cannot have led after this setup",
			strings.NewReplacer("gandalf", "gandalf*", "frodo*", "frodo").Replace(three) + "gandalf>frodo h2 f4",
			chapters.StagePlay, false,
			[]string{"its setup is not known: according to these lines Frodo would lead: correct an exchange, or the * after a name (S7)"},
		},
		{
			"a lost card that was taken and is not written",
			strings.Replace(three, " lost r4", "", 1) + "gandalf>frodo h2 f4", chapters.StagePlay, false,
			[]string{"the lost card that Gandalf took is not written: 2 4 lost … (S2)"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := realtable.Read(chapters.Default(), tt.text)
			require.Empty(t, told(got.Faults))
			require.Len(t, got.Rounds, 1)
			assert.Equal(t, tt.stage, got.Rounds[0].Record.Stage)
			assert.Equal(t, tt.isRecord, got.Rounds[0].IsRecord)
			require.Len(t, got.Notes, len(tt.notes))
			for i, want := range tt.notes {
				assert.ErrorContains(t, got.Notes[i], want)
			}
		})
	}
}

// told returns faults as they are told in English.
func told(faults []realtable.Fault) (all []string) {
	for i := range faults {
		all = append(all, faults[i].Text(texts.New("en")))
	}
	return all
}

// TestFaultsOfRounds checks why lines that can be read make no round.
func TestFaultsOfRounds(t *testing.T) {
	const three = "2 3 lost h6\nmerry H3478M46F235S456\nfrodo* M135F1467S128R14\nsam 2 H125M278F8S37R235\n"
	const whole = three + "m574\nh13f1\nf54\ns352\nh8s15\nf37m2\ns8.4\nf6r5\nr1!2h4\nm3\nh2.m1\n"
	const left = three + "left merry H3478M6F235S456\nleft frodo M13F1467S128R14\nleft sam H125M28F8S37R235\n"
	const willow = "5 3\nfrodo*\nsam 1\ntom\n"
	for _, tt := range []struct{ name, text, want string }{
		{"a missing card", "2 2\nmerry\nfrodo*\nsam 1\nh142", "line 5: the pyramid is missing: write its rows from the top"},
		{
			"an odd pyramid", "2 2\nmerry H1\nfrodo* H2/H3/H4\nsam 1",
			"line 3: the rows of the pyramid have [3 4 5] cards, from the top",
		},
		{"no draw pile", "2 1\nmerry\nfrodo*\nsam 1\npippin\nh1234", "line 6: the draw pile is missing"},
		{"neither hands nor tricks", "2 3\nmerry\nfrodo*\nsam 1", "line 4: neither all hands nor the tricks are written"},
		{"no declaration", "8 3\nstrider 2\nfrodo*\nsam 1", "line 2: Strider needs the word more or fewer after the name (K)"},
		{"cards without a place", "2 3\nmerry H1\nfrodo* H2\nsam 1 H3", "line 4: these cards are not placed yet: "},
		{"too many cards in a trick", strings.Replace(three, "M46", "M4", 1) + "m5h3m6", "M6 is in nobody's hand: add it to the hand of the seat that played it (T3)"},
		{"a trick after the end", whole + ".\n.\n", "trick 13: the round was already over: correct a trick above, or remove this one (T10)"},
		{"a wrong leader", three + "led 1 sam\nm574", "line 6: Frodo leads trick 1, not Sam: correct who led it, or the trick before (T5)"},
		{"a card that was played", three + "m574\nm574", "M5 appears twice: it was played before; correct one of them (T1)"},
		{
			"a pile to which others are missing", "2 3 lost h6\nmerry\nfrodo*\nsam 2\nmerry: m574/",
			"these cards are not placed yet",
		},
		{"a trick in a wrong pile", left + "merry: m574/", "trick 1 is won by Sam, but lies in the pile of Merry: move it, or correct its cards (T5)"},
		{"a trick in nobody's pile", left + "nobody: m574", "trick 1 is won by Sam, but lies in nobody's pile: move it, or correct its cards (T5)"},
		{
			"a trick that nobody won", willow + "left frodo rest\nsam: f9 | h213/",
			"trick 1 is won by nobody, but lies in the pile of Sam: move it after nobody:, or correct its cards (C5)",
		},
		{
			"a side deck of another size", willow + "f1 f2 | h123",
			"trick 1: cards of the side deck that are turned up before it: 1, but there are 2 here",
		},
		{
			"no side deck", willow + "h123",
			"trick 1: cards of the side deck that are turned up before it: 1, but there are 0 here",
		},
		{"a wrong number of tricks", three + "m574\nwon sam 2", "line 6: Sam won 1 tricks, but 2 are written: correct that number, or a pile (T5)"},
		{"an exchange that is not due", three + "m574\nsam>frodo h1 m1 2\nf8f2f1", "line 6: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := realtable.Read(chapters.Default(), tt.text)
			assert.Empty(t, got.Rounds)
			require.NotEmpty(t, got.Faults)
			assert.Contains(t, strings.Join(told(got.Faults), "\n"), tt.want)
		})
	}
}

// TestForcedLastTrick checks that a note with all hands may leave out the last trick if nobody has a choice in it.
func TestForcedLastTrick(t *testing.T) {
	const hands = "2 3 lost h6\nmerry H3478M46F235S456\nfrodo* M135F1467S128R14\nsam 2 H125M278F8S37R235\n"
	const eleven = hands + "m574\nh13f1\nf54\ns352\nh8s15\nf37m2\ns8.4\nf6r5\nr1!2h4\nm3\nh2.m1\n"
	without := realtable.Read(chapters.Default(), eleven)
	require.Empty(t, without.Faults)
	with := realtable.Read(chapters.Default(), eleven+"...")
	require.Empty(t, with.Faults)
	assert.Equal(t, with.Rounds, without.Rounds)
	assert.Len(t, plays(&without.Rounds[0].Record), 36)
}

// TestTurn checks which seat plays next after the written tricks.
func TestTurn(t *testing.T) {
	const three = "2 3 lost h6\nmerry H3478M46F235S456\nfrodo* M135F1467S128R14\nsam 2 H125M278F8S37R235\n"
	for text, want := range map[string]tricks.Seat{
		three:                                   tricks.NoSeat,
		three + "m574":                          2,
		"2 3\nmerry\nfrodo*\nsam 2\nm57":        0,
		"2 3\nmerry\nfrodo*\nsam 2\nm574":       2,
		"2 3\nmerry\nfrodo*\nsam 2\nsam: m574/": tricks.NoSeat,
	} {
		assert.Equal(t, want, realtable.Read(chapters.Default(), text).Turn, text)
	}
}
