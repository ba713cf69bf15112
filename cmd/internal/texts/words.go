package texts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// suitNames are the endings of the keys of texts about suits.
var suitNames = [tricks.Suits]string{"hills", "mountains", "forests", "shadows", "rings", "rivers"}

// suitText returns the text about a suit whose key has this beginning. It is empty for NoSuit, the
// suit of B5.
func (t *Texts) suitText(beginning string, s tricks.Suit) string {
	if s >= tricks.NoSuit {
		return ""
	}
	return t.T(beginning + suitNames[s])
}

// Suit names a suit.
func (t *Texts) Suit(s tricks.Suit) string { return t.suitText("suit.", s) }

// Cards names several cards of a suit.
func (t *Texts) Cards(s tricks.Suit) string { return t.suitText("cards.", s) }

// Count names the cards of a suit as they are counted, to stand before their number or after it.
func (t *Texts) Count(s tricks.Suit) string { return t.suitText("count.", s) }

// Card returns a card's name: its suit's name and its rank.
func (t *Texts) Card(c tricks.Card) string {
	key := cardNameKey{t.lang, c}
	if name, ok := cardNames.Load(key); ok {
		return name.(string) //nolint:forcetypeassert // stored below
	}
	name := t.T("card", t.Suit(c.Suit()), c.Rank())
	if c == tricks.BalrogCard {
		name = t.T("card.balrog")
	}
	cardNames.Store(key, name)
	return name
}

// cardNames caches the names of cards, a string for each cardNameKey: most of the text on pages is
// names of cards.
var cardNames sync.Map

type cardNameKey struct {
	lang string
	card tricks.Card
}

// Seat names a seat by its number. People count from 1, documents and records from 0.
func (t *Texts) Seat(s tricks.Seat) string { return t.T("seat", int(s)+1) }

// Number returns the number of a seat as people count.
func (*Texts) Number(s tricks.Seat) string { return strconv.Itoa(int(s) + 1) }

// PlayerAt names the person who plays a seat, or the seat by its number if no name is known.
func (r Round) PlayerAt(s tricks.Seat) string {
	return cmp.Or(r.view.Seats[s].Person, r.texts.Seat(s))
}

// NameAt names the character at a seat. As long as the seat has none, it names the player.
func (r Round) NameAt(s tricks.Seat) string {
	if c := r.view.Seats[s].Character; c != nil {
		return r.texts.ShortName(c)
	}
	return r.PlayerAt(s)
}

// Winner names the winner of a trick: a seat, or Old Man Willow (C5) or another figure
// of the side deck, which takes a trick away from all seats.
func (r Round) Winner(s tricks.Seat) string {
	if s == tricks.NoSeat {
		return r.texts.SideDeckText("taker.", r.view.SideDeck(chapters.BeatsLowWinners), "")
	}
	return r.NameAt(s)
}

// Name returns the name of a character or rider.
func (t *Texts) Name(c *characters.Character) string { return c.Name.In(t.lang) }

// Titled returns a chapter's number and title; the Road has no number.
func (t *Texts) Titled(c *chapters.Chapter) string {
	if c.Pool != nil {
		return c.Title.In(t.lang)
	}
	return c.ID + "  " + c.Title.In(t.lang)
}

// Chapter names a chapter by its number and its title; the Road has no number.
func (t *Texts) Chapter(c *chapters.Chapter) string {
	if c.Pool != nil {
		return c.Title.In(t.lang)
	}
	return t.T("serve.game.chapter", c.ID, c.Title.In(t.lang))
}

// ShortName returns the short name in the character's file, or else the name without additions such
// as "the father" or "burdened". No two characters of a round have the same short name.
func (t *Texts) ShortName(c *characters.Character) string {
	if called := c.ShortName.In(t.lang); called != "" {
		return called
	}
	name, _, _ := strings.Cut(t.Name(c), " (")
	name, _, _ = strings.Cut(name, ",")
	return name
}

// CharacterLetters returns the one or two letters that stand for a character, the same in every chapter, or the first
// letter of its name if it is in no library.
func (t *Texts) CharacterLetters(c *characters.Character) string {
	if letters := c.Letters.In(t.lang); letters != "" {
		return letters
	}
	return strings.ToUpper(string([]rune(t.ShortName(c) + " ")[:1]))
}

// Completed returns the mark behind a character that earlier rounds of a long chapter have
// completed (L2), "" for all other characters.
func (r Round) Completed(id string) string {
	if slices.Contains(r.view.Terms.Completed, id) {
		return r.texts.T("campaign.mark")
	}
	return ""
}

// Names lists names: "Frodo, Sam or Merry".
func (t *Texts) Names(names []string) string {
	return t.joinNames("or", names)
}

// All lists names joined by "and": "Frodo, Sam and Merry".
func (t *Texts) All(names []string) string { return t.joinNames("and", names) }

func (t *Texts) joinNames(word string, names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return t.T(word, strings.Join(names[:last], ", "), names[last])
}

// Status returns the status of a goal in a word.
func (t *Texts) Status(s characters.Status) string { return t.T("status." + s.String()) }

// statusMarks need no colours, and mean the same in every language. What may still change is in brackets.
var statusMarks = map[characters.Status]string{
	characters.Open: "-", characters.Met: "(ok)", characters.Sealed: "ok", characters.Failed: "x", characters.Waived: "ok",
}

// Mark returns the mark that stands for a goal's status where there is no room for a word.
func Mark(s characters.Status) string { return statusMarks[s] }

// Goal returns the text of a character's goal, with its threat number.
func (t *Texts) Goal(c *characters.Character, threat int) string {
	return t.withThreat(c.GoalText.In(t.lang), threat)
}

func (t *Texts) withThreat(goal string, threat int) string {
	if threat > 0 {
		return t.T("goal.threat", goal, threat)
	}
	return goal
}

// Date returns a day without its year.
func (t *Texts) Date(day time.Time) string {
	return t.T("date", day.Day(), strings.Fields(t.T("months"))[day.Month()-1])
}

// ShortDate returns a day in a few letters, for lists: today as a word, and the year only if it is not that of today.
func (t *Texts) ShortDate(day, now time.Time) string {
	switch {
	case day.Format(time.DateOnly) == now.Format(time.DateOnly):
		return t.T("date.today")
	case day.Year() != now.Year():
		return day.Format(time.DateOnly)
	}
	return t.T("date", day.Day(), strings.Fields(t.T("months.short"))[day.Month()-1])
}

// Sentence begins a text with a capital letter and ends it with a full stop,
// unless it is a question.
func Sentence(text string) string {
	text = Title(text)
	if text != "" && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return text
}

// Title returns a text with its first letter in upper case.
func Title(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// NotEmpty returns the texts that are not empty.
func NotEmpty(texts ...string) []string {
	var out []string
	for _, text := range texts {
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}

// Quoted returns a word as a shell reads it.
func Quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("_./:=,+@%-", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
