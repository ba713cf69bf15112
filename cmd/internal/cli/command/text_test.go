package command

import (
	"testing"

	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
)

func TestText(t *testing.T) {
	assert.Equal(t, "Gloin, Hueter des Ringes - ?", texts.InASCII("Glóin, Hüter des Ringes – 指"))
}
