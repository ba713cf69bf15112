package command

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A JSON answer has the character it was given, as an escape.
func TestJSONEscapes(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteJSON(&b, errorAnswer{Error: "a\u009bb\u202ec\u2028\x7f\U000E0041 é🌲"}))
	const want = `{"id":null,"error":"a\u009bb\u202ec\u2028\u007f\udb40\udc41 é🌲"}`
	assert.Contains(t, b.String(), want)
	var back errorAnswer
	require.NoError(t, json.Unmarshal([]byte(b.String()), &back))
	assert.Equal(t, "a\u009bb\u202ec\u2028\x7f\U000E0041 é🌲", back.Error)
}
