package main

import (
	"maps"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// chapterSchema is the schema of chapters' files.
func chapterSchema(lib *chapters.Library) object {
	properties := with(ruleKeys(), object{
		"chapter": described("The chapter's number, or road. Those up to 18 are the campaign's; a file that is named like one of ours takes its place.",
			object{"anyOf": []any{integer(1, 99), object{"const": chapters.Road}}}),
		"title":   ref("name"),
		"length":  described("Short: one round. Long: rounds until every character is completed (L1, L2).", object{"enum": chapters.Lengths}),
		"threats": described("The numbers of the threat deck (S8).", with(list(integer(1, 99), chapters.MostThreats), object{"uniqueItems": true})),
		"events":  described("The events: before each round the group chooses one (C14).", list(ref("variant"), chapters.MostVariants)),
		"groups":  described("The groups: each round is played with one (C18).", list(ref("variant"), chapters.MostVariants)),
		"pool":    described("What the characters of a round are drawn from (L5).", pool(lib)),
		"notes":   described("What is special, in a sentence or two.", text(characters.NoteLength)),
		"filled_in": described("The points that no source settles.", list(listed(chapters.PointKeys, object{
			"text": text(characters.NoteLength),
			"key":  described("The key of this file that changes it, such as leads or characters.setup.", object{"type": "string"}),
		}, "text"), chapters.MostPoints)),
		"fidelity": fidelity(),
		"note":     note(),
	})
	schema := file("A chapter", chapters.ChapterKeys, properties, "chapter", "title", "length", "characters", "fidelity", "note")
	// Events and groups bring characters of their own.
	schema["if"] = object{"not": object{"anyOf": oneOf([]string{"events", "groups"})}}
	schema["then"] = object{"properties": object{"characters": object{"minItems": tricks.MaxSeats}}}
	schema["definitions"] = with(sharedDefinitions(lib), object{
		"variant": listed(chapters.VariantKeys, with(ruleKeys(), object{
			"id": described("Its id. The first letter stands in the names of deals.", object{"anyOf": []any{
				integer(0, 9), object{"type": "string", "pattern": "^[a-z0-9-]+$"},
			}}),
			"title":      ref("name"),
			"repeatable": described("It may be chosen again after it was won.", boolean()),
			"last":       described("It may be chosen only after all others were won.", boolean()),
			"without":    described("Characters of the chapter who are not there.", list(ref("character"), chapters.MostListed)),
			"notes":      described("What is special, in place of what the chapter says.", text(characters.NoteLength)),
		}), "id", "title"),
		"entry": entry(lib),
	})
	return schema
}

// ruleKeys are the keys that a chapter, an event and a group can have.
func ruleKeys() object {
	each := func(what string, least, most int) object {
		return described(what, object{"anyOf": []any{integer(least, most), byPlayers(least, most)}})
	}
	out := object{
		"characters": described("Who can be taken, in the order of the chapter card. * marks who must be (S4). In an event or a group: who comes in, or is changed.",
			with(list(ref("entry"), chapters.MostListed), object{"uniqueItems": true})),
		"trump": described("The trump suit (T8, C17).", object{"enum": []string{tricks.Rivers.String()}}),
		"side_deck": described("A deck beside the round.", with(listed(chapters.SideKeys, object{
			"name":     described("What documents call it. Only the decks of the program's chapters need not say what they do.", known(chapters.SideDecks, `^[a-z0-9][a-z0-9-]{0,19}$`)),
			"title":    described("How people call it.", ref("name")),
			"effect":   described("What it does: takes tricks that are won too low (C5), is taken from in setup (C6), or must not be fallen short of (C14).", object{"enum": chapters.DeckEffects}),
			"cards":    described("The cards it is made of.", ref("cards")),
			"size":     each("A deck that is taken_in_setup: how many of them are dealt into it.", 1, 10),
			"turn_up":  each("The others: how many are turned up before each trick.", 1, 10),
			"waivable": described("A deck that asks for a least_sum: the gift that waives a goal can cover all tricks that fall short instead (C14).", boolean()),
		}, "name", "cards"), object{
			"anyOf": []any{object{"required": []string{"effect"}}, object{"properties": object{"name": object{"enum": chapters.SideDecks}}}},
		})),
		"leads": described("Who leads the first trick, whatever other cards say.", ref("character")),
	}
	for i := range chapters.PlainRules {
		switch r := &chapters.PlainRules[i]; {
		case r.Most == 0:
			out[r.Word] = described(r.About, boolean())
		case r.IsPerPlayers():
			out[r.Word] = each(r.About, r.Least, r.Most)
		default:
			out[r.Word] = described(r.About, integer(r.Least, r.Most))
		}
	}
	return out
}

// entry is a character of a chapter: an id, or a mapping that says more.
func entry(lib *chapters.Library) object {
	var roster []string
	for _, id := range slices.Sorted(maps.Keys(lib.Characters)) {
		if lib.Characters[id].Playable {
			roster = append(roster, id, id+"*")
		}
	}
	name := known(roster, `^`+idPattern+`\*?$`)
	more := listed(chapters.EntryKeys, object{
		"character":   name,
		"players":     described("The numbers of players with which the character is there.", with(list(integer(1, 4), tricks.MaxSeats), object{"uniqueItems": true})),
		"exempt":      described("The character need not be completed (L2).", boolean()),
		"not_pyramid": described("The character may not be the pyramid (C15).", boolean()),
		"blindfold":   described("The character plays face down and names only the suit (C15); not with one player.", boolean()),
		"rider":       described("The Black Rider it carries.", object{"enum": slices.Sorted(maps.Keys(lib.Riders))}),
		"gift":        described("The gift it has.", object{"enum": slices.Sorted(maps.Keys(lib.Gifts))}),
		"goal":        described("Another goal in this chapter.", ref("goal")),
		"goal_text":   ref("text"),
		"setup":       described("Another setup in this chapter.", list(ref("action"), characters.MostActions)),
		"setup_text":  ref("text"),
	}, "character")
	more["dependencies"] = object{"goal": []string{"goal_text"}}
	more["if"] = object{"properties": object{"setup": object{"minItems": 1}}, "required": []string{"setup"}}
	more["then"] = object{"required": []string{"setup_text"}}
	return object{"anyOf": []any{name, more}}
}

// pool is what the characters of the Road are drawn from.
func pool(lib *chapters.Library) object {
	some := func(words []string) object {
		return with(list(known(words, "^"+idPattern+"$"), chapters.MostListed), object{"minItems": 1, "uniqueItems": true})
	}
	each := func(most int) object { return object{"anyOf": []any{integer(0, most), byPlayers(0, most)}} }
	ids := slices.Sorted(maps.Keys(lib.Characters))
	return listed(chapters.PoolKeys, object{
		"gold":        described("The gold cards. The burdened side of each is the burdened character that counts as it.", some(ids)),
		"black":       described("The other cards.", some(ids)),
		"gold_drawn":  described("How many of the gold cards are drawn; one of them lies on its burdened side.", each(7)),
		"black_drawn": described("How many of the others are drawn.", each(20)),
		"riders":      described("One of these riders is drawn.", some(slices.Sorted(maps.Keys(lib.Riders)))),
		"gifts":       described("One of these gifts is drawn.", some(slices.Sorted(maps.Keys(lib.Gifts)))),
		"redraw": described("Which draws are thrown away, since nobody could win with them.", list(listed(chapters.RedrawKeys, object{
			"with":    described("Draws that hold this character.", ref("character")),
			"players": described("With these numbers of players.", with(list(integer(1, 4), tricks.MaxSeats), object{"minItems": 1, "uniqueItems": true})),
			"unless":  described("But not if they hold one of these characters or gifts.", with(list(object{"type": "string"}, chapters.MostListed), object{"uniqueItems": true})),
		}, "with", "players"), chapters.MostRedraws)),
	}, "gold", "black", "gold_drawn", "black_drawn", "riders", "gifts")
}

// giftSchema is the schema of gifts' files.
func giftSchema(lib *chapters.Library) object {
	schema := file("A gift", characters.GiftKeys, object{
		"id":        id(),
		"name":      ref("name"),
		"character": described("Who can have it. Without that character in play it does nothing.", ref("character")),
		"text":      described("What it does, in a few words, for the screen.", ref("text")),
		"effect":    described("What it does.", object{"enum": characters.EffectNames}),
		"ranges": described("For choose_range: the ranges of tricks to choose from.", object{
			"type": "array", "minItems": 1, "maxItems": characters.MostRanges,
			"items": with(list(integer(1, 14), 2), object{"minItems": 2}),
		}),
		"fidelity": fidelity(),
		"note":     note(),
	}, "id", "name", "character", "text", "effect", "fidelity", "note")
	ranged := object{"properties": object{"effect": object{"const": characters.EffectNames[characters.ChooseRange-1]}}}
	schema["if"] = ranged
	schema["then"] = object{"required": []string{"ranges"}}
	schema["else"] = object{"not": object{"required": []string{"ranges"}}}
	schema["definitions"] = object{
		"name":      text(characters.NameLength),
		"text":      text(characters.TextLength),
		"character": known(slices.Sorted(maps.Keys(lib.Characters)), "^"+idPattern+"$"),
	}
	return schema
}
