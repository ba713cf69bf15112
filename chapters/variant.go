package chapters

import (
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/say"
)

// Variant is one of the events or groups of a chapter (C14, C18). Chapter is a copy of that chapter
// with the [Rules] that the variant changes.
type Variant struct {
	ID         string          `yaml:"id" doc:"need,of=variant" about:"Its id. The first letter stands in the names of deals."`
	Title      characters.Text `yaml:"title" doc:"need,length=60"`
	Repeatable bool            `yaml:"repeatable" about:"It may be chosen again after it was won."`
	Last       bool            `yaml:"last" about:"It may be chosen only after all others were won."`
	Removed    []string        `yaml:"without" doc:"of=character,most=64" about:"Characters of the chapter who are not there."`
	Notes      characters.Text `yaml:"notes" doc:"length=2000" about:"What is special, in place of what the chapter says."`
	Chapter    *Chapter        `yaml:"-"`
}

// Letter returns the variant's letter in the name of a deal (see [DealID]).
func (v *Variant) Letter() string { return v.ID[:1] }

// Variants returns the events or the groups of the chapter. Most chapters have none.
func (c *Chapter) Variants() []Variant { return slices.Concat(c.Events, c.Groups) }

// VariantKind returns the kind of the chapter's variants: "event", "group", or "" if there are none.
func (c *Chapter) VariantKind() string {
	switch {
	case len(c.Events) > 0:
		return "event"
	case len(c.Groups) > 0:
		return "group"
	}
	return ""
}

// Variant returns the event or group with an id or a letter, or nil.
func (c *Chapter) Variant(name string) *Variant { return findVariant(c.Variants(), name) }

// Named returns the event or the group that is named by its id, its letter or another word for it. It
// is nil if both names are empty. The error lists what the chapter has.
func (c *Chapter) Named(event, group string) (v *Variant, err error) {
	for _, named := range []struct {
		label    say.Word
		name     string
		variants []Variant
	}{
		{"event", event, c.Events},
		{"group", group, c.Groups},
	} {
		if named.name == "" {
			continue
		}
		v = findVariant(named.variants, named.name)
		if v == nil {
			return nil, say.Errorf("chapter %s has no %s %q%s", c.ID, named.label, named.name,
				variantHint(named.variants))
		}
	}
	return v, nil
}

// Letters returns what the names of the chapter's deals can have for a variant (see [DealID]): the
// letter of each event or group, or only "" if there are none.
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

// eventNames maps other spellings that people may try to the ids of events.
var eventNames = map[string]string{"dark": "long-dark", "longdark": "long-dark", "long_dark": "long-dark"}

// findVariant returns the variant that is named by its id, its letter or another word for it, or nil.
func findVariant(list []Variant, name string) *Variant {
	for i := range list {
		if v := &list[i]; v.ID == name || v.Letter() == name || v.ID == eventNames[name] {
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

// variantHint returns the end of an error, which lists the events or groups. It is empty if there are
// none.
func variantHint(list []Variant) say.Text {
	if len(list) == 0 {
		return say.Text{}
	}
	return say.Sprintf("; there are %s", strings.Join(VariantIDs(list), ", "))
}
