package chapters

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"

	"gopkg.in/yaml.v3"
)

// A position document is a Position in YAML or JSON. positionKeys and handKeys
// are its words; those in laterKeys are known to the notation, but belong to
// chapters that are not there yet.
var (
	positionKeys = []string{
		"id", "deal", "chapter", "players", "lost", "stage", "leader", "hands", "pyramid", "pile", "threats", "plays", "expect",
	}
	handKeys   = []string{"character", "threat", "declared", "range", "rider", "cards", "rows", "extra"}
	laterKeys  = []string{"event", "events_done", "group", "pool", "rider", "gift", "sides", "staged", "completed", "mithril_used"}
	laterHands = []string{"gift", "tucked", "first", "last", "announced"}
)

// later complains about words of the notation that this version cannot honour,
// because an answer that left them out would be wrong.
func later(f strictyaml.Fields, keys []string) {
	for _, k := range keys {
		if f.Has(k) {
			f.Key(k).Errorf("%s belongs to a chapter that is not in this version yet", k)
		}
	}
}

// position reads a position document.
func (l *Library) position(f strictyaml.Fields) Position {
	later(f, laterKeys)
	p := Position{
		Deal:   f.Get("deal").Str(),
		Leader: tricks.NoSeat, Pyramid: tricks.NoSeat, Stage: StagePlay,
	}
	p.setID(f.Get("id"))
	if f.Has("chapter") {
		v := f.Get("chapter")
		p.Chapter = v.Text()
		if _, err := l.Chapter(p.Chapter); err != nil && p.Chapter != "" {
			v.Errorf("%v", err)
		}
	}
	p.Players = f.Need("players").Int(1, 4)
	if f.Has("lost") {
		for _, v := range f.Get("lost").List() {
			p.Lost = append(p.Lost, card(v))
		}
	}
	hands := f.Need("hands")
	for _, v := range hands.List() {
		p.Hands = append(p.Hands, l.hand(v))
	}
	if seats := SeatsFor(p.Players); p.Players > 0 && hands.IsList() && len(p.Hands) != seats {
		hands.Errorf("%d players have %d hands, here are %d (S1)", p.Players, seats, len(p.Hands))
	}
	if p.Chapter != "" && slices.ContainsFunc(p.Hands, func(h HandInfo) bool { return h.Character == "" }) {
		p.Stage = StageDraft
	}
	if f.Has("stage") {
		if name := f.Get("stage").OneOf("stage", stageNames...); name != "" {
			p.Stage = Stage(slices.Index(stageNames, name))
		}
	}
	last := max(len(p.Hands), SeatsFor(p.Players)) - 1 // hands missing have been told above
	if f.Has("leader") {
		p.Leader = tricks.Seat(f.Get("leader").Int(0, last))
	}
	if f.Has("pyramid") {
		v := f.Get("pyramid")
		p.Pyramid = tricks.Seat(v.Int(0, last))
		if p.Players != 2 {
			v.Errorf("only 2 players have a pyramid (S9)")
		}
	}
	for s := range p.Hands {
		if at := tricks.Seat(s); (p.Hands[s].Rows != nil) != (at == p.Pyramid) {
			f.Errorf("hand %d: rows and pyramid must name the same seat (S9)", s)
		}
	}
	if p.Players == 2 && p.Pyramid == tricks.NoSeat && p.Stage != StagePlay {
		f.Errorf("2 players need a pyramid: name its seat (S9)")
	}
	if f.Has("pile") {
		p.Pile = cardList(f.Get("pile"))
		if p.Players != 1 {
			f.Key("pile").Errorf("only solo has a draw pile (S10)")
		}
	}
	if f.Has("threats") {
		for _, v := range f.Get("threats").List() {
			p.Threats = append(p.Threats, v.Int(1, 9))
		}
	}
	if f.Has("plays") {
		for _, v := range f.Get("plays").List() {
			play, err := tricks.ParsePlay(v.Str())
			if err != nil {
				v.Errorf("%v", err)
			}
			p.Plays = append(p.Plays, play)
		}
	}
	if f.Has("expect") {
		e := f.Get("expect").Map("verdict", "depth", "perft").DropNulls()
		p.Expect = &Expect{}
		if e.Has("verdict") {
			p.Expect.Verdict = e.Get("verdict").OneOf("verdict", "winnable", "unwinnable")
		}
		if e.Has("perft") {
			p.Expect.Depth = e.Need("depth").Int(0, 64)
			p.Expect.Perft = uint64(e.Get("perft").Int(0, int(^uint(0)>>1)))
		}
	}
	return p
}

