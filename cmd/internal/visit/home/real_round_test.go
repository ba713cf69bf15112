package home

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"fellowship/cmd/internal/realtable"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// played is a round of chapter 1 that was won, as people write it down.
const played = "1 4\nbilbo: m3815 / h8547 / m62s6r4 / m4f1f77\ngandalf: h1r363 / f824r5\npippin\n" +
	"frodo*: r2s2s81 / s7315 / s4f6f3h2\nleft gandalf f5\n"

// typist types a text, and gives one answer.
type typist struct {
	t *testing.T
	h *Home
	// text is what is typed, empty for the round played.
	text string
	// leaves makes the typist leave before typing.
	leaves bool
	// answer is the index of the answer to every question.
	answer int
	// err is how questions end.
	err error

	// begun is the draft with which typing began.
	begun string
	// question is the last question.
	question string
	// asked has the answers that were offered.
	asked []string
	// back is the text that was given back.
	back string
}

func (p *typist) TypeRound(_ context.Context, draft string) (string, realtable.Table, error) {
	p.begun = draft
	if p.leaves {
		return "", realtable.Table{}, context.Canceled
	}
	text := cmp.Or(p.text, played)
	parsed := realtable.Read(p.h.Library, text)
	require.Len(p.t, parsed.Rounds, 1, parsed.Faults)
	return text, parsed, nil
}

func (p *typist) Ask(_ context.Context, question string, answers []string) (int, error) {
	p.question = question
	p.asked = answers
	return p.answer, p.err
}

func (p *typist) GiveBack(text string) error {
	p.back = text
	return nil
}

// TestReadRealRound: a typed round is kept in the file that was named, and beside the saved games otherwise. A draft
// is where typing begins, and another file is never overwritten.
func TestReadRealRound(t *testing.T) {
	h := atHome(t, &scripted{t: t})
	who := &typist{t: t, h: h}
	table := RealTable{Home: h, Typist: who}
	e, err := table.Read("")
	require.NoError(t, err)
	assert.Equal(t, "table-1.txt", filepath.Base(e.File))
	assert.True(t, e.IsRecord)
	text, err := os.ReadFile(e.File)
	require.NoError(t, err)
	assert.Equal(t, played, string(text))

	path := filepath.Join(t.TempDir(), "round.txt")
	e, err = table.Read(path)
	require.NoError(t, err)
	require.NoError(t, e.WriteErr)
	assert.Equal(t, path, e.File)
	assert.Empty(t, who.begun)
	_, err = table.Read(path)
	require.NoError(t, err)
	assert.Equal(t, played, who.begun)

	require.NoError(t, os.WriteFile(path, []byte("{}"), 0o600))
	_, err = table.Read(path)
	require.ErrorContains(t, err, "already exists, and is not overwritten")
	who.leaves = true
	_, err = table.Read("")
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, who.back)
}

// TestUnsavedRealRound: a text that can be kept nowhere is given back.
func TestUnsavedRealRound(t *testing.T) {
	h := atHome(t, &scripted{t: t})
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	t.Setenv("XDG_STATE_HOME", file)
	who := &typist{t: t, h: h}
	_, err := (&RealTable{Home: h, Typist: who}).Read("")
	require.Error(t, err)
	assert.Equal(t, played, who.back)
}

// TestCountRealRound: a round counts in the campaign that is named, or that the person answers with, and only where it
// is the next one.
func TestCountRealRound(t *testing.T) {
	const four = "campaign: 1\nplayers: 4\nhumans: 4\n"
	const three = "campaign: 1\nplayers: 3\nhumans: 3\n"
	left := errors.New("left")
	for _, tt := range []struct {
		name     string
		campaign string
		typist   typist
		counts   string
		wantErr  string
	}{
		{name: "answered", typist: typist{answer: 1}, counts: "shire"},
		{name: "only looked through", typist: typist{answer: 0}},
		{name: "the question is left", typist: typist{answer: -1}},
		{name: "nobody to ask", typist: typist{answer: -1, err: ErrNobodyToAsk}},
		{name: "the program is left", typist: typist{err: left}, wantErr: "left"},
		{name: "named", campaign: "shire", counts: "shire"},
		{name: "does not fit", campaign: "bree", wantErr: "campaign bree continues with another chapter"},
		{name: "unknown", campaign: "moria", wantErr: "see: fellowship campaign"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stage := &scripted{t: t}
			h := atHome(t, stage)
			begin(t, h, "shire", four)
			begin(t, h, "bree", three)
			who := tt.typist
			who.t = t
			who.h = h
			table := RealTable{Home: h, Typist: &who}
			e, err := table.Read("")
			require.NoError(t, err)
			err = table.Count(e, tt.campaign, false)
			if tt.wantErr != "" {
				require.ErrorContains(t, err, tt.wantErr)
			} else {
				require.NoError(t, err)
			}
			if tt.campaign == "" {
				assert.Len(t, who.asked, 2, "only the campaign where it fits is offered")
			}
			kept, err := h.Saves.List().Campaign(h.Library, "shire")
			require.NoError(t, err)
			assert.Equal(t, tt.counts != "", kept.Campaign.IsWon("1"))
			assert.Equal(t, tt.counts != "", len(stage.said) == 1)
		})
	}
}

