package texts

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/cells"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryKindHasItsWords checks that each kind of decision has a row in decisionWords, with all keys
// that its form needs, and that every language has these keys.
func TestEveryKindHasItsWords(t *testing.T) {
	says := map[chapters.DecisionKind][]string{
		chapters.Redraw: {chapters.Yes, chapters.No}, chapters.Declare: {characters.More, characters.Fewer},
		chapters.TakeLost: {chapters.Yes, chapters.No}, chapters.TakeBack: {chapters.Yes, chapters.No},
	}
	for i := range decisionWords {
		k := chapters.DecisionKind(i)
		w := &decisionWords[i]
		keys := []string{w.ask, w.deed}
		switch w.form {
		case noForm:
			t.Errorf("%s has no words", k)
		case cardForm, playForm:
			keys = append(keys, w.detail)
		case replyForm:
			keys = append(keys, w.task, w.detail)
		case passForm:
			keys = append(keys, w.task, w.detail)
			if w.partner+w.noAnswer+w.noDeed+w.noDetail != "" {
				keys = append(keys, w.partner, w.noAnswer, w.noDeed, w.noDetail)
			}
		case wordForm, numberForm:
			keys = append(keys, w.answer)
		case characterForm, seatForm:
		}
		for _, lang := range characters.Languages {
			have := New(lang)
			for _, key := range keys {
				ends := []string{""}
				if strings.HasSuffix(key, ".") {
					ends = says[k]
					assert.NotEmpty(t, ends, "what %s says", k)
				}
				for _, end := range ends {
					assert.Contains(t, have.byKey, key+end, "%s in %s", k, lang)
				}
			}
		}
	}
}

// unworded matches a key of a text, a decision as a record has it, and a format that failed.
var unworded = regexp.MustCompile(`%!|(ask|answer|option|deed|detail|say)\.|[0-2]:`)

// TestEveryDecisionIsWorded asks and names all decisions of rounds of every
// chapter, in every language: none comes out as its key or as in a record.
func TestEveryDecisionIsWorded(t *testing.T) {
	lib := chapters.Default()
	met := map[chapters.DecisionKind]bool{}
	read := map[string]bool{"": false}
	for _, id := range slices.Concat(lib.DealIDs(1), lib.DealIDs(2)) {
		pos, err := lib.Deal(id)
		require.NoError(t, err, id)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, id)
		for a := g.View(g.Due().Decider).Ask; a != nil; a = g.View(g.Due().Decider).Ask {
			v := g.View(a.Decider)
			for _, lang := range characters.Languages {
				said := New(lang).Round(&v)
				texts := []string{said.Question(a)}
				for _, d := range a.Options {
					texts = append(texts, said.Answer(d), said.Choice(d), said.Option(d), said.Deed(d),
						said.OpenCards([]chapters.Decision{d}, nil, len(a.Options)+1))
					if decisionWords[d.Kind].detail != "" {
						texts = append(texts, said.Detail(d))
						if !IsDecline(d) {
							texts = append(texts, said.Task(a, d.Target))
						}
					}
				}
				for _, text := range texts {
					worded, known := read[text]
					if !known {
						worded = !unworded.MatchString(text)
						read[text] = worded
					}
					if !worded {
						assert.Fail(t, "it is not worded", "%q: %s in %s", text, a.Kind, id)
					}
				}
			}
			met[a.Kind] = true
			require.NoError(t, g.Apply(a.Options[len(g.Decisions())*5%len(a.Options)]))
		}
	}
	for k := chapters.Draft; k.String() != ""; k++ {
		assert.True(t, met[k], "%s was never due", k)
	}
}

// TestPromptsFitTheirRow checks that each question of every chapter fits the row of a window of 80
// columns, and two rows of one of 46, behind the words that say whose turn it is.
func TestPromptsFitTheirRow(t *testing.T) {
	lib := chapters.Default()
	seen := map[string]bool{}
	for _, id := range slices.Concat(lib.DealIDs(1), lib.DealIDs(2)) {
		pos, err := lib.Deal(id)
		require.NoError(t, err, id)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, id)
		for a := g.View(g.Due().Decider).Ask; a != nil; a = g.View(g.Due().Decider).Ask {
			v := g.View(a.Decider)
			for _, lang := range characters.Languages {
				texts := New(lang)
				who := texts.T("turn.you")
				if v.Players == 1 {
					who = texts.T("turn.of", texts.Round(&v).NameAt(a.Seat))
				} else if v.Seats[a.Seat].Rows != nil {
					who = texts.T("turn.pyramid")
				}
				for _, d := range a.Options {
					if IsDecline(d) {
						continue
					}
					for _, ask := range []string{texts.Round(&v).Task(a, d.Target), texts.PartnerQuestion(a.Kind)} {
						if text := texts.T("question.of", who, ask); !seen[text] && a.Kind != chapters.Draft {
							seen[text] = true
							assert.LessOrEqual(t, cells.Width(text), 72, "%s: %s", id, text)
							assert.LessOrEqual(t, len(cells.Wrap(text, 44)), 2, "%s: %s", id, text)
						}
					}
				}
			}
			require.NoError(t, g.Apply(a.Options[len(g.Decisions())*5%len(a.Options)]))
		}
	}
}
