package characters

import (
	"slices"

	"fellowship/characters/strictyaml"
)

// Gift is a gift card, as its YAML file states it: it lies beside one character for a round.
type Gift struct {
	ID   string `yaml:"id" doc:"need,of=id,length=40" about:"The file's name without .yaml."`
	Name Text   `yaml:"name" doc:"need,length=60"`
	// Character is the id of the only character that can have the gift.
	Character string `yaml:"character" doc:"need,of=character" about:"Who can have it. Without that character in play it does nothing."`
	// Text is the effect in a few words, for the screen.
	Text   Text   `yaml:"text" doc:"need,length=500" about:"What it does, in a few words, for the screen."`
	Effect Effect `yaml:"effect" doc:"need" about:"What it does."`
	// Ranges lists the ranges of tricks to choose from. Only [ChooseRange] has any.
	Ranges [][2]int `yaml:"ranges" doc:"of=range,most=20" about:"For choose_range: the ranges of tricks to choose from."`

	Fidelity Fidelity `yaml:",inline"`
}

// Effect is the effect of a gift. The set is closed.
type Effect uint8

// The effects of gifts.
const (
	_ Effect = iota
	// ChooseRange lets the owner choose a range of tricks instead of a threat number (The Sword That
	// Was Broken).
	ChooseRange
	// AnnounceSuits makes the owner announce at the end of setup which suits he holds most of. It does
	// nothing in solo, or if the pyramid is the owner (The Horn of Gondor).
	AnnounceSuits
	// WaiveGoal lets one character's goal count as met, once in a chapter (the Mithril Shirt).
	WaiveGoal
	// ExchangeInPlay lets the owner exchange with the lost card or with its taker, once, before any
	// trick (Sting).
	ExchangeInPlay
	// FreeFirstTrick frees the owner from following suit in the first trick (Glamdring).
	FreeFirstTrick

	numEffects = iota - 1
)

// Fits reports whether the character can have the gift. A character that draws a threat number can
// have a gift of ranges only if its goal does without the number once a range is chosen.
func (g *Gift) Fits(c *Character) bool {
	if g.Effect != ChooseRange || c.Goal == nil || !c.HasAction(Threat) {
		return true
	}
	return !slices.ContainsFunc(g.Ranges, func(r [2]int) bool { return c.Goal.NeedsThreat(r) })
}

// readGift reads a gift and reports a mistake if its id is not the given one. ids lists all characters.
func readGift(root strictyaml.Value, id string, ids []string) *Gift {
	g := &Gift{}
	readers := Readers()
	readers["character"] = func(v strictyaml.Value) string { return v.OneOf("character", ids...) }
	readers["Effect"] = func(v strictyaml.Value) Effect { // no word gives 0
		return Effect(slices.Index(Words("effect"), v.OneOf("effect", Words("effect")...)) + 1)
	}
	f := root.Decode(g, readers)
	checkID(f, g.ID, id)
	for i, v := range f.Get("ranges").List() {
		if i < len(g.Ranges) && slices.Contains(g.Ranges[:i], g.Ranges[i]) {
			v.Errorf("the range %d to %d is listed twice", g.Ranges[i][0], g.Ranges[i][1])
		}
	}
	switch {
	case g.Effect == ChooseRange && len(g.Ranges) == 0:
		f.Get("effect").Errorf("choose_range needs ranges to choose from")
	case g.Effect != ChooseRange && g.Effect != 0 && f.HasKey("ranges"):
		f.Key("ranges").Errorf("ranges belong to choose_range only")
	}
	return g
}

// readRange reads a range of tricks: a list of two numbers, the smaller first.
func readRange(v strictyaml.Value) [2]int {
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

// MarshalText writes the gift's id.
func (g *Gift) MarshalText() ([]byte, error) { return []byte(g.ID), nil }