// Rounds of chapter 2 that were lost.
const (
	// lost2 is a round in piles.
	lost2 = "2 4 lost r4\nmerry: h2345 / f8615\nsam 2: h7681 / m8153 / s8645 / s73f21\npippin\n" +
		"frodo: f3r2s27 / f4r5m4m2 / r13m6m7\n"
	// inOrder is lost2 with its tricks in their order, and from another seat on.
	inOrder = "2 4 lost r4\npippin\nfrodo *\nmerry\nsam 2\nh7681\nm8153\ns8645\ns73f21\nh2345\nf8615\nf3r2s27\n" +
		"f4r5m4m2\nr13m6m7\n"
	// swapped is another round: lost2 with Forests and Shadows exchanged.
	swapped = "2 4 lost r4\nmerry: h2345 / s8615\nsam 2: h7681 / m8153 / f8645 / f73s21\npippin\n" +
		"frodo: s3r2f27 / s4r5m4m2 / r13m6m7\n"
)

// TestCountOnce: a campaign counts a round once, however it is written, and also if other rounds came after it. It
// counts the round once more if the person says so.
func TestCountOnce(t *testing.T) {
	stage := &scripted{t: t}
	h := atHome(t, stage)
	begin(t, h, "shire", "campaign: 1\nplayers: 4\nhumans: 4\nchapters:\n"+
		"- {chapter: 1, players: 4, rounds: 1, won: \"2026-11-21\", won_in: 1}\n")
	count := func(who typist, campaign string, again bool) (*typist, error) {
		t.Helper()
		who.t = t
		who.h = h
		table := RealTable{Home: h, Typist: &who}
		e, err := table.Read("")
		require.NoError(t, err)
		return &who, table.Count(e, campaign, again)
	}
	counted := func(want int) {
		t.Helper()
		kept, err := h.Saves.List().Campaign(h.Library, "shire")
		require.NoError(t, err)
		assert.Equal(t, want, kept.Campaign.ProgressOf("2", 4).Rounds)
		assert.Len(t, stage.said, want)
	}
	for _, text := range []string{lost2, swapped} {
		_, err := count(typist{text: text}, "shire", false)
		require.NoError(t, err)
	}
	counted(2)
	for _, text := range []string{lost2, inOrder, swapped} {
		_, err := count(typist{text: text, err: ErrNobodyToAsk}, "shire", false)
		require.ErrorIs(t, err, ErrCounted)
		require.ErrorContains(t, err, "; with --again it counts once more")
	}
	counted(2)

	who, err := count(typist{text: inOrder, answer: 0}, "shire", false)
	require.NoError(t, err)
	assert.Equal(t, "Counted already, as shire-r2-1", who.question)
	counted(2)
	_, err = count(typist{text: inOrder, answer: 1}, "shire", false)
	require.NoError(t, err)
	counted(3)
	_, err = count(typist{text: lost2, err: ErrNobodyToAsk}, "shire", true)
	require.NoError(t, err)
	counted(4)

	who, err = count(typist{text: lost2, answer: 1}, "", false)
	require.NoError(t, err)
	assert.Equal(t, []string{
		"Just look through it", "Again in shire, counted as shire-r2-1",
	}, who.asked, "the answer says it, so it is asked once")
	counted(5)
}

// TestCountedAndGoneOn: a round that was won is told to be counted, although the campaign goes on with another chapter.
func TestCountedAndGoneOn(t *testing.T) {
	h := atHome(t, &scripted{t: t})
	begin(t, h, "shire", "campaign: 1\nplayers: 4\nhumans: 4\n")
	table := RealTable{Home: h, Typist: &typist{t: t, h: h}}
	e, err := table.Read("")
	require.NoError(t, err)
	require.NoError(t, table.Count(e, "shire", false))
	for _, again := range []bool{false, true} {
		require.ErrorContains(t, table.Count(e, "shire", again),
			"campaign shire has already counted this round, as shire-r1-1, and continues with another chapter")
	}
}
