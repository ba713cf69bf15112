package chapters_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/tricks"
)

// TestViewIsDocumented: docs/bots.md names every key that a view of a random round has in JSON, and
// none that no view has.
func TestViewIsDocumented(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		for g := gameOf(t, pos); ; {
			if rng.IntN(4) == 0 {
				keysOf(asJSON(t, g.View(tricks.Seat(rng.IntN(pos.Players)))), seen)
			}
			if !randomDecision(t, g, rng) {
				return
			}
		}
	})
	page, err := os.ReadFile("../docs/bots.md")
	require.NoError(t, err)
	word := regexp.MustCompile("`([a-z_0-9]+)`")
	told := map[string]bool{}
	for _, m := range word.FindAllStringSubmatch(string(page), -1) {
		told[m[1]] = true
	}
	for _, key := range slices.Sorted(maps.Keys(seen)) {
		assert.True(t, told[key], "%s is not in docs/bots.md", key)
	}
	for line := range strings.Lines(string(page)) {
		if cells := strings.SplitN(line, "|", 3); len(cells) == 3 && !strings.HasPrefix(cells[2], " what happened") {
			for _, m := range word.FindAllStringSubmatch(cells[1], -1) {
				assert.True(t, seen[m[1]] || isEvent(m[1]), "no view has %s", m[1])
			}
		}
	}
	for k := range chapters.NumEvents {
		assert.True(t, told[chapters.EventKind(k).String()], "event %d", k)
	}
	for k := chapters.Draft; k.String() != ""; k++ {
		assert.True(t, told[k.String()], "decision %d", k)
	}
}

func isEvent(word string) bool {
	for k := range chapters.NumEvents {
		if chapters.EventKind(k).String() == word {
			return true
		}
	}
	return false
}

// TestViewExample: the example in docs/bots.md is part of the view that the text there names.
func TestViewExample(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/bots.md")
	require.NoError(t, err)
	_, example, _ := strings.Cut(string(page), "```json\n")
	var want any
	require.NoError(t, json.NewDecoder(strings.NewReader(example)).Decode(&want))
	file, err := os.Open("testdata/view.yaml")
	require.NoError(t, err)
	defer file.Close()
	for e := range chapters.Default().Read("view", file) {
		require.NoError(t, e.Err)
		g, err := e.Record.Game(chapters.Default())
		require.NoError(t, err)
		part(t, want, asJSON(t, g.View(1)), "view")
	}
}

// part checks that a JSON value is part of another one: it may have fewer keys.
func part(t *testing.T, want, have any, where string) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		for key, value := range w {
			part(t, value, have.(map[string]any)[key], where+"."+key)
		}
	case []any:
		require.Len(t, have, len(w), where)
		for i, value := range w {
			part(t, value, have.([]any)[i], where)
		}
	default:
		assert.Equal(t, want, have, where)
	}
}

// asJSON returns a view as a program reads it from JSON.
func asJSON(t *testing.T, v chapters.View) (out any) {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	if v.Deal != "" {
		require.NotContains(t, string(text), v.Deal, "who knows the deal knows all cards")
	}
	require.NoError(t, json.Unmarshal(text, &out))
	return out
}

// keysOf collects the keys of a JSON value, without the kinds of decisions.
func keysOf(value any, keys map[string]bool) {
	switch v := value.(type) {
	case map[string]any:
		for key, value := range v {
			keys[key] = true
			keysOf(value, keys)
		}
	case []any:
		for _, value := range v {
			keysOf(value, keys)
		}
	}
}
