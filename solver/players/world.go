package players

import (
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/characters/say"
)

// worldTries is how often a world is made up before giving up. Nearly all come
// right at once.
const worldTries = 20

// errNoWorld says that no world was found that agrees with a view.
var errNoWorld = say.New("no world was found that agrees with what is seen")

// World returns a game that the player of a view cannot tell from the one he is
// in. The cards that he does not see are made up. Everything else is the same, and so is his
// view of it. It depends on the view and the source only.
func World(v *chapters.View, src rand.Source) (*chapters.Game, error) {
	if g := (&chapters.Game{}); learn(v).world(g, src) {
		return g, nil
	}
	return nil, errNoWorld
}

// world makes a game that nobody needs any more a [World]. It reports whether one was found.
func (k *knowledge) world(g *chapters.Game, src rand.Source) bool {
	for n := range worldTries {
		where, ok := k.deal(src)
		if !ok && n < worldTries-1 {
			continue // in the end better a doubtful world than none
		}
		if k.builder.Build(g, where, src) == nil {
			return true
		}
	}
	return false
}
