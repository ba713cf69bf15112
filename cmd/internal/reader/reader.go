// Package reader has the person who reads what the program shows, with everything that they wish about it. A full
// screen, a browser's page and a game line by line hand the same value on to whatever makes something to read.
//
// Three keepers store wishes: the file settings.yaml at home, the record of a person on a server, and a cookie for what
// belongs to one browser. A setting that people can change is a row of the list in package settings.
package reader

import (
	"cmp"
	"slices"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Reader is a person who reads what the program shows: the texts in their language, and their wishes. A Reader never
// changes, so it can be shared between goroutines. Whoever changes a setting makes a new one.
type Reader struct {
	// Texts are the texts in the person's language.
	Texts *texts.Texts
	// wishes are the person's settings about what is shown. Nobody else has their slices and maps.
	wishes settings.Settings
}

// New returns a reader with these settings. The texts decide the language, because the person may have asked for
// another one than in the settings.
func New(t *texts.Texts, wishes settings.Settings) Reader {
	wishes.Tips = slices.Clone(wishes.Tips)
	wishes.Names = nil
	wishes.Puzzles = nil
	keys := map[string][]string{}
	for action, list := range wishes.Keys {
		keys[action] = slices.Clone(list)
	}
	wishes.Keys = keys
	return Reader{Texts: t, wishes: wishes}
}

// WithoutWishes returns a reader with the usual settings.
func WithoutWishes(t *texts.Texts) Reader { return New(t, settings.Settings{}) }

// Sort returns the cards of a hand in the order that the person wishes.
func (r Reader) Sort(hand tricks.Set) []tricks.Card {
	cards := hand.Cards()
	slices.SortFunc(cards, r.Compare)
	return cards
}

// Compare compares the places of two cards in a hand: it is negative if the first one stands before the second one.
func (r Reader) Compare(a, b tricks.Card) int {
	if r.wishes.Order == settings.ByRank {
		return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(a.Suit(), b.Suit()))
	}
	return cmp.Compare(a, b)
}

// SortsBySuit reports whether the person wants cards in hands sorted by suit, which is the usual order.
func (r Reader) SortsBySuit() bool { return r.wishes.Order == "" || r.wishes.Order == settings.BySuit }

// WantsTips reports whether the person wants tips.
func (r Reader) WantsTips() bool { return !r.wishes.NoTips }

// HasSeenTip reports whether the person has seen a tip.
func (r Reader) HasSeenTip(tip string) bool { return slices.Contains(r.wishes.Tips, tip) }

// Keys returns the keys that the person has given to actions, by the names of the actions. The caller must not change
// them.
func (r Reader) Keys() map[string][]string { return r.wishes.Keys }

// WantsAuto reports whether the game goes on after each trick without a key.
func (r Reader) WantsAuto() bool { return r.wishes.Auto }

// WantsMotion reports whether cards may move.
func (r Reader) WantsMotion() bool { return !r.wishes.Still }

// WantsMouse reports whether the mouse chooses on a screen. The terminal cannot select text with it meanwhile.
func (r Reader) WantsMouse() bool { return r.wishes.Mouse }

// WantsASCII reports whether a screen has only ASCII characters.
func (r Reader) WantsASCII() bool { return r.wishes.ASCII }

// Color returns when a screen has colors: always, never, or empty or auto if the terminal decides.
func (r Reader) Color() string { return r.wishes.Color }

// Background returns the ground that the person sees: dark, light, or empty or auto if the device decides.
func (r Reader) Background() string { return r.wishes.Background }
