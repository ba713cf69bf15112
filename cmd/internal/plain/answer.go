package plain

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// is reports whether a line is one of the words of a command, in English or in
// the language of the game.
func (g *game) is(line, key string) bool { return slices.Contains(g.words(key), strings.ToLower(line)) }

func (g *game) words(key string) []string {
	return append(strings.Fields(g.t.T(key)), strings.Fields(g.english.T(key))...)
}

// answer reads a decision. When the line is none that can be made, complaint
// says why, or what is expected.
func (g *game) answer(v *chapters.View, line string) (d chapters.Decision, complaint string) {
	if n, err := strconv.Atoi(line); err == nil && v.Ask.Kind != chapters.Threat {
		if n < 1 || n > len(v.Ask.Options) {
			return d, g.expected(v)
		}
		return v.Ask.Options[n-1], ""
	}
	want, ok := g.parse(v, line)
	if !ok {
		return g.pick(v, func(o chapters.Decision) bool { return g.named(v, o, line) }, g.unnamed(v, line))
	}
	if receivers := texts.Receivers(v.Ask); want.To == tricks.NoSeat && len(receivers) > 1 {
		return d, g.t.T("plain.towhom", g.t.Receivers(v, v.Ask), g.callNames(v, receivers[0])[0], want.Card)
	} else if len(receivers) == 1 {
		want.To = receivers[0]
	}
	return g.pick(v, func(o chapters.Decision) bool { return o.Move == want.Move && o.To == want.To }, g.t.T("plain.nothold", g.t.Who(v, v.Ask.Seat), want.Card))
}

// pick returns the legal decision that matches, or why it is not legal, or the
// complaint when there is nothing like it.
func (g *game) pick(v *chapters.View, match func(chapters.Decision) bool, complaint string) (chapters.Decision, string) {
	if i := slices.IndexFunc(v.Ask.Options, match); i >= 0 {
		return v.Ask.Options[i], ""
	}
	for _, r := range v.Ask.Refused {
		if match(r.Decision) {
			return chapters.Decision{}, texts.Sentence(g.t.Refusal(v, r))
		}
	}
	return chapters.Decision{}, complaint
}

// named reports whether a line names a decision that is not about a card.
func (g *game) named(v *chapters.View, decision chapters.Decision, line string) bool {
	var names []string
	switch {
	case decision.Kind == chapters.Draft:
		return g.calls(line, v.Chapter.Entry(decision.Character).Character)
	case texts.Declines(decision):
		names = g.words("word.none")
	case !texts.Worded(decision.Kind):
	case decision.Say != "":
		names = []string{decision.Say, g.t.Say(decision.Say)}
	case decision.Kind == chapters.Threat:
		names = []string{strconv.Itoa(decision.Number)}
	case decision.Kind == chapters.NameLeader:
		names = g.callNames(v, decision.To)
	}
	if texts.Worded(decision.Kind) {
		names = append(names, g.t.Answer(v, decision), g.english.Answer(v, decision))
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, line) })
}

// unnamed tells the fault of a line that names no decision.
func (g *game) unnamed(v *chapters.View, line string) string {
	switch {
	case v.Ask.Kind == chapters.Draft:
		for _, r := range v.Chapter.Roster {
			if g.calls(line, r.Character) {
				return g.t.T("plain.taken", g.t.Name(r.Character))
			}
		}
	case !texts.Worded(v.Ask.Kind) && g.is(line, "word.none"):
		return g.t.T("plain.none.illegal")
	}
	return g.expected(v)
}

// callNames are the names of a seat in an answer, in small letters; the first is the shortest.
func (g *game) callNames(v *chapters.View, s tricks.Seat) []string {
	if s == chapters.LostCard {
		return append(g.words("word.lost"), strings.ToLower(g.t.Partner(v, s)))
	}
	c := v.Seats[s].Character
	return []string{c.ID, strings.ToLower(g.t.ShortName(c)), strings.ToLower(g.t.Name(c))}
}

func (g *game) calls(line string, c *characters.Character) bool {
	return strings.EqualFold(line, c.ID) || strings.EqualFold(line, g.t.Name(c)) || strings.EqualFold(line, g.t.ShortName(c))
}

// parse reads a card where one is asked for, with whoever is to get it before or behind it, and
// for R1 whether it is to win.
func (g *game) parse(v *chapters.View, line string) (chapters.Decision, bool) {
	decision := chapters.Decision{To: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}}
	if v.Ask.Kind == chapters.Draft || texts.Worded(v.Ask.Kind) {
		return decision, false
	}
	line = strings.ToLower(line)
	for _, s := range texts.Receivers(v.Ask) {
		for _, name := range g.callNames(v, s) {
			cardText, found := strings.CutSuffix(line, " "+name)
			if suffix, ok := strings.CutPrefix(line, name+" "); ok {
				cardText = suffix
				found = true
			}
			if found && decision.To == tricks.NoSeat {
				decision.To = s
				line = cardText
			}
		}
	}
	for _, win := range append(g.words("word.win"), "!") {
		if rest, ok := strings.CutSuffix(line, win); ok && v.Ask.Kind == chapters.PlayCard {
			decision.ToWin = true
			line = strings.TrimSpace(rest)
			break
		}
	}
	card, ok := g.card(line)
	decision.Card = card
	return decision, ok && (!decision.ToWin || card == tricks.OneRing)
}

// card reads a card's code or its name.
func (g *game) card(text string) (tricks.Card, bool) {
	if c, err := tricks.ParseCard(g.t.Typed(text)); err == nil {
		return c, true
	}
	for s := tricks.Hills; s < tricks.NoSuit; s++ {
		for rank := 1; rank <= s.Ranks(); rank++ {
			if c := tricks.NewCard(s, rank); strings.EqualFold(text, g.t.Card(c)) {
				return c, true
			}
		}
	}
	return tricks.NoCard, false
}

// why says whether a card or character can be chosen, and if not, why.
func (g *game) why(v *chapters.View, text string) {
	match := func(d chapters.Decision) bool { return g.named(v, d, text) }
	complaint := g.unnamed(v, text)
	if complaint == g.expected(v) {
		complaint = g.t.T("plain.why.what")
	}
	if c, ok := g.card(strings.TrimSuffix(text, "!")); ok {
		match = func(d chapters.Decision) bool { return d.Card == c }
		complaint = g.t.T("plain.nothold", g.t.Who(v, v.Ask.Seat), c)
	}
	_, complaint = g.pick(v, match, complaint)
	if complaint == "" {
		complaint = g.t.T("plain.why.legal")
	}
	g.say(complaint)
}

func (g *game) expected(v *chapters.View) string {
	first := v.Ask.Options[0]
	switch {
	case first.Kind == chapters.Draft:
		return g.t.N("plain.expected.draft", len(v.Ask.Options), first.Character)
	case first.Kind == chapters.Threat:
		return g.t.T("plain.expected.threat", first.Number)
	case texts.Worded(first.Kind):
		word := first.Say
		if first.Kind == chapters.NameLeader {
			word = g.callNames(v, first.To)[0]
		}
		return g.t.N("plain.expected.word", len(v.Ask.Options), word)
	case first.To == tricks.NoSeat:
		return g.t.N("plain.expected.card", len(v.Ask.Options), first.Move)
	}
	return g.t.T("plain.expected.pass", len(v.Ask.Options), g.callNames(v, first.To)[0], first.Card)
}
