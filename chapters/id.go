package chapters

import (
	"encoding/json"

	"fellowship/characters/strictyaml"

	"gopkg.in/yaml.v3"
)

// A document's id is echoed as it came. A person who numbers documents looks the answers up
// by number.

// setID reads the id of a document.
func (p *Position) setID(v strictyaml.Value) {
	p.BareID = v.Bare()
	p.ID = v.Opaque()
}

// idDoc is an id when it is written.
type idDoc struct {
	text string
	bare bool
}

func (p *Position) idDoc() *idDoc {
	if p.ID == "" {
		return nil
	}
	return &idDoc{text: p.ID, bare: p.BareID}
}

// MarshalJSON writes the id as a text, or as it is.
func (d *idDoc) MarshalJSON() ([]byte, error) {
	if d.bare {
		return []byte(d.text), nil
	}
	b, err := json.Marshal(d.text)
	return []byte(strictyaml.EscapeJSON(string(b))), err
}

// MarshalYAML writes the id as a text, or as it is.
func (d *idDoc) MarshalYAML() (any, error) {
	if d.bare {
		return &yaml.Node{Kind: yaml.ScalarNode, Value: d.text}, nil
	}
	return d.text, nil
}

// MaxID is how many characters of an id are echoed.
const MaxID = 200

// ShortID returns an id as answers echo it. One longer than MaxID characters is cut.
func ShortID(id string) string {
	n := 0
	for at := range id {
		if n++; n > MaxID {
			return id[:at] + "…"
		}
	}
	return id
}

// JSONID returns the id as answers in JSON echo it: a text, a number or boolean
// as it is written, or nil without one. One that is cut is a text.
func (p *Position) JSONID() any {
	short := ShortID(p.ID)
	switch {
	case p.ID == "":
		return nil
	case p.BareID && short == p.ID:
		return json.RawMessage(p.ID)
	}
	return short
}
