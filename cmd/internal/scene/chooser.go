package scene

import (
	"slices"
	"unicode"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Step is the part of a decision that is being chosen. An exchange has two parts, the partner and the
// card. R1 has two, the card and whether it wins (T7).
type Step uint8

// The parts of a decision.
const (
	// Opening is the first part.
	Opening Step = iota
	// whichCard asks for the card after the partner was chosen.
	whichCard
	// ToWin asks whether R1 is to win the trick.
	ToWin
)

// Item is a possible answer to a question, or a card that is shown among the answers but may not be chosen.
type Item struct {
	Label string
	// ID is the id of the character that the item stands for, empty for other items.
	ID string
	// Letters are the letters of that character.
	Letters string
	// Setup is the setup of that character in words, empty for none.
	Setup string
	// Card is the card that the item stands for, [tricks.NoCard] for other items.
	Card tricks.Card
	// Digit is the key that jumps to the item, 0 for none. Cards are reached by suit and rank.
	Digit rune
	// Note says more about the item in a list.
	Note string
	// ShortNote is a shorter form of Note.
	ShortNote string
	// IsRequired reports whether somebody has to take the character (S4).
	IsRequired bool
	// Detail is shown while the item is selected: why it may not be chosen, or what choosing it does.
	Detail string
	// Effect is the part of Detail about the trick and the goals, empty if the item plays no card.
	Effect string
	// AnswerDetails are the details of the answers to the further question that the item opens.
	AnswerDetails []string
	// Ok reports whether the item may be chosen.
	Ok bool
	// Decision is the decision that an item with Ok leads to, unless it opens a further question.
	Decision chapters.Decision
	// NextStep is the further question that the item opens, [Opening] for none.
	NextStep Step
}

// Chooser is a question with its answers and a cursor.
type Chooser struct {
	Prompt string
	Items  []Item
	// Cursor is the index of the selected item.
	Cursor int
	// List reports whether the items are shown one below the other, with notes.
	List bool
	// Seat is the seat whose cards the items are, [tricks.NoSeat] if they are not cards.
	Seat tricks.Seat
	// Receiver names the seat that gets the chosen card, empty if the card is not passed on.
	Receiver string
	// Hand has the cards of the previous question while the items are about R1, which was chosen there.
	Hand []Item
	// Step is the part of the decision that is asked for. Esc leads back from all but [Opening].
	Step Step
}

// Select sets the cursor on the item that leads to a decision, and reports whether there is one.
func (c *Chooser) Select(d *chapters.Decision) bool {
	i := slices.IndexFunc(c.Items, func(item Item) bool {
		return item.Ok &&
			(item.NextStep == Opening && item.Decision == *d ||
				item.NextStep == whichCard && item.Decision.Target == d.Target ||
				item.NextStep == ToWin && item.Card == d.Card)
	})
	if i >= 0 {
		c.Cursor = i
	}
	return i >= 0
}

// SelectLike sets the cursor on the item that another chooser of the same question has selected, wherever it stands.
func (c *Chooser) SelectLike(other *Chooser) {
	selected := other.Selected()
	if selected == nil {
		return
	}
	isSame := func(item Item) bool {
		return item.Card == selected.Card && item.ID == selected.ID && item.Decision == selected.Decision
	}
	if other.Cursor < len(c.Items) && isSame(c.Items[other.Cursor]) {
		c.Cursor = other.Cursor
		return
	}
	if i := slices.IndexFunc(c.Items, isSame); i >= 0 {
		c.Cursor = i
	}
}

// Selected returns the item under the cursor, nil if there are none.
func (c *Chooser) Selected() *Item {
	if c.Cursor < 0 || c.Cursor >= len(c.Items) {
		return nil
	}
	return &c.Items[c.Cursor]
}

// Move moves the cursor by a number of items. At either end it continues at the other.
func (c *Chooser) Move(step int) {
	if n := len(c.Items); n > 0 {
		c.Cursor = (c.Cursor + step + n) % n
	}
}

// Jump moves the cursor to what a key names. The letter of a suit leads to its next card. A digit leads
// to the card of that rank in the selected suit, or to the item with that number.
func (c *Chooser) Jump(r rune) {
	for i := 1; i <= len(c.Items); i++ {
		index := (c.Cursor + i) % len(c.Items)
		item := &c.Items[index]
		selected := c.Selected()
		hit := item.Digit == r && r != 0
		if item.Card != tricks.NoCard {
			if unicode.IsDigit(r) {
				hit = selected.Card != tricks.NoCard && item.Card.Suit() == selected.Card.Suit() &&
					item.Card.Rank() == int(r-'0')
			} else {
				// The letter is the language's, or the one of the card codes in files.
				letter := unicode.ToUpper(r)
				hit = rune(item.Card.String()[0]) == letter || rune(item.Label[0]) == letter
			}
		}
		if hit {
			c.Cursor = index
			return
		}
	}
}
