package docs

import (
	"maps"
	"reflect"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// positionSchema is the schema of position documents, made of the tags by which they are
// written and read.
func positionSchema(lib *chapters.Library) object {
	return with(positionKinds(lib).mapping(reflect.TypeFor[chapters.Position]()), object{
		"$schema": "http://json-schema.org/draft-07/schema#",
		"title":   "A position document",
	})
}

func positionKinds(lib *chapters.Library) kinds {
	word := func(words []string) object { return object{"enum": words} }
	ids := []any{chapters.Road}
	var variants []string
	for n, c := range lib.Chapters {
		if c.ID != chapters.Road {
			ids = slices.Insert(ids, n, strictyaml.Plain(c.ID))
		}
		variants = slices.Concat(variants, chapters.VariantIDs(c.Variants()))
	}
	form := func(pattern string) object { return object{"type": "string", "pattern": pattern} }
	cards := form(`^\s*([HMFSRVB][1-9]+(\s+|$))*$`)
	// anyOfTypes is a value of one of some types. A strict validator takes no list of types.
	anyOfTypes := func(types ...string) (schemas []any) {
		for _, t := range types {
			schemas = append(schemas, object{"type": t})
		}
		return schemas
	}
	number := anyOfTypes("string", "integer")
	k := kinds{
		"id": object{"anyOf": anyOfTypes("string", "number", "boolean")},
		"deal": described("The name of the deal, such as c02p4s7, if the dealer dealt it.",
			object{"type": "string"}),
		"chapter":   object{"anyOf": append(number, object{"enum": ids})},
		"event":     object{"anyOf": append(number, word(variants))},
		"group":     object{"anyOf": number},
		"character": known(slices.Sorted(maps.Keys(lib.Characters)), "^"+idPattern+"$"),
		"rider":     known(slices.Sorted(maps.Keys(lib.Riders)), "^"+idPattern+"$"),
		"gift":      known(slices.Sorted(maps.Keys(lib.Gifts)), "^"+idPattern+"$"),
		"Stage":     word([]string{"draft", "setup", "play"}),
		"Seat":      integer(0, tricks.MaxSeats-1),
		"Card":      form("^[HMFSRVB][1-9]$"),
		"card":      form("^[HMFSRVB][1-9]$"),
		"Set":       cards,
		"pile":      cards,
		"batch": described("What each seat gets, in seat order; | may stand between the seats.",
			form(`^[HMFSRV1-9\s|]*$`)),
		"sides":     object{"type": "object", "additionalProperties": cards},
		"Suit":      form("^[HMFSRV]$"),
		"Play":      described("Seat and card, ! if R1 is played to win.", form("^[0-3]:[HMFSRVB][1-9]!?$")),
		"direction": word([]string{characters.More, characters.Fewer}),
		"span":      with(list(integer(1, 14), 2), object{"minItems": 2}),
		"rows": list(described("Places from left to right, - for an empty one.",
			form(`^([HMFSRV][1-9]+|-|\s)*$`)), 12),
		"verdict": word([]string{"winnable", "unwinnable"}),
	}
	k["HandInfo"] = with(k.mapping(reflect.TypeFor[chapters.HandInfo]()),
		object{"anyOf": oneOf([]string{"cards", "rows"})})
	return k
}
