package serve

import (
	"strings"
	"testing"

	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
)

// TestAlone checks that one person with computer players takes back and asks as at home, also where
// they have gone on behind the end of a trick, and is offered nothing that takes others.
func TestAlone(t *testing.T) {
	t.Parallel()
	en := texts.New("en")
	h := open(t, nil)
	anna := meetAs(h, 2, func(host *friend) {
		host.sets("Seat 2", "computer, random")
		host.sets("Hints", "yes")
	}, "anna")[0]
	assert.NotContains(t, anna.text, en.T("serve.phrase"))
	anna.isReady()
	for !strings.Contains(anna.until("that it goes on", acts), "wins trick 1.") {
		anna.press("\r")
	}
	anna.press("u")
	anna.sees(en.T("undo.done"))
	anna.press("p")
	anna.sees(en.T("serve.toround"))
	assert.NotContains(t, anna.text, en.T("serve.phrase"))
	assert.Contains(t, anna.text, en.T("serve.more"))
}
