package chapters

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"fellowship/characters/strictyaml"
)

// A round record is NDJSON, appended to while a round is played: the position
// it began with, then one object a decision in the order made; {"undo": n}
// takes the last n back, and {"assisted": "open cards"} says that a person asked
// for help which no player has before the next decision. White space and the
// order of keys carry no meaning.

// recordVersion stands in the first line of every record.
const recordVersion = 1

// todaysRules stands there, too, as "rules": so a record goes on as it was played
// where a rule is read in another way since. Records of [EarlierRules] have none.
const todaysRules = 2

// Record is a round as it was written down.
type Record struct {
	Position
	// By says who plays each seat: "human" or the name of a computer player.
	// It may be empty.
	By []string
	// Seed is what the computer players drew their chances from.
	Seed *uint64
	// Decisions are those that stand, undone ones left out.
	Decisions []Decision
	// Assisted is the decisions, by their place in Decisions, before which
	// somebody asked for help that no player has, in their order.
	Assisted []int
}

// Header returns the record's first line, with the newline.
func (r *Record) Header() ([]byte, error) {
	d := r.doc()
	d.Record, d.By, d.Seed = recordVersion, r.By, r.Seed
	if r.Rules != EarlierRules {
		d.Rules = todaysRules
	}
	b, err := json.Marshal(d)
	return append(b, '\n'), err
}

// Line returns the record's line for a decision, with the newline.
func (d Decision) Line() []byte {
	// Nothing in a decision needs an escape, and ">" shall stay readable.
	return fmt.Appendf(nil, "{%q:%q}\n", d.Kind, d)
}

// UndoLine returns the record's line that takes the last n decisions back.
func UndoLine(n int) []byte { return fmt.Appendf(nil, "{\"undo\":%d}\n", n) }

// AssistedLine returns the record's line for help that no player has.
func AssistedLine() []byte { return fmt.Appendf(nil, "{%q:%q}\n", assisted, "open cards") }

// assisted is the key of that line.
const assisted = "assisted"

// Text returns the whole record.
func (r *Record) Text() ([]byte, error) {
	b, err := r.Header()
	help := r.Assisted
	for i, d := range r.Decisions {
		for ; len(help) > 0 && help[0] <= i; help = help[1:] {
			b = append(b, AssistedLine()...)
		}
		b = append(b, d.Line()...)
	}
	for range help {
		b = append(b, AssistedLine()...)
	}
	return b, err
}

// OneByOne returns the same round with the plays of its document as decisions, so
// that they can be made one after the other.
func (r *Record) OneByOne() Record {
	steps := *r
	if n := len(r.Plays); n > 0 && r.Stage == StagePlay {
		steps.Plays, steps.Decisions, steps.Assisted = nil, nil, slices.Clone(r.Assisted)
		for _, p := range r.Plays {
			steps.Decisions = append(steps.Decisions, PlayDecision(p))
		}
		steps.Decisions = append(steps.Decisions, r.Decisions...)
		for i := range steps.Assisted {
			steps.Assisted[i] += n
		}
	}
	return steps
}

// Step is a moment of a record that is walked through.
type Step struct {
	// Number is how many of the record's decisions were made before.
	Number int
	// Game is the round as it stands. It goes on with the walk: a copy stays.
	Game *Game
	// Made is the decision that led here, nil at the beginning; Next the one that
	// comes next, nil at the end.
	Made, Next *Decision
}

// Walk goes through the record: a step for the beginning, and one after each
// decision. The plays of a document come before the first step, unless
// [Record.OneByOne] made decisions of them. An illegal decision ends the walk with
// an error that names its number and the rule.
func (r *Record) Walk(l *Library) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		g, err := l.NewGame(r.Position)
		if err != nil {
			yield(Step{}, err)
			return
		}
		at, plays := Step{Game: g}, len(r.Plays)
		for i := range r.Decisions {
			d := &r.Decisions[i]
			at.Next = d
			if !yield(at, nil) {
				return
			}
			if d.Kind == PlayCard {
				plays++
			}
			if err := g.Apply(*d); err != nil {
				at.Next = nil
				if d.Kind == PlayCard {
					err = fmt.Errorf("play %d: %w", plays, err)
				} else {
					err = fmt.Errorf("decision %d, %s %s: %w", len(r.Plays)+i+1, d.Kind, d, err)
				}
				yield(at, err)
				return
			}
			at = Step{Number: i + 1, Game: g, Made: d}
		}
		yield(at, nil)
	}
}

