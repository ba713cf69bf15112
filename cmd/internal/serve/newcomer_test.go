package serve

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestManyWrongCodes checks that wrong codes are counted, and that after too many of them
// nothing is looked up any more.
func TestManyWrongCodes(t *testing.T) {
	t.Parallel()
	h := open(t, func(o *Options) {
		o.Metrics = "127.0.0.1:0"
		o.Limits.Codes = 1
	})
	anna := h.friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.goesTo("Enter a code")
	for i, says := range []string{"is not known", "too many wrong codes"} {
		anna.press(fmt.Sprint("nosuchcode", i, "\r"))
		anna.sees(says)
	}
	_, text := h.asked("/metrics")
	assert.Contains(t, text, "fellowship_codes_wrong_total 1\n")
	assert.Contains(t, text, "fellowship_codes_refused_total 1\n")
}
