package plain

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// answers understands the lines with which a person answers the question of a view.
type answers struct {
	reader reader.Reader
	texts  *texts.Texts
	// english are the English texts, whose words are understood in every language.
	english *texts.Texts
	view    *chapters.View
}

// matches reports whether a line is one of the words of a command, in English or in the language of the game.
func (a answers) matches(line, key string) bool {
	return slices.Contains(a.words(key), strings.ToLower(line))
}

// words returns the words of a text in English and in the language of the game.
func (a answers) words(key string) []string {
	return append(strings.Fields(a.texts.T(key)), strings.Fields(a.english.T(key))...)
}

// read parses a decision. If the line is not a legal decision, complaint says why, or what is expected.
func (a answers) read(line string) (d chapters.Decision, complaint string) {
	if n, err := strconv.Atoi(line); err == nil && a.view.Ask.Kind != chapters.Threat {
		if n < 1 || n > len(a.view.Ask.Options) {
			return d, a.expected()
		}
		return scene.NumberedOptions(a.reader, a.view.Ask)[n-1], ""
	}
	want, ok := a.parse(line)
	if !ok {
		return a.pick(func(o chapters.Decision) bool { return a.namesDecision(o, line) }, a.unnamedFault(line))
	}
	if receivers := texts.Receivers(a.view.Ask); want.Target == tricks.NoSeat && len(receivers) > 1 {
		names := a.texts.Round(a.view).Receivers(a.view.Ask)
		return d, a.texts.T("plain.towhom", names, a.seatNames(receivers[0])[0], want.Card)
	} else if len(receivers) == 1 {
		want.Target = receivers[0]
	}
	return a.pick(func(o chapters.Decision) bool {
		return o.Move == want.Move && o.Target == want.Target
	}, a.texts.T("plain.nothold", a.texts.Round(a.view).NameAt(a.view.Ask.Seat), want.Card))
}

// pick returns the legal decision that matches. If a refused decision matches, the second result says why it is not
// legal. If none matches, it is the complaint.
func (a answers) pick(match func(chapters.Decision) bool, complaint string) (chapters.Decision, string) {
	if i := slices.IndexFunc(a.view.Ask.Options, match); i >= 0 {
		return a.view.Ask.Options[i], ""
	}
	for _, r := range a.view.Ask.Refused {
		if match(r.Decision) {
			return chapters.Decision{}, texts.Sentence(a.texts.Round(a.view).Refusal(r))
		}
	}
	return chapters.Decision{}, complaint
}

// namesDecision reports whether a line names a decision other than a card.
func (a answers) namesDecision(decision chapters.Decision, line string) bool {
	var names []string
	switch {
	case decision.Kind == chapters.Draft:
		return a.namesCharacter(line, a.view.Chapter.Entry(decision.Character).Character)
	case texts.IsDecline(decision):
		names = a.words("word.none")
	case !texts.HasWordAnswer(decision.Kind):
	case decision.Word != "":
		names = []string{decision.Word, a.texts.Say(decision.Word)}
	case decision.Kind == chapters.Threat:
		names = []string{strconv.Itoa(decision.Number)}
	case decision.Kind == chapters.NameLeader:
		names = a.seatNames(decision.Target)
	}
	if texts.HasWordAnswer(decision.Kind) {
		names = append(names, a.texts.Round(a.view).Answer(decision), a.english.Round(a.view).Answer(decision))
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, line) })
}

// unnamedFault says what is wrong with a line that names no decision.
func (a answers) unnamedFault(line string) string {
	switch {
	case a.view.Ask.Kind == chapters.Draft:
		for _, r := range a.view.Chapter.Roster {
			if a.namesCharacter(line, r.Character) {
				return a.texts.T("plain.taken", a.texts.Name(r.Character))
			}
		}
	case !texts.HasWordAnswer(a.view.Ask.Kind) && a.matches(line, "word.none"):
		return a.texts.T("plain.none.illegal")
	}
	return a.expected()
}

