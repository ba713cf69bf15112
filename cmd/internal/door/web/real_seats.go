package web

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// realSeatsPart asks which character sat where, for what belongs to each, and for what is known of the round beside
// cards.
type realSeatsPart struct {
	// Seats are the fields of each seat.
	Seats [][]choose.Field
	// Fields has the field for the pyramid, if there is one.
	Fields []choose.Field
	// Kinds are the ways to enter the cards, see [realForm.Kind].
	Kinds []tile
	// Terms are the fields for what was drawn and for what earlier rounds have left.
	Terms []choose.Field
}

// fillSeats asks for the characters.
func (e *realEntry) fillSeats() { e.page.Seats = realSeats{t: e.t, lib: e.lib, form: e.form}.part() }

// realSeats makes the fields for the characters of a round.
type realSeats struct {
	t    *texts.Texts
	lib  *chapters.Library
	form *realForm
}

// part returns the fields and the ways to enter the cards.
func (j realSeats) part() *realSeatsPart {
	p := &realSeatsPart{}
	form := j.form
	var all []*characters.Character
	for _, starred := range []bool{true, false} {
		for i := range form.chapter.Roster {
			if e := &form.chapter.Roster[i]; e.Starred == starred {
				all = append(all, e.Character)
			}
		}
	}
	var ids []string
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	numbers := []string{""}
	for _, n := range form.chapter.Threats {
		numbers = append(numbers, strconv.Itoa(n))
	}
	extra := j.extraWords(form.chapter, all)
	for i := range tricks.SeatsFor(form.players) {
		p.Seats = append(p.Seats, j.fields(i, ids, numbers, extra))
	}
	for _, kind := range []struct{ name, icon string }{
		{"piles", "i-trick"},
		{"tricks", "i-next"},
		{"hands", "i-hand"},
		{"dealt", "i-in"},
	} {
		key := "web.real.kind." + kind.name
		p.Kinds = append(p.Kinds, tile{kind.name, kind.icon, j.t.T(key), j.t.T(key + ".note")})
	}
	if form.chapter.Pool != nil {
		j.askDrawn(p, ids)
	}
	if whole, err := j.lib.Chapter(form.chapter.ID); err == nil && whole.Long {
		j.askEarlierRounds(p, whole, ids)
	}
	if form.players == 2 {
		var seats []words.Choice
		for i := range p.Seats {
			seats = append(seats, words.Choice{Value: strconv.Itoa(i), Label: j.t.T("serve.seat", i+1)})
		}
		p.Fields = append(p.Fields,
			choose.NewField("pyramid", j.t.T("web.real.pyramid"), strconv.Itoa(form.Pyramid), nil, seats...))
	}
	return p
}

// fields returns the fields of a seat: its character, its threat number and its extra word, if the chapter has these.
func (j realSeats) fields(seat int, ids, numbers, extra []string) []choose.Field {
	current := ""
	seatWords := []string(nil)
	if seat < len(j.form.names) {
		current = j.form.names[seat]
		seatWords = j.form.lines.Words(j.form.names[seat])
	} else if seat < len(ids) {
		current = ids[seat]
	}
	field := func(key, label string, values []string, format func(string) string) choose.Field {
		chosen := ""
		isValue := func(word string) bool { return slices.Contains(values, word) }
		if key == "seat" {
			chosen = current
		} else if index := slices.IndexFunc(seatWords, isValue); index >= 0 {
			chosen = seatWords[index]
		}
		f := choose.NewField(key, label, chosen, nil, realChoices(values, format)...)
		f.Seat = seat + 1
		return f
	}
	fields := []choose.Field{field("seat", j.t.T("serve.seat", seat+1), ids, j.fullCharacterName)}
	if len(numbers) > 1 {
		same := func(number string) string { return number }
		fields = append(fields, field("number", j.t.T("web.real.number"), numbers, same))
	}
	if len(extra) > 1 {
		fields = append(fields, field("word", j.t.T("web.real.word"), extra, j.wordLabel))
	}
	return fields
}

// realChoices returns choices with their labels, a dash for an empty label.
func realChoices(values []string, label func(string) string) (out []words.Choice) {
	for _, value := range values {
		out = append(out, words.Choice{Value: value, Label: cmp.Or(label(value), "–")})
	}
	return out
}

// fullCharacterName returns the full name of a character by its ID.
func (j realSeats) fullCharacterName(id string) string {
	return j.t.Name(j.lib.Characters[id])
}

