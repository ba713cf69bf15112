package characters

import (
	"slices"

	"fellowship/characters/strictyaml"
)

// Gift is a gift card, as its YAML file states it: it lies beside one character for a round.
type Gift struct {
	ID        string   `yaml:"id" doc:"need,of=id,length=40" about:"The file's name without .yaml."`
	Name      Text     `yaml:"name" doc:"need,length=60"`
	Character string   `yaml:"character" doc:"need,of=character" about:"Who can have it. Without that character in play it does nothing."`
	Text      Text     `yaml:"text" doc:"need,length=500" about:"What it does, in a few words, for the screen."`
	Effect    Effect   `yaml:"effect" doc:"need" about:"What it does."`
	Ranges    [][2]int `yaml:"ranges" doc:"of=range,most=20" about:"For choose_range: the ranges of tricks to choose from."`
	Fidelity  Fidelity `yaml:",inline"`
}

// Effect is the effect of a gift. The set is closed.
type Effect uint8

// The effects of gifts.
const (
	_ Effect = iota
	// ChooseRange: instead of a threat number the owner chooses a range of
	// tricks (The Sword That Was Broken).
	ChooseRange
	// AnnounceSuits: at the end of setup the owner says which suits he holds
	// most of; not in solo, not at the pyramid (The Horn of Gondor).
	AnnounceSuits
	// WaiveGoal: once in a chapter one character's goal counts as met (the Mithril Shirt).
	WaiveGoal
	// ExchangeInPlay: once, before any trick, the owner may exchange with the lost card or with its
	// taker (Sting).
	ExchangeInPlay
	// FreeFirstTrick: in the first trick the owner need not follow suit (Glamdring).
	FreeFirstTrick

	numEffects = iota - 1
)

// Fits reports whether the character can have the gift. Where a range takes the place of
// the threat number, the goal must not need the number.
func (g *Gift) Fits(c *Character) bool {
	if g.Effect != ChooseRange || c.Goal == nil || !c.HasAction(Threat) {
		return true
	}
	return !slices.ContainsFunc(g.Ranges, func(r [2]int) bool { return c.Goal.NeedsThreat(r) })
}

// readGift reads a gift, which has to have the id. The ids are those of all characters.
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
