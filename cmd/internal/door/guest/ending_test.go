package guest

import (
	"testing"

	"fellowship/characters"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
)

// TestEndReason checks that each reason has a name of its own and a message, in every language, unless the person knows
// the reason or cannot read any more. Only a program that broke has failed.
func TestEndReason(t *testing.T) {
	silent := map[EndReason]bool{Left: true, Lost: true, Stuck: true}
	names := map[string]bool{}
	for end := Left; end <= Broken; end++ {
		assert.False(t, names[end.String()], end.String())
		names[end.String()] = true
		assert.Equal(t, end == Broken, end.Status() != 0, end.String())
		for _, lang := range characters.Languages {
			message := end.Message(texts.New(lang))
			assert.Equal(t, silent[end], message == "", "%s in %s", end, lang)
			assert.NotEqual(t, "guest."+end.String(), message)
		}
	}
}