func (l *Library) hand(v strictyaml.Value) HandInfo {
	f := v.Map(slices.Concat(handKeys, laterHands)...).DropNulls()
	later(f, laterHands)
	h := HandInfo{Character: f.Get("character").Str(), Rider: f.Get("rider").Str()}
	named(f.Get("character"), "character", l.Characters)
	named(f.Get("rider"), "rider", l.Riders)
	if f.Has("threat") {
		h.Threat = f.Get("threat").Int(1, 9)
	}
	if f.Has("declared") {
		h.Declared = f.Get("declared").OneOf("direction", characters.More, characters.Fewer)
	}
	if f.Has("range") {
		if ends := f.Get("range").List(); len(ends) == 2 {
			h.Range = [2]int{ends[0].Int(1, 14), ends[1].Int(1, 14)}
		}
		if h.Range[0] == 0 || h.Range[0] > h.Range[1] {
			f.Get("range").Errorf("a range is two numbers, the smaller first, such as [3, 4]")
		}
		if h.Threat != 0 {
			f.Key("range").Errorf("a range takes the place of a threat, so there cannot be both")
		}
	}
	if f.Has("rows") {
		h.Rows = [][]tricks.Card{}
		for _, row := range f.Get("rows").List() {
			h.Rows = append(h.Rows, places(row))
		}
		if f.Has("cards") {
			f.Key("cards").Errorf("the pyramid's cards are listed with rows and extra instead (S9)")
		}
		if f.Has("extra") {
			h.Extra = cardsIn(f.Get("extra"))
		}
	} else {
		h.Cards = cardsIn(f.Need("cards"))
		if f.Has("extra") {
			f.Key("extra").Errorf("only a pyramid has extra cards (S9)")
		}
	}
	return h
}

// named complains about an id that is not there.
func named(v strictyaml.Value, what string, known map[string]*characters.Character) {
	if id := v.Str(); id != "" && known[id] == nil {
		ids := make([]string, 0, len(known))
		for k := range known {
			ids = append(ids, k)
		}
		slices.Sort(ids)
		v.OneOf(what, ids...)
	}
}

func card(v strictyaml.Value) tricks.Card {
	c, err := tricks.ParseCard(v.Str())
	if err != nil {
		v.Errorf("%v", err)
		return tricks.NoCard
	}
	return c
}

func cardList(v strictyaml.Value) []tricks.Card {
	cards, err := tricks.ParseCards(v.Str())
	if err != nil {
		v.Errorf("%v", err)
	}
	return cards
}

func cardsIn(v strictyaml.Value) tricks.Set { return tricks.SetOf(cardList(v)...) }

// places reads a row of a pyramid, with "-" for an empty place.
func places(v strictyaml.Value) []tricks.Card {
	var row []tricks.Card
	for _, word := range strings.Fields(v.Str()) {
		if word == "-" {
			row = append(row, tricks.NoCard)
			continue
		}
		cards, err := tricks.ParseCards(word)
		if err != nil {
			v.Errorf("%v", err)
		}
		row = append(row, cards...)
	}
	return row
}

// The shapes of a position when it is written.
type (
	positionDoc struct {
		Record  int       `json:"record,omitempty" yaml:"-"`
		ID      *idDoc    `json:"id,omitempty" yaml:"id,omitempty"`
		Deal    string    `json:"deal,omitempty" yaml:"deal,omitempty"`
		Chapter any       `json:"chapter,omitempty" yaml:"chapter,omitempty"`
		Players int       `json:"players" yaml:"players"`
		Lost    []string  `json:"lost" yaml:"lost,flow"`
		Stage   string    `json:"stage" yaml:"stage"`
		Leader  *int      `json:"leader,omitempty" yaml:"leader,omitempty"`
		Pyramid *int      `json:"pyramid,omitempty" yaml:"pyramid,omitempty"`
		Hands   []handDoc `json:"hands" yaml:"hands"`
		Pile    string    `json:"pile,omitempty" yaml:"pile,omitempty"`
		Threats []int     `json:"threats,omitempty" yaml:"threats,omitempty,flow"`
		Plays   []string  `json:"plays,omitempty" yaml:"plays,omitempty,flow"`
		Expect  any       `json:"expect,omitempty" yaml:"expect,omitempty,flow"`
		By      []string  `json:"by,omitempty" yaml:"-"`
		Seed    *uint64   `json:"seed,omitempty" yaml:"-"`
	}
	handDoc struct {
		Character string   `json:"character,omitempty" yaml:"character,omitempty"`
		Threat    int      `json:"threat,omitempty" yaml:"threat,omitempty"`
		Declared  string   `json:"declared,omitempty" yaml:"declared,omitempty"`
		Range     []int    `json:"range,omitempty" yaml:"range,omitempty,flow"`
		Rider     string   `json:"rider,omitempty" yaml:"rider,omitempty"`
		Cards     *string  `json:"cards,omitempty" yaml:"cards,omitempty"`
		Rows      []string `json:"rows,omitempty" yaml:"rows,omitempty,flow"`
		Extra     string   `json:"extra,omitempty" yaml:"extra,omitempty"`
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
	if p.Chapter != "" {
		d.Chapter = p.Chapter
		if n, err := strconv.Atoi(p.Chapter); err == nil {
			d.Chapter = n
		}
	}
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

type expectDoc struct {
	Verdict string  `json:"verdict,omitempty" yaml:"verdict,omitempty"`
	Depth   int     `json:"depth,omitempty" yaml:"depth,omitempty"`
	Perft   *uint64 `json:"perft,omitempty" yaml:"perft,omitempty"`
}

func (h *HandInfo) doc() handDoc {
	d := handDoc{Character: h.Character, Threat: h.Threat, Declared: h.Declared, Rider: h.Rider}
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

func optional(s tricks.Seat) *int {
	if s == tricks.NoSeat {
		return nil
	}
	n := int(s)
	return &n
}

// YAML writes the position as a YAML document for people.
func (p *Position) YAML() ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(p.doc()); err != nil {
		return nil, fmt.Errorf("write position %s: %w", p.ID, err)
	}
	return b.Bytes(), nil
}

// MarshalJSON writes the position as a document on one line.
func (p Position) MarshalJSON() ([]byte, error) { return json.Marshal(p.doc()) }
