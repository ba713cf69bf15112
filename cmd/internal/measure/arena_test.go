package measure

import (
	"testing"

	"fellowship/cmd/internal/pages/page"
	"fellowship/solver/arena"

	"github.com/stretchr/testify/assert"
)

// TestArenaPercent checks a share that lies in the middle between two whole percents: 23 of 40 are 57.5 %
// exactly, and fmt rounds that to the even number.
func TestArenaPercent(t *testing.T) {
	p := row(&arena.Row{Rounds: 40, Scores: []arena.Score{{LineUp: "strong", Wins: 23}}})
	assert.Contains(t, p.String(page.Style{}), "58 %")
}
