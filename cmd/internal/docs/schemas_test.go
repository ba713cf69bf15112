package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// A schema (draft-07) tells an editor which words may stand where, so that it
// can complete them and mark mistakes while they are typed. It is made of the
// same lists of words as the loader. The loader stays the judge: it also sees
// what a schema cannot say, such as a threat that can never be met.

// object is a JSON object. It is written with its keys in order.
type object = map[string]any

// idPattern is what ids are made of; records can write no other.
const idPattern = "[a-z-]+"

// encode writes a schema for people: indented, and with < and > as they are.
func encode(schema object) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(schema)
	return b.Bytes(), err
}

// characterSchema is the schema of characters' and riders' files.
func characterSchema(lib *chapters.Library) object {
	schema := file("A character or rider", characterKinds().mapping(reflect.TypeFor[characters.Character]()))
	schema["if"] = hasSetup()
	schema["then"] = needs("setup_text")
	schema["definitions"] = sharedDefinitions(lib)
	return schema
}

// characterKinds has the schemas that the tags of characters, gifts and chapters name.
func characterKinds() kinds {
	return kinds{
		"id": func(f *strictyaml.Field) object {
			return object{"type": "string", "pattern": "^" + idPattern + "$", "maxLength": f.Length}
		},
		"Text": textOf,
		"note": func(f *strictyaml.Field) object {
			return object{"anyOf": []any{object{"type": "string", "maxLength": f.Length}, text(f.Length)}}
		},
		"fidelity":  object{"enum": characters.Words("fidelity")},
		"character": ref("character"),
		"goal":      ref("goal"),
		"action":    ref("action"),
		"Suit":      ref("suit"),
		"Set":       object{"type": "string", "pattern": `^\s*([HMFSRVB][1-9]\s*)?$`},
		"Effect":    object{"enum": characters.Words("effect")},
		"range":     with(list(integer(1, 14), 2), object{"minItems": 2}),
	}
}

// The lengths of names and texts. Others are written out where they stand.
const (
	nameLength = 60
	textLength = 500
	noteLength = 2000
)

// textOf is a text in every language, as long as the field says.
func textOf(f *strictyaml.Field) object {
	switch f.Length {
	case nameLength:
		return ref("name")
	case textLength:
		return ref("text")
	}
	return text(f.Length)
}

// sharedDefinitions are what goals and setup actions are made of, in the files of
// characters and of chapters.
func sharedDefinitions(lib *chapters.Library) object {
	return object{
		"name":      text(nameLength),
		"text":      text(textLength),
		"goal":      goal(),
		"action":    action(),
		"partners":  partners(),
		"character": known(slices.Sorted(maps.Keys(lib.Characters)), "^"+idPattern+"$"),
		"cards": described("Cards: suits with their ranks, such as R1 or H137 S8 (T2).",
			object{"type": "string", "pattern": `^\s*([HMFSRVB][1-9]+(\s+|$))*$`}),
		"suit":       object{"enum": suits()},
		"count":      number(37),
		"rank":       number(8),
		"comparison": object{"enum": characters.Words("comparison")},
		"limits":     described("How many.", limits(characters.Words("limit")...)),
		"which":      described("Which cards.", cardKeys()),
		"counted":    described("Which cards, and how many.", cardKeys(characters.Words("limit")...)),
	}
}

// file is the schema of a file that is such a mapping.
func file(title string, schema object) object {
	return with(schema, object{"$schema": "http://json-schema.org/draft-07/schema#", "title": title})
}

// goal is a mapping with one key: the kind of the goal.
func goal() object {
	kinds := object{}
	goals, _ := characters.Grammar()
	for _, k := range goals {
		kinds[k.Word] = described(k.Description, goalForm(&k))
	}
	return with(mapping(kinds), object{"minProperties": 1, "maxProperties": 1})
}

// goalForm is what stands behind the word of a goal.
func goalForm(k *characters.Word) object {
	switch k.Form {
	case "list":
		return list(ref("goal"), k.Most)
	case "goal":
		return ref("goal")
	case "tricks":
		return object{"anyOf": []any{ref("comparison"), limits("at_least", "at_most", "exactly")}}
	case "number":
		return integer(1, k.Most)
	case "cards":
		return ref("which")
	case "limits":
		return ref("limits")
	case "counted":
		return ref("counted")
	case "ranks":
		return mapping(object{"suit": ref("suit"), "length": integer(2, 8)}, "suit", "length")
	}
	panic("a form of goals is not described")
}

// action is a word, or a mapping with one key: the kind of the action.
func action() object {
	var forms []any
	_, actions := characters.Grammar()
	for _, k := range actions {
		if k.Description != "" {
			forms = append(forms, described(k.Description, object{"const": k.Word}))
		}
		if k.ArgDescription != "" {
			arg := ref("partners")
			if k.Least > 0 {
				arg = integer(k.Least, k.Most)
			}
			forms = append(forms, oneKey([]string{k.Word}, object{k.Word: described(k.ArgDescription, arg)}))
		}
	}
	return object{"anyOf": forms}
}

