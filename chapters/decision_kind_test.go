package chapters

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/tricks"
)

// TestKinds: every kind of decision has a complete row and a name of its own, and its decisions are written
// and read in the row's form.
func TestKinds(t *testing.T) {
	t.Parallel()
	names := map[string]bool{undoKey: true, assistedKey: true, hintKey: true} // lines that are no decisions
	for i := range decisionKinds {
		k := DecisionKind(i)
		row := &decisionKinds[i]
		assert.False(t, names[row.name] || row.name == "", "%d: %q", k, row.name)
		names[row.name] = true
		assert.NotEmpty(t, row.rule, k)
		assert.True(t, row.candidates != nil && row.legal != nil && row.apply != nil, k)
		assert.Equal(t, row.form == aWord, row.words != nil, k)
		found, ok := kindNamed(row.name)
		assert.True(t, ok && found == k, k)

		d := newDecision(k, 1)
		switch row.form {
		case aWord:
			d.Word = row.words[0]
		case aCharacter:
			d.Character = "sam"
		case aRange:
			d.Word = "3-4"
		case aNumber:
			d.Number = 7
		case aCard:
			d.Card = tricks.OneRing
		case aPass:
			d.Target = 2
			d.Card = tricks.OneRing
		case aSeat:
			d.Target = 2
		case aPlay:
			d.Card = tricks.OneRing
			d.ToWin = true
		}
		back, err := ParseDecision(k, d.String())
		require.NoError(t, err, k)
		assert.Equal(t, d, back)
		if row.form == aPass {
			_, err = ParseDecision(k, "1:-")
			assert.Equal(t, row.declines, err == nil, "%s: %v", k, err)
			d.Target = LostCard
			_, err = ParseDecision(k, d.String())
			assert.Equal(t, row.toLost, err == nil, "%s: %v", k, err)
		}
	}
	_, ok := kindNamed("none")
	assert.False(t, ok)
}

// TestEventRows: every kind of event has a name of its own, and its JSON has the fields that the kind uses.
func TestEventRows(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for i := range eventKinds {
		k := EventKind(i)
		row := &eventKinds[i]
		assert.False(t, names[row.name] || row.name == "", "%d: %q", k, row.name)
		names[row.name] = true
		text, err := json.Marshal(Event{Kind: k, Card: tricks.NoCard, Target: 2})
		require.NoError(t, err, k)
		assert.Contains(t, string(text), `{"kind":"`+row.name+`",`)
		assert.Equal(t, row.card != noCard, strings.Contains(string(text), `"card":"?"`), k)
		assert.Equal(t, row.hasTarget, strings.Contains(string(text), `"to":2`), k)
	}
}
