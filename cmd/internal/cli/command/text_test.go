package command

import (
	"testing"

	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
)

func TestText(t *testing.T) {
	assert.Equal(t, "ab  ", Pad("ab", 4))
	assert.Equal(t, "Gló ", Pad("Glóin", 4))
	assert.Equal(t, "指  ", Pad("指", 4), "it is two columns wide")
	assert.Equal(t, []string{"one two", "three"}, wrapped("one  two three", 8))
	assert.Equal(t, "Gloin, Hueter des Ringes - ?", texts.InASCII("Glóin, Hüter des Ringes – 指"))
}
