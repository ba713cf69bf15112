package chapters

import (
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/say"
)

// Variant is a chapter as it is played with one of its events or groups. Its changes of
// the [Rules] are in Chapter.
type Variant struct {
	ID         string          `yaml:"id" doc:"need,of=variant" about:"Its id. The first letter stands in the names of deals."`
	Title      characters.Text `yaml:"title" doc:"need,length=60"`
	Repeatable bool            `yaml:"repeatable" about:"It may be chosen again after it was won."`
	Last       bool            `yaml:"last" about:"It may be chosen only after all others were won."`
	Removed    []string        `yaml:"without" doc:"of=character,most=64" about:"Characters of the chapter who are not there."`
	Notes      characters.Text `yaml:"notes" doc:"length=2000" about:"What is special, in place of what the chapter says."`
	Chapter    *Chapter        `yaml:"-"`
}

// Letter is the variant's letter in the name of a deal.
func (v *Variant) Letter() string { return v.ID[:1] }

// Variants returns the events or the groups of the chapter, none for most.
func (c *Chapter) Variants() []Variant { return slices.Concat(c.Events, c.Groups) }

// VariantKind is the kind of the chapter's variants: event, group, or empty.
func (c *Chapter) VariantKind() string {
	switch {
	case len(c.Events) > 0:
		return "event"
	case len(c.Groups) > 0:
		return "group"
	}
	return ""
}

// Variant returns the event or group of an id or a letter, or nil.
func (c *Chapter) Variant(name string) *Variant { return findVariant(c.Variants(), name) }

// Named returns the event or the group of an id, a letter or another word for it, nil where neither is
// named. The error says which ones the chapter has.
func (c *Chapter) Named(event, group string) (v *Variant, err error) {
	for _, named := range []struct {
		label    say.Word
		id       string
		variants []Variant
	}{{"event", event, c.Events}, {"group", group, c.Groups}} {
		if named.id == "" {
			continue
		}
		if v = findVariant(named.variants, named.id); v == nil {
			return nil, say.Errorf("chapter %s has no %s %q%s", c.ID, named.label, named.id,
				variantHint(named.variants))
		}
	}
	return v, nil
}

// Letters returns the variants in the names of the chapter's deals ([DealID]): the letter of
// each event or group, or just "" if there are none.
func (c *Chapter) Letters() []string {
	variants := c.Variants()
	if len(variants) == 0 {
		return []string{""}
	}
	letters := make([]string, len(variants))
	for i := range variants {
		letters[i] = variants[i].Letter()
	}
	return letters
}

// eventNames are other words for the events' ids that one may think of.
var eventNames = map[string]string{"dark": "long-dark", "longdark": "long-dark", "long_dark": "long-dark"}

// findVariant returns the variant of an id, of its letter or of another word for it, or nil.
func findVariant(list []Variant, id string) *Variant {
	for i := range list {
		if v := &list[i]; v.ID == id || v.Letter() == id || v.ID == eventNames[id] {
			return v
		}
	}
	return nil
}

// VariantIDs lists the ids of events or groups.
func VariantIDs(list []Variant) []string {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	return ids
}

// variantHint is the end of an error: which events or groups there are, nothing if there are none.
func variantHint(list []Variant) say.Text {
	if len(list) == 0 {
		return say.Text{}
	}
	return say.Sprintf("; there are %s", strings.Join(VariantIDs(list), ", "))
}
