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

// What a position writes otherwise than as a list or mapping of its parts.
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

// MarshalYAML writes a hand on one line. Only a pyramid has no cards but its rows.
func (h HandInfo) MarshalYAML() (any, error) {
	type plain HandInfo
	return flow(plain(h), "cards", h.Rows != nil)
}

// MarshalYAML writes the answer on one line.
func (e *Expect) MarshalYAML() (any, error) {
	type plain Expect
	return flow((*plain)(e), "perft", !e.Counts())
}

// flow returns a struct on one line, maybe without one of its keys.
func flow(of any, key string, without bool) (*yaml.Node, error) {
	var n yaml.Node
	err := n.Encode(of)
	n.Style = yaml.FlowStyle
	for i := 0; without && i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			n.Content = slices.Delete(n.Content, i, i+2)
		}
	}
	return &n, err
}

// MarshalYAML writes the position as a document. Ids that are numbers are written so.
func (p Position) MarshalYAML() (any, error) {
	type plain Position
	n, err := strictyaml.PlainIDs(plain(p), "chapter", "group")
	if p.BareID && err == nil {
		n.Content[1].Tag, n.Content[1].Style = "", 0 // the id comes first
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