// partners is the schema of the characters with which a character may exchange.
func partners() object {
	_, actions := characters.Grammar()
	exchange := slices.IndexFunc(actions, func(w characters.Word) bool { return w.Word == "exchange" })
	some := with(list(ref("character"), actions[exchange].Most), object{"minItems": 1, "uniqueItems": true})
	return object{"anyOf": []any{
		described("These characters.", some),
		described("Any character.", object{"const": "anyone"}),
		described("Any character but these.", mapping(object{"anyone_but": some}, "anyone_but")),
	}}
}

// oneKey is a mapping with one key of a closed set.
func oneKey(keys []string, properties object) object {
	for _, key := range keys {
		if properties[key] == nil {
			panic("the kind " + key + " is not described")
		}
	}
	return with(mapping(properties), object{"minProperties": 1, "maxProperties": 1})
}

// cardKeys is a mapping that says which cards, and how many if there are limits.
func cardKeys(limitKeys ...string) object {
	properties := object{"suit": ref("suit"), "rank": ref("rank"), "card": ref("cards")}
	if len(limitKeys) == 0 {
		return with(mapping(properties), object{"anyOf": oneOf(characters.Words("card"))})
	}
	schema := limits(limitKeys...)
	of, _ := schema["properties"].(object)
	maps.Copy(of, properties)
	schema["allOf"] = []any{object{"anyOf": oneOf(characters.Words("card"))}, object{"anyOf": schema["anyOf"]}}
	delete(schema, "anyOf")
	return schema
}

// limits is a mapping that says how many.
func limits(keys ...string) object {
	properties, dependencies := object{}, object{}
	for _, key := range keys {
		switch key {
		case "every":
			properties[key] = described("All the cards there are.", object{"const": true})
		default:
			properties[key] = ref("count")
		}
		if key != "at_least" && key != "at_most" { // these two go together, the others stand alone
			rest := slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return k == key })
			dependencies[key] = object{"not": object{"anyOf": oneOf(rest)}}
		}
	}
	return with(mapping(properties), object{"anyOf": oneOf(keys), "dependencies": dependencies})
}

// oneOf is the list of alternatives each of which asks for one of the keys.
func oneOf(keys []string) []any {
	var out []any
	for _, key := range keys {
		out = append(out, needs(key))
	}
	return out
}

// needs asks for a key of a mapping. It names the key among the properties, since a strict validator takes
// a key that no property describes for a slip.
func needs(key string) object {
	return object{"required": []string{key}, "properties": object{key: true}}
}

// hasSetup asks for a setup action.
func hasSetup() object {
	return with(needs("setup"), object{"properties": object{"setup": object{"type": "array", "minItems": 1}}})
}

// number is a whole number, the threat number, or numbers by players.
func number(most int) object {
	return object{"anyOf": []any{
		integer(0, most),
		described("The threat number.", object{"const": "threat"}),
		byPlayers(0, most),
	}}
}

// byPlayers is a number for each number of players.
func byPlayers(least, most int) object {
	properties := object{}
	var keys []string
	for players := 1; players <= 4; players++ {
		key := fmt.Sprint(players)
		properties[key] = integer(least, most)
		keys = append(keys, key)
	}
	return described("By the number of players.", mapping(properties, keys...))
}

// text is a text in every language, with a largest number of characters.
func text(most int) object {
	properties := object{}
	for _, lang := range characters.Languages {
		properties[lang] = object{"type": "string", "minLength": 1, "maxLength": most}
	}
	return described("A text in every language.", mapping(properties, "en", "de"))
}

func suits() []string {
	var names []string
	for s := range tricks.NoSuit {
		names = append(names, s.String())
	}
	return names
}

// known is a word: one that an editor can offer, or any other word of the same form.
func known(words []string, pattern string) object {
	return object{"type": "string", "anyOf": []any{object{"enum": words}, object{"pattern": pattern}}}
}

func mapping(properties object, required ...string) object {
	schema := object{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}

// list is a list with a largest number of items.
func list(items object, most int) object {
	return object{"type": "array", "items": items, "maxItems": most}
}

func boolean() object { return object{"type": "boolean"} }

func integer(least, most int) object {
	return object{"type": "integer", "minimum": least, "maximum": most}
}

// ref refers to a definition. Draft-07 ignores what stands beside a $ref, so it
// is wrapped.
func ref(name string) object {
	return object{"allOf": []any{object{"$ref": "#/definitions/" + name}}}
}

func described(what string, schema object) object {
	return with(schema, object{"description": what})
}

// with returns a schema with more keys.
func with(schema, more object) object {
	out := object{}
	maps.Copy(out, schema)
	maps.Copy(out, more)
	return out
}
