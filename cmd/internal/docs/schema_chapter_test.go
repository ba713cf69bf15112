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

// chapterSchema is the schema of chapters' files.
func chapterSchema(lib *chapters.Library) object {
	k := chapterKinds(lib)
	chapter := k.mapping(reflect.TypeFor[chapters.Chapter]())
	required, _ := chapter["required"].([]string)
	chapter["required"] = append(required, "characters")
	schema := file("A chapter", chapter)
	// Events and groups bring characters of their own.
	schema["if"] = object{"not": object{"anyOf": oneOf([]string{"events", "groups"})}}
	schema["then"] = object{"properties": object{"characters": object{"type": "array", "minItems": tricks.MaxSeats}}}
	schema["definitions"] = with(sharedDefinitions(lib), object{
		"variant": both(k.mapping(reflect.TypeFor[chapters.Variant]()), k.mapping(reflect.TypeFor[chapters.Rules]())),
		"entry":   entry(k),
	})
	return schema
}

// chapterKinds has the schemas that the tags of chapters name.
func chapterKinds(lib *chapters.Library) kinds {
	var roster []string
	for _, id := range slices.Sorted(maps.Keys(lib.Characters)) {
		if lib.Characters[id].Playable {
			roster = append(roster, id, id+"*")
		}
	}
	known := func(words []string) object { return known(words, "^"+idPattern+"$") }
	k := characterKinds()
	maps.Copy(k, kinds{
		"number":     object{"anyOf": []any{integer(1, 99), object{"const": chapters.Road}}},
		"length":     object{"enum": chapters.Words("length")},
		"event":      ref("variant"),
		"group":      ref("variant"),
		"variant":    object{"anyOf": []any{integer(0, 9), object{"type": "string", "pattern": "^[a-z0-9-]+$"}}},
		"roster":     ref("entry"),
		"starred":    starred(roster),
		"rider":      given(slices.Sorted(maps.Keys(lib.Riders))),
		"gift":       given(slices.Sorted(maps.Keys(lib.Gifts))),
		"trump":      object{"enum": []string{tricks.Rivers.String()}},
		"leads":      ref("character"),
		"deck":       deckName(),
		"DeckEffect": object{"enum": chapters.Words("effect")},
		"PerPlayers": func(f *strictyaml.Field) object {
			return object{"anyOf": []any{integer(f.Least, f.Top), byPlayers(f.Least, f.Top)}}
		},
		"string": object{"type": "string"},
		"inside": known(slices.Sorted(maps.Keys(lib.Characters))),
		"unless": object{"type": "string"},
		"Set":    ref("cards"),
	})
	k["Pool"] = k.mapping(reflect.TypeFor[chapters.Pool]())
	k["SideDeck"] = with(k.mapping(reflect.TypeFor[chapters.SideDeck]()), object{
		"anyOf": []any{
			needs("effect"),
			object{"properties": object{"name": object{"enum": chapters.Words("deck")}}},
		},
	})
	return k
}

// given is a rider or a gift that a character of the chapter has, or one of those to be drawn.
func given(ids []string) func(*strictyaml.Field) object {
	return func(f *strictyaml.Field) object {
		if f.Type.Kind() == reflect.Slice {
			return known(ids, "^"+idPattern+"$")
		}
		return object{"enum": ids}
	}
}

// deckName is the name of a side deck.
func deckName() object { return known(chapters.Words("deck"), `^[a-z0-9][a-z0-9-]{0,19}$`) }

// starred is the id of a character, with * behind it if the character must be taken.
func starred(roster []string) object { return known(roster, `^`+idPattern+`\*?$`) }

// both is a mapping with the keys of two.
func both(a, b object) object {
	ofA, _ := a["properties"].(object)
	ofB, _ := b["properties"].(object)
	return with(a, object{"properties": with(ofA, ofB)})
}

// entry is a character of a chapter: an id, or a mapping that says more, with other words of the
// character's own file.
func entry(k kinds) object {
	own, _ := characterKinds().mapping(reflect.TypeFor[characters.Character]())["properties"].(object)
	changes := object{}
	for _, key := range characters.OverrideKeys {
		was, _ := own[key].(object)
		changes[key] = described("In place of what the character's own file says.", was)
	}
	more := both(k.mapping(reflect.TypeFor[chapters.RosterEntry]()), object{"properties": changes})
	more["dependencies"] = object{"goal": []string{"goal_text"}}
	more["if"] = hasSetup()
	more["then"] = needs("setup_text")
	return object{"anyOf": []any{k["starred"], more}}
}

// giftSchema is the schema of gifts' files.
func giftSchema(lib *chapters.Library) object {
	schema := file("A gift", characterKinds().mapping(reflect.TypeFor[characters.Gift]()))
	ranged := object{"properties": object{"effect": object{"const": characters.Words("effect")[characters.ChooseRange-
		1]}}}
	schema["if"] = ranged
	schema["then"] = needs("ranges")
	schema["else"] = object{"not": needs("ranges")}
	schema["definitions"] = object{
		"name":      text(nameLength),
		"text":      text(textLength),
		"character": known(slices.Sorted(maps.Keys(lib.Characters)), "^"+idPattern+"$"),
	}
	return schema
}
