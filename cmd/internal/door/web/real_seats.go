package web

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table/words"
	"fellowship/tricks"
)

// askGame asks for the chapter and the number of players.
func (v *visitor) askGame(p *realPage) {
	p.Step = stepGame
	s := choose.NewTable(v.frame.Texts, v.server.options.Library, "")
	s.Modes = s.Modes[:1]
	s.Players = tricks.MaxSeats
	p.Fields = append([]choose.Field{s.Size(func(n int) string {
		return v.frame.Texts.N("serve.players", n)
	})}, s.GameFields()...)
	if v.server.home == nil {
		return
	}
	for _, c := range v.server.personStore(v.me.ID).Played().Campaigns {
		if c.Err != nil || c.Campaign.Playing != nil {
			continue
		}
		ch, err := v.server.options.Library.Chapter(c.Campaign.Recommended())
		if err != nil || ch.Pool != nil {
			continue
		}
		title := v.frame.Texts.Chapter(ch)
		if ch.VariantKind() == "" {
			p.Next = append(p.Next, v.nextTile(c, ch, "", title))
		}
		for _, variant := range c.Campaign.Offers(campaign.Choice{}).Variants {
			p.Next = append(p.Next, v.nextTile(c, ch, variant.Letter(), title+": "+variant.Title.In(v.frame.Texts.Lang())))
		}
	}
}

// nextTile returns a link to the form for the next round of a campaign, with what its earlier rounds have left.
func (v *visitor) nextTile(c *saves.Table, ch *chapters.Chapter, variant, title string) tile {
	query := url.Values{"do": {"who"}, "game": {ch.ID + ":" + variant}, "players": {strconv.Itoa(c.Campaign.Players)}}
	if progress := c.Campaign.ProgressOf(ch.ID, c.Campaign.Players); progress != nil {
		query["terms"] = []string{"1"}
		query["completed"] = progress.Completed
		query["done"] = progress.EventsDone
		if progress.MithrilUsed {
			query.Set("mithril", "yes")
		}
	}
	return tile{"/real?" + query.Encode(), "i-next", v.frame.Texts.T("web.real.next", c.Name), title}
}

// askSeats asks which character sat where, for what belongs to each, and for what is known of the round beside cards.
func (v *visitor) askSeats(p *realPage) {
	var all []*characters.Character
	for _, starred := range []bool{true, false} {
		for i := range p.chapter.Roster {
			if e := &p.chapter.Roster[i]; e.Starred == starred {
				all = append(all, e.Character)
			}
		}
	}
	var ids []string
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	numbers := []string{""}
	for _, n := range p.chapter.Threats {
		numbers = append(numbers, strconv.Itoa(n))
	}
	extra := v.extraWords(p.chapter, all)
	for i := range tricks.SeatsFor(p.players) {
		p.Seats = append(p.Seats, v.realSeat(p, i, ids, numbers, extra))
	}
	for _, kind := range []struct{ name, icon string }{
		{"piles", "i-trick"},
		{"tricks", "i-next"},
		{"hands", "i-hand"},
		{"dealt", "i-in"},
	} {
		key := "web.real.kind." + kind.name
		p.Kinds = append(p.Kinds, tile{kind.name, kind.icon, v.frame.Texts.T(key), v.frame.Texts.T(key + ".note")})
	}
	if p.chapter.Pool != nil {
		v.askDrawn(p, ids)
	}
	if whole, err := v.server.options.Library.Chapter(p.chapter.ID); err == nil && whole.Long {
		v.askEarlierRounds(p, whole, ids)
	}
	if p.players == 2 {
		var seats []words.Choice
		for i := range p.Seats {
			seats = append(seats, words.Choice{Value: strconv.Itoa(i), Label: v.frame.Texts.T("serve.seat", i+1)})
		}
		p.Fields = append(p.Fields,
			choose.NewField("pyramid", v.frame.Texts.T("web.real.pyramid"), strconv.Itoa(p.Pyramid), nil, seats...))
	}
}

