package web

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRealSteps checks that each button for a round of a real table names a step, and that each step has what it needs.
func TestRealSteps(t *testing.T) {
	t.Parallel()
	buttons := regexp.MustCompile(`name="do" value="([a-z]+)`).FindAllStringSubmatch(
		string(embedded("page/template/real.html")), -1)
	require.NotEmpty(t, buttons)
	for _, button := range buttons {
		assert.Contains(t, realSteps, button[1])
	}
	for name, step := range realSteps {
		require.NotNil(t, step.fills, name)
		if step.previous == nil {
			continue
		}
		for _, kind := range []string{"", "piles"} {
			assert.Contains(t, realSteps, step.previous(&realForm{Kind: kind}), name)
		}
	}
}

// TestRealStepName checks that a form gets the first step as long as the step that it asks for needs more than is
// known, and that a card or a place that was pressed is the step.
func TestRealStepName(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	for query, want := range map[string]string{
		"":                             "web.real.about",
		"do=nothing&text=2+4":          "web.real.about",
		"do=who":                       "web.real.about",
		"do=who&text=2+4":              "web.real.who",
		"do=lay&text=2+4":              "web.real.about",
		"tap=H1&text=2+4":              "web.real.about",
		"do=text":                      "real.hint",
		"do=guide&text=2+4%0Asam":      "web.real.order",
		"do=lay&text=2+4%0Asam":        "web.real.again",
		"to=sam&text=2+4%0Asam":        "web.real.again",
		"do=check&led=1+sam":           "web.real.text",
		"do=who&tap=H1&text=2+4%0Asam": "web.real.again",
	} {
		require.NoError(t, anna.Open("/real?"+query))
		shown, _, _ := strings.Cut(anna.words().T(want), ".")
		assert.Contains(t, anna.Text(), shown, query)
	}
}
