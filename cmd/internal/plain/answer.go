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

// matches reports whether a line is one of the words of a command, in English or in the language of the game.
func (g *game) matches(line, key string) bool {
	return slices.Contains(g.words(key), strings.ToLower(line))
}

// words returns the words of a text in English and in the language of the game.
func (g *game) words(key string) []string {
	return append(strings.Fields(g.t.T(key)), strings.Fields(g.english.T(key))...)
}

// answer parses a decision. If the line is not a legal decision, complaint says why, or what is expected.
func (g *game) answer(v *chapters.View, line string) (d chapters.Decision, complaint string) {
	if n, err := strconv.Atoi(line); err == nil && v.Ask.Kind != chapters.Threat {
		if n < 1 || n > len(v.Ask.Options) {
			return d, g.expectedText(v)
		}
		return v.Ask.Options[n-1], ""
	}
	want, ok := g.parse(v, line)
	if !ok {
		return g.pick(v, func(o chapters.Decision) bool { return g.namesDecision(v, o, line) }, g.unnamedFault(v, line))
	}
	if receivers := texts.Receivers(v.Ask); want.Target == tricks.NoSeat && len(receivers) > 1 {
		return d, g.t.T("plain.towhom", g.t.Round(v).Receivers(v.Ask), g.seatNames(v, receivers[0])[0], want.Card)
	} else if len(receivers) == 1 {
		want.Target = receivers[0]
	}
	return g.pick(v, func(o chapters.Decision) bool {
		return o.Move == want.Move && o.Target == want.Target
	}, g.t.T("plain.nothold", g.t.Round(v).NameAt(v.Ask.Seat), want.Card))
}

// pick returns the legal decision that matches. If a refused decision matches, the second result says why it is not
// legal. If none matches, it is the complaint.
func (g *game) pick(
	v *chapters.View, match func(chapters.Decision) bool, complaint string,
) (chapters.Decision, string) {
	if i := slices.IndexFunc(v.Ask.Options, match); i >= 0 {
		return v.Ask.Options[i], ""
	}
	for _, r := range v.Ask.Refused {
		if match(r.Decision) {
			return chapters.Decision{}, texts.Sentence(g.t.Round(v).Refusal(r))
		}
	}
	return chapters.Decision{}, complaint
}

// namesDecision reports whether a line names a decision other than a card.
func (g *game) namesDecision(v *chapters.View, decision chapters.Decision, line string) bool {
	var names []string
	switch {
	case decision.Kind == chapters.Draft:
		return g.namesCharacter(line, v.Chapter.Entry(decision.Character).Character)
	case texts.IsDecline(decision):
		names = g.words("word.none")
	case !texts.HasWordAnswer(decision.Kind):
	case decision.Word != "":
		names = []string{decision.Word, g.t.Say(decision.Word)}
	case decision.Kind == chapters.Threat:
		names = []string{strconv.Itoa(decision.Number)}
	case decision.Kind == chapters.NameLeader:
		names = g.seatNames(v, decision.Target)
	}
	if texts.HasWordAnswer(decision.Kind) {
		names = append(names, g.t.Round(v).Answer(decision), g.english.Round(v).Answer(decision))
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, line) })
}

// unnamedFault says what is wrong with a line that names no decision.
func (g *game) unnamedFault(v *chapters.View, line string) string {
	switch {
	case v.Ask.Kind == chapters.Draft:
		for _, r := range v.Chapter.Roster {
			if g.namesCharacter(line, r.Character) {
				return g.t.T("plain.taken", g.t.Name(r.Character))
			}
		}
	case !texts.HasWordAnswer(v.Ask.Kind) && g.matches(line, "word.none"):
		return g.t.T("plain.none.illegal")
	}
	return g.expectedText(v)
}

// seatNames returns the names of a seat that an answer may use, in lower case, shortest first.
func (g *game) seatNames(v *chapters.View, s tricks.Seat) []string {
	if s == chapters.LostCard {
		return append(g.words("word.lost"), strings.ToLower(g.t.Round(v).Partner(s)))
	}
	c := v.Seats[s].Character
	return []string{c.ID, strings.ToLower(g.t.ShortName(c)), strings.ToLower(g.t.Name(c))}
}

func (g *game) namesCharacter(line string, c *characters.Character) bool {
	return strings.EqualFold(line, c.ID) || strings.EqualFold(line, g.t.Name(c)) ||
		strings.EqualFold(line, g.t.ShortName(c))
}

// parse parses an answer with a card. The seat that gets the card may stand before or after it, and R1 may be
// followed by whether it is to win (T7).
func (g *game) parse(v *chapters.View, line string) (chapters.Decision, bool) {
	decision := chapters.Decision{Target: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}}
	if v.Ask.Kind == chapters.Draft || texts.HasWordAnswer(v.Ask.Kind) {
		return decision, false
	}
	line = strings.ToLower(line)
	for _, s := range texts.Receivers(v.Ask) {
		for _, name := range g.seatNames(v, s) {
			cardText, found := strings.CutSuffix(line, " "+name)
			if suffix, ok := strings.CutPrefix(line, name+" "); ok {
				cardText = suffix
				found = true
			}
			if found && decision.Target == tricks.NoSeat {
				decision.Target = s
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

// card parses a card's code or its name.
func (g *game) card(text string) (tricks.Card, bool) {
	if c, err := tricks.ParseCard(g.t.NormalizeCards(text)); err == nil {
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

// explainChoice prints whether a card or a character can be chosen, and if not, why.
func (g *game) explainChoice(v *chapters.View, text string) {
	match := func(d chapters.Decision) bool { return g.namesDecision(v, d, text) }
	complaint := g.unnamedFault(v, text)
	if complaint == g.expectedText(v) {
		complaint = g.t.T("plain.why.what")
	}
	if c, ok := g.card(strings.TrimSuffix(text, "!")); ok {
		match = func(d chapters.Decision) bool { return d.Card == c }
		complaint = g.t.T("plain.nothold", g.t.Round(v).NameAt(v.Ask.Seat), c)
	}
	_, complaint = g.pick(v, match, complaint)
	if complaint == "" {
		complaint = g.t.T("plain.why.legal")
	}
	g.say(complaint)
}

func (g *game) expectedText(v *chapters.View) string {
	first := v.Ask.Options[0]
	switch {
	case first.Kind == chapters.Draft:
		return g.t.N("plain.expected.draft", len(v.Ask.Options), first.Character)
	case first.Kind == chapters.Threat:
		return g.t.T("plain.expected.threat", first.Number)
	case texts.HasWordAnswer(first.Kind):
		word := first.Word
		if first.Kind == chapters.NameLeader {
			word = g.seatNames(v, first.Target)[0]
		}
		return g.t.N("plain.expected.word", len(v.Ask.Options), word)
	case first.Target == tricks.NoSeat:
		return g.t.N("plain.expected.card", len(v.Ask.Options), first.Move)
	}
	return g.t.T("plain.expected.pass", len(v.Ask.Options), g.seatNames(v, first.Target)[0], first.Card)
}
