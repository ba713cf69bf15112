package characters

import (
	"path"
	"slices"
	"strings"

	"fellowship/characters/strictyaml"
)

// Gift is a gift card: it lies beside one character for a round.
type Gift struct {
	ID   string
	Name Text
	// Character is who can have it; without that character in play it does
	// nothing.
	Character string
	Text      Text
	Effect    Effect
	// Ranges are what ChooseRange lets its owner choose from.
	Ranges   [][2]int
	Fidelity Fidelity
}

// Effect is what a gift does. The set is closed.
type Effect uint8

// The effects of gifts.
const (
	NoEffect Effect = iota
	// ChooseRange: instead of a threat number the owner chooses a range of
	// tricks (The Sword That Was Broken).
	ChooseRange
	// AnnounceSuits: at the end of setup the owner says which suits he holds
	// most of; not in solo, not at the pyramid (The Horn of Gondor).
	AnnounceSuits
	// WaiveGoal: once in a chapter one character's goal counts as met (the
	// Mithril Shirt).
	WaiveGoal
	// ExchangeInPlay: once, before any trick, the owner may exchange with the
	// lost card or with who took it (Sting).
	ExchangeInPlay
	// FreeFirstTrick: in the first trick the owner need not follow suit
	// (Glamdring).
	FreeFirstTrick
)

// Suits reports whether the character can have the gift. Where a range takes the place of
// the threat number, the goal must not need the number.
func (g *Gift) Suits(c *Character) bool {
	if g.Effect != ChooseRange || c.Goal == nil || !c.UsesThreat() {
		return true
	}
	return !slices.ContainsFunc(g.Ranges, func(r [2]int) bool { return NeedsThreatBeside(c.Goal, r) })
}

// GiftKeys are the keys of a gift's file, EffectNames its effects in the order
// of [Effect].
var (
	GiftKeys    = []string{"id", "name", "character", "text", "effect", "ranges", "fidelity", "note"}
	EffectNames = []string{"choose_range", "announce_suits", "waive_goal", "exchange_in_play", "free_first_trick"}
)

// ParseGift reads one gift's file, which is named after the gift's id. Its errors are like
// those of [Parse].
func ParseGift(file string, data []byte, ids []string) (*Gift, error) {
	src, root := strictyaml.Parse(file, data)
	f := root.Map(GiftKeys...)
	g := &Gift{
		ID:        f.Need("id").Str(),
		Name:      ReadText(f.Need("name"), NameLength),
		Character: f.Need("character").OneOf("character", ids...),
		Text:      ReadText(f.Need("text"), TextLength),
		Fidelity:  ReadFidelity(f),
	}
	checkID(f, g.ID, strings.TrimSuffix(path.Base(file), ".yaml"))
	// No word gives NoEffect.
	g.Effect = Effect(slices.Index(EffectNames, f.Need("effect").OneOf("effect", EffectNames...)) + 1)
	for _, v := range f.Get("ranges").AtMost(MostRanges).List() {
		r := ReadRange(v)
		if slices.Contains(g.Ranges, r) {
			v.Errorf("the range %d to %d is listed twice", r[0], r[1])
		}
		g.Ranges = append(g.Ranges, r)
	}
	switch {
	case g.Effect == ChooseRange && len(g.Ranges) == 0:
		f.Get("effect").Errorf("choose_range needs ranges to choose from")
	case g.Effect != ChooseRange && g.Effect != NoEffect && f.Has("ranges"):
		f.Key("ranges").Errorf("ranges belong to choose_range only")
	}
	return g, src.Err()
}

// MostRanges is how many ranges a gift may let its owner choose from.
const MostRanges = 20

// ReadRange reads a range of numbers of tricks, such as [3, 4].
func ReadRange(v strictyaml.Value) [2]int {
	var r [2]int
	ends := v.List()
	if len(ends) == 2 {
		r = [2]int{ends[0].Int(1, 14), ends[1].Int(1, 14)}
	}
	if v.IsList() && (len(ends) != 2 || r[1] != 0 && r[0] > r[1]) {
		v.Errorf("a range is two numbers, the smaller first, such as [3, 4]")
	}
	return r
}