// realSeat returns the fields of a seat: its character, its threat number and its extra word, if the chapter has these.
func (v *visitor) realSeat(p *realPage, seat int, ids, numbers, extra []string) []choose.Field {
	current := ""
	seatWords := []string(nil)
	if seat < len(p.names) {
		current = p.names[seat]
		seatWords = p.lines.Words(p.names[seat])
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
	fields := []choose.Field{field("seat", v.frame.Texts.T("serve.seat", seat+1), ids, v.fullCharacterName)}
	if len(numbers) > 1 {
		same := func(number string) string { return number }
		fields = append(fields, field("number", v.frame.Texts.T("web.real.number"), numbers, same))
	}
	if len(extra) > 1 {
		fields = append(fields, field("word", v.frame.Texts.T("web.real.word"), extra, v.wordLabel))
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
func (v *visitor) fullCharacterName(id string) string {
	return v.frame.Texts.Name(v.server.options.Library.Characters[id])
}

// askDrawn asks for what was drawn for a round of the Road: the pool, the gift and the rider.
func (v *visitor) askDrawn(p *realPage, ids []string) {
	v.addMultipleTerm(p, "pool", realChoices(ids, v.fullCharacterName))
	giftName := func(id string) string { return v.server.options.Library.Gifts[id].Name.In(v.frame.Texts.Lang()) }
	v.addSingleTerm(p, "gift", realChoices(slices.Sorted(maps.Keys(v.server.options.Library.Gifts)), giftName))
	var riders []words.Choice
	for _, id := range slices.Sorted(maps.Keys(v.server.options.Library.Riders)) {
		for i := range p.Seats {
			riders = append(riders, words.Choice{
				Value: fmt.Sprint(id, " ", i+1),
				Label: v.frame.Texts.Name(v.server.options.Library.Riders[id]) + ", " + v.frame.Texts.T("serve.seat", i+1),
			})
		}
	}
	v.addSingleTerm(p, "rider", riders)
}

// askEarlierRounds asks for what earlier rounds of a long chapter have left.
func (v *visitor) askEarlierRounds(p *realPage, chapter *chapters.Chapter, ids []string) {
	v.addMultipleTerm(p, "completed", realChoices(ids, v.fullCharacterName))
	if len(chapter.Events) > 0 {
		title := func(id string) string { return chapter.Variant(id).Title.In(v.frame.Texts.Lang()) }
		v.addMultipleTerm(p, "done", realChoices(chapters.VariantIDs(chapter.Events), title))
	}
	yes := func(string) string { return v.frame.Texts.T("serve.yes") }
	v.addSingleTerm(p, "mithril", realChoices([]string{"yes"}, yes))
}

// addMultipleTerm adds a field of Terms with any number of chosen options.
func (v *visitor) addMultipleTerm(p *realPage, key string, options []words.Choice) {
	for i := range options {
		options[i].Chosen = slices.Contains(p.lines.Words(key), options[i].Value)
	}
	p.Terms = append(p.Terms, choose.Field{Name: key, Label: v.frame.Texts.T("web.real.term." + key), Options: options})
}

// addSingleTerm adds a field of Terms with one chosen option, or none.
func (v *visitor) addSingleTerm(p *realPage, key string, options []words.Choice) {
	current := strings.Join(p.lines.Words(key), " ")
	options = append([]words.Choice{{Label: "–"}}, options...)
	p.Terms = append(p.Terms,
		choose.NewField(key, v.frame.Texts.T("web.real.term."+key), current, func(string) {}, options...))
}

// extraWords returns the words that can belong to a character beside its number: what Strider declares, the range of
// the Sword, the suits of the Horn, that the character took the lost card, and that it leads if no card says who does.
func (v *visitor) extraWords(c *chapters.Chapter, all []*characters.Character) []string {
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
	for _, id := range slices.Sorted(maps.Keys(v.server.options.Library.Gifts)) {
		gift := v.server.options.Library.Gifts[id]
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
func (v *visitor) wordLabel(w string) string {
	if letters, isAnnounced := strings.CutPrefix(w, "announced="); isAnnounced {
		return v.frame.Texts.T("web.real.announced", letters)
	} else if w == "*" {
		return v.frame.Texts.T("web.real.leads")
	} else if slices.Contains([]string{"more", "fewer", "took"}, w) {
		return v.frame.Texts.T("real.word." + w)
	}
	return w
}

// guide shows the people at a real table what each goal is, and who does what before the first trick: clockwise from
// the seat after Frodo's (S5). At stepDraw it also draws the threat cards (S8).
func (v *visitor) guide(p *realPage) {
	deck := slices.Clone(p.chapter.Threats)
	first := 0
	rand.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	members := cast(v.frame.Texts, v.server.options.Library, p.chapter, nil)
	for i, id := range p.names {
		character := v.server.options.Library.Characters[id]
		if character == nil {
			continue
		}
		if character.TakesR1 {
			first = i
		}
		drawsThreat := func(a characters.Action) bool { return a.Kind == characters.Threat && !a.Chosen }
		if p.Step == stepDraw && slices.ContainsFunc(character.Setup, drawsThreat) && len(deck) > 0 {
			keep := slices.DeleteFunc(p.lines.Words(id), func(w string) bool { return len(w) == 1 && w != "*" })
			p.lines.Put(id, append([]string{strconv.Itoa(deck[0])}, keep...), p.lines.Cards(id), realtable.Grouping{})
			deck = deck[1:]
		}
		m := member{ID: id, Goal: character.GoalText.In(v.frame.Texts.Lang())}
		if k := slices.IndexFunc(members, func(m member) bool { return m.ID == id }); k >= 0 {
			m.Goal = members[k].Goal
			m.Marks = members[k].Marks
			m.Also = members[k].Also
		}
		m.Name = strings.TrimSpace(v.frame.Texts.Name(character) + " " + strings.Join(p.lines.Words(id), " "))
		p.Cast = append(p.Cast, m)
	}
	for i := range p.names {
		id := p.names[(first+1+i)%len(p.names)]
		if k := slices.IndexFunc(members, func(m member) bool { return m.ID == id && m.Setup != "" }); k >= 0 {
			p.Order = append(p.Order, member{ID: id, Name: members[k].Name, Goal: members[k].Setup})
		}
	}
	p.Step = stepGuide
}
