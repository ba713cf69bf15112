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

// The types that are not written as a list or mapping of their parts.
type (
	pile    []tricks.Card
	rows    [][]tricks.Card
	sides   map[string][]tricks.Card
	batches [][]tricks.Set
	span    [2]int
)

// MarshalText writes cards in their order.
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

// IsZero reports whether there is no range, which is then not written.
func (s span) IsZero() bool { return s == span{} }

// MarshalYAML writes the position as a document, with a hand on each line. Ids that are numbers are
// written so.
func (p Position) MarshalYAML() (any, error) {
	type plain Position
	n, err := strictyaml.PlainIDs(plain(p), "chapter", "group")
	if p.BareID && err == nil {
		// the id comes first
		n.Content[1].Tag = ""
		n.Content[1].Style = 0
	}
	for i := 1; i < len(n.Content); i += 2 {
		if n.Content[i-1].Value == "hands" {
			for s, hand := range n.Content[i].Content {
				hand.Style = yaml.FlowStyle
				if p.Hands[s].Rows != nil { // a pyramid has no cards but its rows
					index := slices.IndexFunc(hand.Content, func(key *yaml.Node) bool { return key.Value == "cards" })
					hand.Content = slices.Delete(hand.Content, index, index+2)
				}
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
