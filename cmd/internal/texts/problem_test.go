package texts

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

type keyed struct{ error }

func (keyed) Key() string { return "problem.full" }

// TestProblem holds that an error is told in the language as far as there is a
// text, and never lost.
func TestProblem(t *testing.T) {
	plain := errors.New("no space left on device")
	full := fmt.Errorf("saved game x: %w: %w", keyed{errors.New("the disk is full")}, plain)
	assert.Equal(t, full.Error(), New("en").Problem(full))
	assert.Equal(t, "Der Datenträger ist voll.", New("de").Problem(full))
	assert.Equal(t, plain.Error(), New("de").Problem(plain))
}
