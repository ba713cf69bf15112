package home

import (
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
	// leaves makes the typist leave before typing.
	leaves bool
	// answer is the index of the answer to every question.
	answer int
	// err is how questions end.
	err error

	// begun is the draft with which typing began.
	begun string
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
	parsed := realtable.Read(p.h.Library, played)
	require.Len(p.t, parsed.Rounds, 1)
	return played, parsed, nil
}

func (p *typist) Ask(_ context.Context, _ string, answers []string) (int, error) {
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
	require.ErrorContains(t, err, "is there already, and is not overwritten")
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
		{name: "does not fit", campaign: "bree", wantErr: "campaign bree goes on with another chapter"},
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
			err = table.Count(e, tt.campaign)
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
