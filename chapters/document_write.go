package chapters

import (
	"bytes"
	"encoding/json"
	"strings"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
	"fellowship/tricks/say"

	"gopkg.in/yaml.v3"
)

// The shapes of a position when it is written.
type (
	positionDoc struct {
		Record     int    `json:"record,omitempty" yaml:"-"`
		Rules      int    `json:"rules,omitempty" yaml:"-"`
		ID         *idDoc `json:"id,omitempty" yaml:"id,omitempty"`
		Deal       string `json:"deal,omitempty" yaml:"deal,omitempty"`
		Chapter    any    `json:"chapter,omitempty" yaml:"chapter,omitempty"`
		Players    int    `json:"players" yaml:"players"`
		roundDoc   `yaml:",inline"`
		Lost       []string          `json:"lost" yaml:"lost,flow"`
		Stage      string            `json:"stage" yaml:"stage"`
		Leader     *tricks.Seat      `json:"leader,omitempty" yaml:"leader,omitempty"`
		Pyramid    *tricks.Seat      `json:"pyramid,omitempty" yaml:"pyramid,omitempty"`
		Hands      []handDoc         `json:"hands" yaml:"hands"`
		Pile       string            `json:"pile,omitempty" yaml:"pile,omitempty"`
		Threats    []int             `json:"threats,omitempty" yaml:"threats,omitempty,flow"`
		Sides      map[string]string `json:"sides,omitempty" yaml:"sides,omitempty"`
		Staged     []string          `json:"staged,omitempty" yaml:"staged,omitempty"`
		RiderSeats []tricks.Seat     `json:"rider_seats,omitempty" yaml:"rider_seats,omitempty,flow"`
		Plays      []string          `json:"plays,omitempty" yaml:"plays,omitempty,flow"`
		Expect     any               `json:"expect,omitempty" yaml:"expect,omitempty,flow"`
		By         []string          `json:"by,omitempty" yaml:"-"`
		Seed       *uint64           `json:"seed,omitempty" yaml:"-"`
	}
	handDoc struct {
		Character string   `json:"character,omitempty" yaml:"character,omitempty"`
		Threat    int      `json:"threat,omitempty" yaml:"threat,omitempty"`
		Declared  string   `json:"declared,omitempty" yaml:"declared,omitempty"`
		Range     []int    `json:"range,omitempty" yaml:"range,omitempty,flow"`
		Rider     string   `json:"rider,omitempty" yaml:"rider,omitempty"`
		Gift      string   `json:"gift,omitempty" yaml:"gift,omitempty"`
		Cards     *string  `json:"cards,omitempty" yaml:"cards,omitempty"`
		Rows      []string `json:"rows,omitempty" yaml:"rows,omitempty,flow"`
		Extra     string   `json:"extra,omitempty" yaml:"extra,omitempty"`
		Tucked    string   `json:"tucked,omitempty" yaml:"tucked,omitempty"`
		First     string   `json:"first,omitempty" yaml:"first,omitempty"`
		Last      string   `json:"last,omitempty" yaml:"last,omitempty"`
		Announced []string `json:"announced,omitempty" yaml:"announced,omitempty,flow"`
		TookLost  bool     `json:"took_lost,omitempty" yaml:"took_lost,omitempty"`
	}
	roundDoc struct {
		Event       string   `json:"event,omitempty" yaml:"event,omitempty"`
		EventsDone  []string `json:"events_done,omitempty" yaml:"events_done,omitempty,flow"`
		Group       any      `json:"group,omitempty" yaml:"group,omitempty"`
		Pool        []string `json:"pool,omitempty" yaml:"pool,omitempty,flow"`
		Rider       string   `json:"rider,omitempty" yaml:"rider,omitempty"`
		Gift        string   `json:"gift,omitempty" yaml:"gift,omitempty"`
		Completed   []string `json:"completed,omitempty" yaml:"completed,omitempty,flow"`
		MithrilUsed bool     `json:"mithril_used,omitempty" yaml:"mithril_used,omitempty"`
	}
)

// MarshalYAML writes a hand on one line.
func (h handDoc) MarshalYAML() (any, error) {
	type plain handDoc
	var n yaml.Node
	err := n.Encode(plain(h))
	n.Style = yaml.FlowStyle
	return &n, err
}

func (p *Position) doc() positionDoc {
	d := positionDoc{
		ID: p.idDoc(), Deal: p.Deal, Players: p.Players, Stage: p.Stage.String(),
		Lost: []string{}, Leader: optional(p.Leader), Pyramid: optional(p.Pyramid),
		Pile: tricks.FormatCards(p.Pile), Threats: p.Threats,
	}
	d.Chapter, d.roundDoc = strictyaml.Plain(p.Chapter), p.Round.doc()
	for name, cards := range p.Sides {
		if d.Sides == nil {
			d.Sides = map[string]string{}
		}
		d.Sides[name] = tricks.FormatCards(cards)
	}
	for _, stage := range p.Staged {
		seats := make([]string, len(stage))
		for s := range stage {
			seats[s] = stage[s].String()
		}
		d.Staged = append(d.Staged, strings.Join(seats, " | "))
	}
	d.RiderSeats = p.RiderSeats
	for _, c := range p.Lost {
		d.Lost = append(d.Lost, c.String())
	}
	for i := range p.Hands {
		d.Hands = append(d.Hands, p.Hands[i].doc())
	}
	for _, play := range p.Plays {
		d.Plays = append(d.Plays, play.String())
	}
	if e := p.Expect; e != nil {
		expect := expectDoc{Verdict: e.Verdict, Depth: e.Depth}
		if e.Counts() {
			expect.Perft = &e.Perft
		}
		d.Expect = expect
	}
	return d
}

func (r *Round) doc() roundDoc {
	return roundDoc{
		Event: r.Event, EventsDone: r.EventsDone, Group: strictyaml.Plain(r.Group), Pool: r.Pool, Rider: r.Rider, Gift: r.Gift,
		Completed: r.Completed, MithrilUsed: r.MithrilUsed,
	}
}

type expectDoc struct {
	Verdict string  `json:"verdict,omitempty" yaml:"verdict,omitempty"`
	Depth   int     `json:"depth,omitempty" yaml:"depth,omitempty"`
	Perft   *uint64 `json:"perft,omitempty" yaml:"perft,omitempty"`
}

func (h *HandInfo) doc() handDoc {
	d := handDoc{
		Character: h.Character, Threat: h.Threat, Declared: h.Declared, Rider: h.Rider, Gift: h.Gift,
		Tucked: h.Tucked.String(), First: h.First.String(), Last: h.Last.String(), TookLost: h.TookLost,
	}
	for _, suit := range h.Announced {
		d.Announced = append(d.Announced, string(suit.Letter()))
	}
	if h.Range != [2]int{} {
		d.Range = h.Range[:]
	}
	if h.Rows == nil {
		cards := h.Cards.String()
		d.Cards = &cards
		return d
	}
	for _, row := range h.Rows {
		d.Rows = append(d.Rows, tricks.FormatCards(row))
	}
	d.Extra = h.Extra.String()
	return d
}

func optional(s tricks.Seat) *tricks.Seat {
	if s == tricks.NoSeat {
		return nil
	}
	return &s
}

// YAML writes the position as a YAML document for people.
func (p *Position) YAML() ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(p.doc()); err != nil {
		return nil, say.Errorf("write position %s: %w", p.ID, err)
	}
	return b.Bytes(), nil
}

// MarshalJSON writes the position as a document on one line.
func (p Position) MarshalJSON() ([]byte, error) { return json.Marshal(p.doc()) }