// seatNames returns the names of a seat that an answer may use, in lower case, shortest first.
func (a answers) seatNames(s tricks.Seat) []string {
	if s == chapters.LostCard {
		return append(a.words("word.lost"), strings.ToLower(a.texts.Round(a.view).Partner(s)))
	}
	c := a.view.Seats[s].Character
	return []string{c.ID, strings.ToLower(a.texts.ShortName(c)), strings.ToLower(a.texts.Name(c))}
}

func (a answers) namesCharacter(line string, c *characters.Character) bool {
	return strings.EqualFold(line, c.ID) || strings.EqualFold(line, a.texts.Name(c)) ||
		strings.EqualFold(line, a.texts.ShortName(c))
}

// parse parses an answer with a card. The seat that gets the card may stand before or after it, and R1 may be
// followed by whether it is to win (T7).
func (a answers) parse(line string) (chapters.Decision, bool) {
	decision := chapters.Decision{Target: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}}
	if a.view.Ask.Kind == chapters.Draft || texts.HasWordAnswer(a.view.Ask.Kind) {
		return decision, false
	}
	line = strings.ToLower(line)
	for _, s := range texts.Receivers(a.view.Ask) {
		for _, name := range a.seatNames(s) {
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
	for _, win := range append(a.words("word.win"), "!") {
		if rest, ok := strings.CutSuffix(line, win); ok && a.view.Ask.Kind == chapters.PlayCard {
			decision.ToWin = true
			line = strings.TrimSpace(rest)
			break
		}
	}
	card, ok := a.card(line)
	decision.Card = card
	return decision, ok && (!decision.ToWin || card == tricks.OneRing)
}

// card parses a card's code or its name.
func (a answers) card(text string) (tricks.Card, bool) {
	if c, err := tricks.ParseCard(a.texts.NormalizeCards(text)); err == nil {
		return c, true
	}
	for s := tricks.Hills; s < tricks.NoSuit; s++ {
		for rank := 1; rank <= s.Ranks(); rank++ {
			if c := tricks.NewCard(s, rank); strings.EqualFold(text, a.texts.Card(c)) {
				return c, true
			}
		}
	}
	return tricks.NoCard, false
}

// explain says whether a card or a character can be chosen, and if not, why.
func (a answers) explain(text string) string {
	match := func(d chapters.Decision) bool { return a.namesDecision(d, text) }
	complaint := a.unnamedFault(text)
	if complaint == a.expected() {
		complaint = a.texts.T("plain.why.what")
	}
	if c, ok := a.card(strings.TrimSuffix(text, "!")); ok {
		match = func(d chapters.Decision) bool { return d.Card == c }
		complaint = a.texts.T("plain.nothold", a.texts.Round(a.view).NameAt(a.view.Ask.Seat), c)
	}
	_, complaint = a.pick(match, complaint)
	if complaint == "" {
		return a.texts.T("plain.why.legal")
	}
	return complaint
}

func (a answers) expected() string {
	first := a.view.Ask.Options[0]
	switch {
	case first.Kind == chapters.Draft:
		return a.texts.N("plain.expected.draft", len(a.view.Ask.Options), first.Character)
	case first.Kind == chapters.Threat:
		return a.texts.T("plain.expected.threat", first.Number)
	case texts.HasWordAnswer(first.Kind):
		word := first.Word
		if first.Kind == chapters.NameLeader {
			word = a.seatNames(first.Target)[0]
		}
		return a.texts.N("plain.expected.word", len(a.view.Ask.Options), word)
	case first.Target == tricks.NoSeat:
		return a.texts.N("plain.expected.card", len(a.view.Ask.Options), first.Move)
	}
	return a.texts.T("plain.expected.pass", len(a.view.Ask.Options), a.seatNames(first.Target)[0], first.Card)
}