// askDrawn asks for what was drawn for a round of the Road: the pool, the gift and the rider.
func (j realSeats) askDrawn(p *realSeatsPart, ids []string) {
	j.addMultipleTerm(p, "pool", realChoices(ids, j.fullCharacterName))
	giftName := func(id string) string { return j.lib.Gifts[id].Name.In(j.t.Lang()) }
	j.addSingleTerm(p, "gift", realChoices(slices.Sorted(maps.Keys(j.lib.Gifts)), giftName))
	var riders []words.Choice
	for _, id := range slices.Sorted(maps.Keys(j.lib.Riders)) {
		for i := range p.Seats {
			riders = append(riders, words.Choice{
				Value: fmt.Sprint(id, " ", i+1),
				Label: j.t.Name(j.lib.Riders[id]) + ", " + j.t.T("serve.seat", i+1),
			})
		}
	}
	j.addSingleTerm(p, "rider", riders)
}

// askEarlierRounds asks for what earlier rounds of a long chapter have left.
func (j realSeats) askEarlierRounds(p *realSeatsPart, chapter *chapters.Chapter, ids []string) {
	j.addMultipleTerm(p, "completed", realChoices(ids, j.fullCharacterName))
	if len(chapter.Events) > 0 {
		title := func(id string) string { return chapter.Variant(id).Title.In(j.t.Lang()) }
		j.addMultipleTerm(p, "done", realChoices(chapters.VariantIDs(chapter.Events), title))
	}
	yes := func(string) string { return j.t.T("serve.yes") }
	j.addSingleTerm(p, "mithril", realChoices([]string{"yes"}, yes))
}

// addMultipleTerm adds a field of Terms with any number of chosen options.
func (j realSeats) addMultipleTerm(p *realSeatsPart, key string, options []words.Choice) {
	for i := range options {
		options[i].Chosen = slices.Contains(j.form.lines.Words(key), options[i].Value)
	}
	p.Terms = append(p.Terms, choose.Field{Name: key, Label: j.t.T("web.real.term." + key), Options: options})
}

// addSingleTerm adds a field of Terms with one chosen option, or none.
func (j realSeats) addSingleTerm(p *realSeatsPart, key string, options []words.Choice) {
	current := strings.Join(j.form.lines.Words(key), " ")
	options = append([]words.Choice{{Label: "–"}}, options...)
	p.Terms = append(p.Terms,
		choose.NewField(key, j.t.T("web.real.term."+key), current, func(string) {}, options...))
}

// extraWords returns the words that can belong to a character beside its number: what Strider declares, the range of
// the Sword, the suits of the Horn, that the character took the lost card, and that it leads if no card says who does.
func (j realSeats) extraWords(c *chapters.Chapter, all []*characters.Character) []string {
	out := []string{""}
	anyCharacter := func(matches func(*characters.Character) bool) bool { return slices.ContainsFunc(all, matches) }
	if anyCharacter(func(c *characters.Character) bool { return c.Goal.NeedsDeclaration() }) {
		out = append(out, string(characters.More), string(characters.Fewer))
	}
	canTake := anyCharacter(func(c *characters.Character) bool { return c.HasAction(characters.TakeLost) })
	if canTake && (c.OptionalLost || c.Pool != nil) {
		out = append(out, "took")
	}
	if c.Leads == "" && !anyCharacter(func(c *characters.Character) bool { return c.TakesR1 || c.Leads }) {
		out = append(out, "*")
	}
	for _, id := range slices.Sorted(maps.Keys(j.lib.Gifts)) {
		gift := j.lib.Gifts[id]
		hasGift := func(e chapters.RosterEntry) bool { return e.Gift == gift }
		if c.Pool == nil && !slices.ContainsFunc(c.Roster, hasGift) {
			continue
		}
		for _, r := range gift.Ranges {
			out = append(out, fmt.Sprintf("%d-%d", r[0], r[1]))
		}
		for suits := 1; gift.Effect == characters.AnnounceSuits && suits < 1<<tricks.Rings; suits++ {
			letters := "announced="
			for suit := range tricks.Rings {
				if suits>>suit&1 != 0 {
					letters += string(suit.Letter())
				}
			}
			out = append(out, letters)
		}
	}
	return out
}

// wordLabel returns an extra word as people read it.
func (j realSeats) wordLabel(w string) string {
	if letters, isAnnounced := strings.CutPrefix(w, "announced="); isAnnounced {
		return j.t.T("web.real.announced", letters)
	} else if w == "*" {
		return j.t.T("web.real.leads")
	} else if slices.Contains([]string{"more", "fewer", "took"}, w) {
		return j.t.T("real.word." + w)
	}
	return w
}
