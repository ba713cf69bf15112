package dealform

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"

	"golang.org/x/text/unicode/norm"
)

// seat is the content of a seat's line, such as
//
//	sam 3 H137 M2 F48
//	pippin M3 R2 F1 / S4 H2 F7 M8 / H5 S2 R4 M1 F6 + S8
//	strider 2 more H1 M5
//
// in any order: a name, a threat number, cards, and the few words that say more.
type seat struct {
	hand chapters.HandInfo
	// staged holds the cards that the seat is dealt later (C16), those behind each |.
	staged [][]tricks.Card
	// all is every card of the line, in its order.
	all      []tricks.Card
	problems []string
}

// marks are the words that put a card or something else aside: tucked=H3.
const marks = "=:"

func (d *deal) seat(s int) seat {
	var at seat
	text := d.values[Seat(s)]
	fail := func(text string) { at.problems = append(at.problems, text) }
	text, later, inStages := strings.Cut(text, "|")
	pyramid := strings.Contains(text, "/")
	text, beside, _ := strings.Cut(text, "+")
	cards := func(text string) []tricks.Card {
		list, problem := d.cards(text, tricks.ParseCards)
		if problem != "" {
			fail(problem)
		}
		at.all = append(at.all, list...)
		return list
	}
	var name []string
	for _, row := range strings.Split(text, "/") {
		var inRow []tricks.Card
		words := strings.Fields(row)
		for i, word := range words {
			last := i == len(words)-1 && strings.HasSuffix(row, word)
			switch {
			case word == "-":
				inRow = append(inRow, tricks.NoCard)
			case isNumber(word):
				at.hand.Threat, _ = strconv.Atoi(word)
			case isRange(word):
				at.hand.Range = [2]int{int(word[0] - '0'), int(word[2] - '0')}
			case strings.ContainsAny(strings.TrimRight(word, marks), marks):
				d.mark(&at, word, cards, fail)
			case d.declared(word) != "":
				at.hand.Declared = d.declared(word)
			case d.isCards(word) || last && d.isSuit(word):
				inRow = append(inRow, cards(word)...)
			default:
				name = append(name, strings.TrimRight(word, marks)) // bilbo: is he, too
			}
		}
		if pyramid {
			at.hand.Rows = append(at.hand.Rows, inRow)
		} else {
			for _, c := range inRow {
				if c != tricks.NoCard {
					at.hand.Cards |= c.Bit()
				}
			}
		}
	}
	if more := tricks.SetOf(cards(beside)...); pyramid {
		at.hand.Extra = more
	} else {
		at.hand.Cards |= more
	}
	if inStages {
		for _, part := range strings.Split(later, "|") {
			at.staged = append(at.staged, cards(part))
		}
	}
	if text := strings.Join(name, " "); text != "" {
		if ids := d.find(text); len(ids) == 1 {
			at.hand.Character = ids[0]
		} else {
			fail(d.unclear(text, ids))
		}
	}
	return at
}

// mark reads tucked=H3, first=M2, last=F3, announced=HM, rider=terror, gift=sting.
func (d *deal) mark(at *seat, word string, cards func(string) []tricks.Card, fail func(string)) {
	i := strings.IndexAny(word, marks)
	name, value := strings.ToLower(word[:i]), word[i+1:]
	set := func() tricks.Set { return tricks.SetOf(cards(value)...) }
	switch name {
	case "tucked":
		at.hand.Tucked = set()
	case "first":
		at.hand.First = set()
	case "last":
		at.hand.Last = set()
	case "announced":
		for _, letter := range value {
			s, err := tricks.ParseSuit(d.Typed(string(letter)))
			if err != nil {
				fail(d.T("entry.notcards", value))
				return
			}
			at.hand.Announced = append(at.hand.Announced, s)
		}
	case "rider":
		if at.hand.Rider = strings.ToLower(value); d.lib.Riders[at.hand.Rider] == nil {
			fail(d.T("entry.unknown", value))
		}
	case "gift":
		if at.hand.Gift = strings.ToLower(value); d.lib.Gifts[at.hand.Gift] == nil {
			fail(d.T("entry.unknown", value))
		}
	default:
		fail(d.T("entry.unknown", word))
	}
}

// declared returns Strider's declaration (K), in the word of a document.
func (d *deal) declared(word string) string {
	for _, say := range []string{"more", "fewer"} {
		if strings.EqualFold(word, say) || strings.EqualFold(word, d.T("say."+say)) {
			return say
		}
	}
	return ""
}

// find returns the characters that somebody may mean: of the chapter if there is
// one, by their id or name in any language, or how those begin.
func (d *deal) find(name string) []string {
	var all []*characters.Character
	if d.chapter != nil && len(d.chapter.Roster) > 0 {
		for i := range d.chapter.Roster {
			all = append(all, d.chapter.Roster[i].Character)
		}
	} else {
		for _, c := range d.lib.Characters {
			all = append(all, c)
		}
	}
	want := plainName(name)
	var begins []string
	for _, c := range all {
		names := []string{plainName(c.ID)}
		for _, lang := range characters.Languages {
			names = append(names, plainName(c.Name.In(lang)))
		}
		if slices.Contains(names, want) {
			return []string{c.ID}
		}
		for _, n := range names {
			if strings.HasPrefix(n, want) && !slices.Contains(begins, c.ID) {
				begins = append(begins, c.ID)
			}
		}
	}
	slices.Sort(begins)
	return begins
}

// plainName leaves out of a name what nobody wants to type.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) || strings.ContainsRune(" -.,&()'’", r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(name)))
}

func isNumber(word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n >= 1 && n <= 99
}

// isRange is 3-4: the Sword's range instead of a threat number.
func isRange(word string) bool {
	return len(word) == 3 && word[1] == '-' && word[0] >= '0' && word[0] <= '9' && word[2] >= '0' && word[2] <= '9'
}

// isCards reports whether a word is meant as cards: letters of suits, each with
// digits behind it.
func (d *deal) isCards(word string) bool {
	return strings.ContainsAny(word, "0123456789") && strings.ContainsRune(d.SuitLetters(), rune(strings.ToUpper(word)[0]))
}

func (d *deal) isSuit(word string) bool {
	return len(word) == 1 && strings.ContainsRune(d.SuitLetters(), rune(strings.ToUpper(word)[0]))
}