// Game plays the record through, as [Record.Walk] does.
func (r *Record) Game(l *Library) (g *Game, err error) {
	for step, err := range r.Walk(l) {
		if err != nil {
			return nil, err
		}
		g = step.Game
	}
	return g, nil
}

// Entry is one record or position document of a stream.
type Entry struct {
	Record
	// IsRecord tells a record from a position document.
	IsRecord bool
	// Line is where it begins.
	Line int
	// Err is what is wrong with it; the rest may be incomplete then.
	Err error
}

// Read reads a stream of position documents and records, mixed. A bad entry
// carries its error, with file, line and column, and the rest go on; an error
// of the reader itself ends the stream as the last entry.
func (l *Library) Read(file string, r io.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		var record *Entry // the record whose decisions are being read
		flush := func() bool {
			e := record
			record = nil
			return e == nil || yield(*e)
		}
		for chunk, err := range strictyaml.Split(file, r) {
			if err != nil {
				if !flush() || !yield(Entry{Line: chunk.Line, Err: err}) {
					return
				}
				continue
			}
			src, root := strictyaml.ParseAt(file, chunk.Line, chunk.Data)
			if record != nil && isDecision(root) {
				// After a mistake the rest of the record means nothing: it is
				// skipped, so that no input can fill the memory.
				if record.Err == nil {
					record.decision(root)
					record.Err = src.Err()
				}
				continue
			}
			if !flush() {
				return
			}
			e := l.entry(src, root)
			if !root.Present() {
				e.setID(strictyaml.Salvage(chunk.Data, "id"))
			}
			e.Line = chunk.Line
			if e.IsRecord {
				record = &e
			} else if !yield(e) {
				return
			}
		}
		flush()
	}
}

// entry reads a position document or the first line of a record.
func (l *Library) entry(src *strictyaml.Source, root strictyaml.Value) Entry {
	var e Entry
	keys := positionKeys
	if root.IsMap() {
		e.IsRecord = slices.ContainsFunc(root.Entries(), func(x strictyaml.Entry) bool { return x.Key.Text() == "record" })
	}
	if e.IsRecord {
		keys = slices.Concat(keys, []string{"record", "rules", "by", "seed"})
	}
	f := root.Map(keys...).DropNulls()
	if e.IsRecord {
		f.Need("record").Int(recordVersion, recordVersion)
		e.By = f.Get("by").AtMost(mostHands).Strs()
		if f.Has("seed") {
			v := f.Get("seed")
			seed, err := strconv.ParseUint(v.Text(), 10, 64)
			if err != nil {
				v.Errorf("a seed is a whole number from 0 to 18446744073709551615")
			}
			e.Seed = &seed
		}
	}
	e.Position = l.position(f)
	if e.IsRecord && (!f.Has("rules") || f.Get("rules").Int(1, todaysRules) != todaysRules) {
		e.Rules = EarlierRules
	}
	if src.Err() == nil {
		if err := l.checkDealt(&e.Position); err != nil {
			f.Get("deal").Errorf("%v", err)
		}
	}
	e.Err = src.Err()
	return e
}

// isDecision reports whether a line goes on with a record: a mapping with one
// key that is a kind of decision, undo, or assisted.
func isDecision(v strictyaml.Value) bool {
	if !v.IsMap() {
		return false
	}
	entries := v.Entries()
	if len(entries) != 1 {
		return false
	}
	key := entries[0].Key.Text()
	return key == "undo" || key == assisted || slices.Contains(kindNames[:], key)
}

// maxDecisions is far more than any round has.
const maxDecisions = 10_000

// decision reads one line of a record. Undo is folded at once.
func (e *Entry) decision(v strictyaml.Value) {
	line := v.Entries()[0]
	key := line.Key.Text()
	if key == "undo" {
		n := line.Value.Int(1, len(e.Decisions))
		e.Decisions = e.Decisions[:len(e.Decisions)-n]
		return
	}
	if key == assisted {
		// It stays where a decision is undone: what was seen was seen.
		line.Value.Str()
		if len(e.Assisted) < maxDecisions {
			e.Assisted = append(e.Assisted, len(e.Decisions))
		}
		return
	}
	d, err := ParseDecision(Kind(slices.Index(kindNames[:], key)), line.Value.Str())
	switch {
	case err != nil:
		line.Value.Errorf("%v", err)
	case len(e.Decisions) == maxDecisions:
		v.Errorf("the record has more than %d decisions", maxDecisions)
	default:
		e.Decisions = append(e.Decisions, d)
	}
}
