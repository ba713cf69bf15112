package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
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
	properties := object{
		"id":         id(),
		"name":       ref("name"),
		"goal":       ref("goal"),
		"goal_text":  described("The goal in a few words, for the screen.", ref("text")),
		"setup":      described("What the character does between the draft and the first trick, in this order (S5).", list(ref("action"), characters.MostActions)),
		"setup_text": described("The setup in a few words, for the screen.", ref("text")),
		"may_not_pass": described("A card the character may never pass on (S6), such as R1.",
			object{"type": "string", "pattern": `^\s*([HMFSRVB][1-9]\s*)?$`}),
		"counts_for": described("Cards of a suit that this character wins count for another one's goal as well.",
			mapping(object{"character": ref("character"), "suit": ref("suit")}, "character", "suit")),
		"need_not_follow": described("The character may play any card, and lead Rings at any time.", boolean()),
		"names_leader":    described("Whenever the character would lead, it may name another one that does.", boolean()),
		"leads":           described("The character leads the first trick.", boolean()),
		"takes_r1":        described("Only the holder of R1 can take this character, and has to if it must be taken (S3).", boolean()),
		"solo_full":       described("With one player: the hand gets all its cards at once, instead of being refilled (C4, C6).", boolean()),
		"redraws":         described("While the character is in play, every drawn threat card may be drawn anew once.", boolean()),
		"counts_as":       described("The plain character that this one counts as for other cards.", ref("character")),
		"burdened":        described("This is the burdened side of a gold card.", boolean()),
		"no_exchange":     described("A rider only: who carries it neither starts an exchange nor is the target of one.", boolean()),
		"hides_threat":    described("A rider only: the threat number of who carries it is hidden from the others; not with one player.", boolean()),
		"fidelity":        fidelity(),
		"note":            note(),
	}
	schema := file("A character or rider", characters.CharacterKeys, properties,
		"id", "name", "goal", "goal_text", "fidelity", "note")
	schema["if"] = object{"properties": object{"setup": object{"minItems": 1}}, "required": []string{"setup"}}
	schema["then"] = object{"required": []string{"setup_text"}}
	schema["definitions"] = sharedDefinitions(lib)
	return schema
}

// sharedDefinitions are what goals and setup actions are made of, in the files of
// characters and of chapters.
func sharedDefinitions(lib *chapters.Library) object {
	return object{
		"name":       text(characters.NameLength),
		"text":       text(characters.TextLength),
		"goal":       goal(),
		"action":     action(),
		"partners":   partners(),
		"character":  known(slices.Sorted(maps.Keys(lib.Characters)), "^"+idPattern+"$"),
		"cards":      described("Cards: suits with their ranks, such as R1 or H137 S8 (T2).", object{"type": "string", "pattern": `^\s*([HMFSRVB][1-9]+(\s+|$))*$`}),
		"suit":       object{"enum": suits()},
		"count":      number(37),
		"rank":       number(8),
		"comparison": object{"enum": characters.ComparisonWords()},
		"limits":     described("How many.", limits(characters.LimitKeys...)),
		"which":      described("Which cards.", cardKeys()),
		"counted":    described("Which cards, and how many.", cardKeys(characters.LimitKeys...)),
	}
}

// file is the schema of a file with these keys.
func file(title string, keys []string, properties object, required ...string) object {
	return with(listed(keys, properties, required...), object{
		"$schema": "http://json-schema.org/draft-07/schema#",
		"title":   title,
	})
}

// listed is a mapping with these keys: each that the loader knows, and no other.
func listed(keys []string, properties object, required ...string) object {
	if described := slices.Sorted(maps.Keys(properties)); !slices.Equal(described, slices.Sorted(slices.Values(keys))) {
		panic(fmt.Sprintf("the loader knows the keys %v, described are %v", keys, described))
	}
	return mapping(properties, required...)
}

// goal is a mapping with one key: the kind of the goal.
func goal() object {
	kinds := object{}
	for _, k := range characters.GoalKinds {
		kinds[k.Word] = described(k.About, goalForm(k.Form))
	}
	return with(mapping(kinds), object{"minProperties": 1, "maxProperties": 1})
}

// goalForm is what stands behind the word of a goal.
func goalForm(f characters.GoalForm) object {
	switch f {
	case characters.GoalList:
		return list(ref("goal"), characters.MostConditions)
	case characters.GoalInside:
		return ref("goal")
	case characters.Tricks:
		return object{"anyOf": []any{ref("comparison"), limits("at_least", "at_most", "exactly")}}
	case characters.SomeTricks:
		return integer(1, characters.MostTricks)
	case characters.WhichCards:
		return ref("which")
	case characters.HowMany:
		return ref("limits")
	case characters.CountedCards:
		return ref("counted")
	case characters.Ranks:
		return mapping(object{"suit": ref("suit"), "length": integer(2, 8)}, "suit", "length")
	case characters.Compared: // no goal begins with it
	}
	panic("a form of goals is not described")
}

// action is a word, or a mapping with one key: the kind of the action.
func action() object {
	var forms []any
	for _, k := range characters.ActionKinds {
		if k.Does != "" {
			forms = append(forms, described(k.Does, object{"const": k.Word}))
		}
		if k.With != "" {
			arg := ref("partners")
			if k.Most > 0 {
				arg = integer(k.Least, k.Most)
			}
			forms = append(forms, oneKey([]string{k.Word}, object{k.Word: described(k.With, arg)}))
		}
	}
	return object{"anyOf": forms}
}

// partners is who a character may exchange with.
func partners() object {
	some := with(list(ref("character"), characters.MostPartners), object{"minItems": 1, "uniqueItems": true})
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
		return with(mapping(properties), object{"anyOf": oneOf(characters.CardKeys)})
	}
	schema := limits(limitKeys...)
	of, _ := schema["properties"].(object)
	maps.Copy(of, properties)
	schema["allOf"] = []any{object{"anyOf": oneOf(characters.CardKeys)}, object{"anyOf": schema["anyOf"]}}
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
		out = append(out, object{"required": []string{key}})
	}
	return out
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

// id is the id of a character, a rider or a gift.
func id() object {
	return described("The file's name without .yaml.", object{"type": "string", "pattern": "^" + idPattern + "$", "maxLength": characters.MostID})
}

// text is a text in every language, of so many characters at most.
func text(most int) object {
	properties := object{}
	for _, lang := range characters.Languages {
		properties[lang] = object{"type": "string", "minLength": 1, "maxLength": most}
	}
	return described("A text in every language.", mapping(properties, characters.Languages...))
}

func fidelity() object {
	return described("How sure it is that this is as printed.", object{"enum": characters.FidelityLevels})
}

func note() object {
	return described("Why, in one line, which may be a text in every language.", object{"anyOf": []any{object{"type": "string", "maxLength": characters.NoteLength}, text(characters.NoteLength)}})
}

func suits() []string {
	var names []string
	for s := range tricks.NoSuit {
		names = append(names, s.String())
	}
	return names
}

// known is a word: one of those an editor can offer, or another of that form.
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

// list is a list of so many items at most.
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
