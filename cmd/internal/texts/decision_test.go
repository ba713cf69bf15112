package texts

import (
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryKindHasItsWords: no kind of decision goes without a row, and no row
// without the keys that its form needs, in every language.
func TestEveryKindHasItsWords(t *testing.T) {
	says := map[chapters.DecisionKind][]string{
		chapters.Redraw: {chapters.Yes, chapters.No}, chapters.Declare: {characters.More, characters.Fewer},
		chapters.TakeLost: {chapters.Yes, chapters.No}, chapters.TakeBack: {chapters.Yes, chapters.No},
	}
	for i := range decisionWords {
		k, w := chapters.DecisionKind(i), &decisionWords[i]
		keys := []string{w.ask, w.deed}
		switch w.form {
		case noForm:
			t.Errorf("%s has no words", k)
		case aCard, aPlay:
			keys = append(keys, w.detail)
		case aReply:
			keys = append(keys, w.task, w.detail)
		case aPass:
			keys = append(keys, w.task, w.detail)
			if w.partner+w.none+w.noDeed+w.noDetail != "" {
				keys = append(keys, w.partner, w.none, w.noDeed, w.noDetail)
			}
		case aWord, aNumber:
			keys = append(keys, w.answer)
		case aCharacter, aSeat:
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

// TestEveryDecisionIsWorded asks and names all decisions of rounds of every
// chapter, in every language: none comes out as its key or as in a record.
func TestEveryDecisionIsWorded(t *testing.T) {
	lib := chapters.Default()
	met := map[chapters.DecisionKind]bool{}
	for _, id := range slices.Concat(lib.Deals(1), lib.Deals(2)) {
		pos, err := lib.Deal(id)
		require.NoError(t, err, id)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, id)
		for a := g.View(g.Due().By).Ask; a != nil; a = g.View(g.Due().By).Ask {
			v := g.View(a.By)
			for _, lang := range characters.Languages {
				said := New(lang)
				texts := []string{said.Question(&v, a)}
				for _, d := range a.Options {
					texts = append(texts, said.Answer(&v, d), said.Choice(&v, d), said.Option(&v, d), said.Deed(&v, d),
						said.OpenCards(&v, []chapters.Decision{d}, nil, len(a.Options)+1))
					if decisionWords[d.Kind].detail != "" {
						texts = append(texts, said.Detail(&v, d))
						if !Declines(d) {
							texts = append(texts, said.Task(&v, a, d.To))
						}
					}
				}
				for _, text := range texts {
					assert.NotEmpty(t, text, "%s in %s", a.Kind, id)
					for _, bad := range []string{"%!", "ask.", "answer.", "option.", "deed.", "detail.", "say.", "1:", "0:", "2:"} {
						assert.NotContains(t, text, bad, "%s in %s", a.Kind, id)
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
