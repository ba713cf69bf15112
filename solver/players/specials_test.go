package players

import (
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
)

// told are the specials that these places were told about, none of which can ask
// [tricks.Specials.Changes] what to do instead: the playout's guess at who wins a trick
// (over, taker and shortBy in playout.go), the coach's chances (chancesOf in
// cmd/internal/texts/coach.go), and the text of rule T5 (cmd/internal/pages/rulebook/rules.yaml).
const told = tricks.Trumps | tricks.Willow | tricks.Balrog | tricks.Naming | tricks.Free | tricks.PutFirst |
	tricks.SetAside |
	tricks.Tucked | tricks.Covered | tricks.Drawn | tricks.Uneven | tricks.Exchange | tricks.DueLast

// TestEverySpecialIsTold names the places that a new special leaves wrong in silence.
func TestEverySpecialIsTold(t *testing.T) {
	for special := tricks.Specials(1); special.Changes() != ^tricks.Changes(0); special <<= 1 {
		assert.NotZero(t, special&told,
			"special number %d is new: see to the places that the comment of told names, then add it there", special)
	}
}
