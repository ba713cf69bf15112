package players

import (
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
)

// known are the special rules that the following places consider. None of these places can ask
// [tricks.Specials.Changes] instead, so a new special rule may make them wrong:
//
//   - the playout's guess at who wins a trick (beatingCards, taker and shortBy in playout.go),
//   - the coach's judgement of cards (playChancesOf in cmd/internal/texts/coach.go),
//   - the text of rule T5 (cmd/internal/pages/rulebook/rules.yaml).
const known = tricks.Trumps | tricks.Willow | tricks.Balrog | tricks.Naming | tricks.Free | tricks.PutFirst |
	tricks.SetAside |
	tricks.Tucked | tricks.Covered | tricks.Drawn | tricks.Uneven | tricks.Exchange | tricks.DueLast

// TestEverySpecialIsTold fails for a new special rule, so that nobody forgets the places that the comment
// of known names.
func TestEverySpecialIsTold(t *testing.T) {
	for special := tricks.Specials(1); special.Changes() != ^tricks.Changes(0); special <<= 1 {
		assert.NotZero(t, special&known,
			"special number %d is new: see to the places that the comment of known names, then add it there", special)
	}
}
