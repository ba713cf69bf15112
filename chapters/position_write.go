package chapters

import (
	"bytes"
	"slices"
	"strings"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"

	"gopkg.in/yaml.v3"
)

// These types of fields of a position have a form of their own in a document.
type (
	// pile is cards in an order that matters.
	pile []tricks.Card
	// rows are the rows of a pyramid from the top.
	rows [][]tricks.Card
	// sides maps the name of a side deck to its cards.
	sides map[string][]tricks.Card
	// batches holds for each batch of a staged deal the cards of each seat.
	batches [][]tricks.Set
	// span is a range of tricks, both ends included.
	span [2]int
)

// MarshalText writes the cards in their order.
func (p pile) MarshalText() ([]byte, error) { return []byte(tricks.FormatCards(p)), nil }

// MarshalYAML writes a text for each row.
func (r rows) MarshalYAML() (any, error) {
	var out []pile
	for _, row := range r {
		out = append(out, row)
	}
	return out, nil
}

// MarshalYAML writes a text for each deck.
func (s sides) MarshalYAML() (any, error) {
	out := map[string]pile{}
	for name, cards := range s {
		out[name] = cards
	}
	return out, nil
}

// MarshalYAML writes a text for each batch, with | between the seats.
func (p batches) MarshalYAML() (any, error) {
	var out []string
	for _, batch := range p {
		seats := make([]string, len(batch))
		for s := range batch {
			seats[s] = batch[s].String()
		}
		out = append(out, strings.Join(seats, " | "))
	}
	return out, nil
}

// IsZero reports whether there is no range. An omitted range is not written.
func (s span) IsZero() bool { return s == span{} }

// MarshalYAML writes the position as a document, with a hand on each line. Ids that are numbers are
// written as numbers.
func (p Position) MarshalYAML() (any, error) {
	type plain Position
	n, err := strictyaml.PlainIDs(plain(p), "chapter", "group")
	if p.BareID && err == nil {
		// The id is the first key. Without a tag and quotes it is a number or a boolean again.
		n.Content[1].Tag = ""
		n.Content[1].Style = 0
	}
	for i := 1; i < len(n.Content); i += 2 {
		if n.Content[i-1].Value != "hands" {
			continue
		}
		for s, hand := range n.Content[i].Content {
			hand.Style = yaml.FlowStyle
			if p.Hands[s].Rows != nil {
				// A pyramid states its rows instead of the key cards, which is always written.
				index := slices.IndexFunc(hand.Content, func(key *yaml.Node) bool { return key.Value == "cards" })
				hand.Content = slices.Delete(hand.Content, index, index+2)
			}
		}
	}
	return n, err
}

// YAML writes the position as a YAML document for people.
func (p *Position) YAML() ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(p); err != nil {
		return nil, say.Errorf("write position %s: %w", p.ID, err)
	}
	return b.Bytes(), nil
}

// MarshalJSON writes the position as a document on one line.
func (p Position) MarshalJSON() ([]byte, error) { return strictyaml.JSON(p) }
