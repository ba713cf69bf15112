package scene

import (
	"unicode"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Item is one answer to the question that is due.
type Item struct {
	Label string
	// ID is the character it stands for, empty if for something else.
	ID string
	// Card is the card it stands for, NoCard if for something else.
	Card tricks.Card
	// Digit jumps to it; 0 for none. Cards are reached by suit and rank.
	Digit rune
	// Note says more about it in a list, Few the same in few words; Must reports whether somebody has to take
	// it.
	Note, Few string
	Must      bool
	// Detail is said while the cursor is on it: why it may not be chosen, or
	// what choosing it does.
	Detail string
	// Effect is the part of Detail that tells what the play does to trick and goals, empty for no play.
	Effect string
	// Further are the details of the answers to the question that it opens about itself.
	Further []string
	// Ok reports whether it may be chosen. Then decision is what it means, unless it
	// opens a further question.
	Ok       bool
	Decision chapters.Decision
	Opens    Step
}

// Chooser is a question with its answers and a cursor.
type Chooser struct {
	Prompt string
	Items  []Item
	Cursor int
	// List reports whether the items stand below each other, with notes.
	List bool
	// Seat holds the cards that the items are, NoSeat if they are no cards.
	Seat tricks.Seat
	// Hand is the cards of the question before, where a further one is about the card that was chosen then,
	// R1.
	Hand []Item
	// Step is the part of the decision that it asks for. Esc leads back from all but Opening.
	Step Step
}

func (c *Chooser) start() {
	for i := range c.Items {
		if c.Items[i].Ok {
			c.Cursor = i
			return
		}
	}
}

// Lead sets the cursor on the item that leads to a decision, and reports whether there is one.
func (c *Chooser) Lead(d *chapters.Decision) bool {
	for i := range c.Items {
		it := &c.Items[i]
		if it.Ok && (it.Opens == Opening && it.Decision == *d || it.Opens == whichCard && it.Decision.To == d.To || it.Opens == ToWin && it.Card == d.Card) {
			c.Cursor = i
			return true
		}
	}
	return false
}

// At returns the item under the cursor, nil if there are none.
func (c *Chooser) At() *Item {
	if c.Cursor < 0 || c.Cursor >= len(c.Items) {
		return nil
	}
	return &c.Items[c.Cursor]
}

// Move moves the cursor, round and round.
func (c *Chooser) Move(by int) {
	if n := len(c.Items); n > 0 {
		c.Cursor = (c.Cursor + by + n) % n
	}
}

// Jump moves the cursor to what a key names: a suit's letter leads to its next
// card, a digit to the card of the rank in this suit, or to the item of the
// number.
func (c *Chooser) Jump(r rune) {
	for i := 1; i <= len(c.Items); i++ {
		k := (c.Cursor + i) % len(c.Items)
		it, here := &c.Items[k], c.At()
		hit := it.Digit == r && r != 0
		if it.Card != tricks.NoCard {
			if unicode.IsDigit(r) {
				hit = here.Card != tricks.NoCard && it.Card.Suit() == here.Card.Suit() && it.Card.Rank() == int(r-'0')
			} else {
				letter := unicode.ToUpper(r) // of the language, or of documents
				hit = rune(it.Card.String()[0]) == letter || rune(it.Label[0]) == letter
			}
		}
		if hit {
			c.Cursor = k
			return
		}
	}
}
