package chapters

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"fellowship/characters/strictyaml"
	"fellowship/tricks/say"
)

// A round record is NDJSON, appended to while a round is played. First comes the position
// that the round began with, then one object a decision, in the order made. Three other
// objects stand between decisions:
//
//   - {"undo": n} takes the last n decisions back.
//   - {"assisted": "open cards"} says that a person asked for help that no player has.
//   - {"hint": "fair"} says that a person asked what that computer player would do, which
//     knows no more than the person.
//
// White space and the order of keys carry no meaning.

// recordVersion stands in the first line of every record.
const recordVersion = 1

// todaysRules stands there too, as "rules". So a record goes on by the rules that it was
// played by. Records of [EarlierRules] have none.
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
	// Assisted is the decisions before which somebody asked for help that no player has: their
	// indexes in Decisions, rising.
	Assisted []int
	// Hints is the same for hints, which tell no more than a player can know.
	Hints []int
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

// HintLine returns the record's line for a hint by a computer player.
func HintLine(player string) []byte { return fmt.Appendf(nil, "{%q:%q}\n", hinted, player) }

// assisted and hinted are the keys of those lines. Hinter is the player that is written if
// nobody knows any more whose hint it was.
const (
	assisted = "assisted"
	hinted   = "hint"
	hinter   = "fair"
)

// Text returns the whole record.
func (r *Record) Text() ([]byte, error) {
	b, err := r.Header()
	help, hints := r.Assisted, r.Hints
	for i := 0; i <= len(r.Decisions); i++ {
		last := i == len(r.Decisions)
		for ; len(help) > 0 && (help[0] <= i || last); help = help[1:] {
			b = append(b, AssistedLine()...)
		}
		for ; len(hints) > 0 && (hints[0] <= i || last); hints = hints[1:] {
			b = append(b, HintLine(hinter)...)
		}
		if !last {
			b = append(b, r.Decisions[i].Line()...)
		}
	}
	return b, err
}

// OneByOne returns the same round with the plays of its document as decisions, so
// that they can be made one after the other.
func (r *Record) OneByOne() Record {
	steps := *r
	if n := len(r.Plays); n > 0 && r.Stage == StagePlay {
		later := func(indexes []int) []int {
			out := slices.Clone(indexes)
			for i := range out {
				out[i] += n
			}
			return out
		}
		steps.Plays, steps.Decisions = nil, nil
		for _, p := range r.Plays {
			steps.Decisions = append(steps.Decisions, PlayDecision(p))
		}
		steps.Decisions = append(steps.Decisions, r.Decisions...)
		steps.Assisted, steps.Hints = later(r.Assisted), later(r.Hints)
	}
	return steps
}

// Step is a moment of a record that is walked through.
type Step struct {
	// Number is how many of the record's decisions were made before.
	Number int
	// Game is the round as it stands. It goes on with the walk: copy it to keep it.
	Game *Game
	// Made is the decision that led here, nil at the beginning. Next is the one that comes
	// next, nil at the end.
	Made, Next *Decision
}

// Walk goes through the record, with a step for the beginning and one after each decision.
// The plays of a document come before the first step, unless [Record.OneByOne] has made
// decisions of them. An illegal decision ends the walk with an error that names its number
// and the rule.
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
					err = say.Errorf("play %d: %w", plays, err)
				} else {
					err = say.Errorf("decision %d, %s %s: %w", len(r.Plays)+i+1, d.Kind, d, err)
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

// MaxRecord is how many bytes the text of a record may have. It is many times what a round
// needs, with all that was taken back.
const MaxRecord = 4 << 20

// Entry is one record or position document of a stream.
type Entry struct {
	Record
	// IsRecord tells a record from a position document.
	IsRecord bool
	// Line is where it begins.
	Line int
	// Size is the length of its text, in bytes.
	Size int
	// Err is what is wrong with it. Of the record only the ID is known then.
	Err error
}

// fail drops what a bad entry states, except its ID.
func (e *Entry) fail() { e.Record = Record{Position: Position{ID: e.ID, BareID: e.BareID}} }

// Read reads a stream of position documents and records, mixed. A bad entry carries its
// error, with file, line and column, and the next entries follow. An error of the reader
// itself ends the stream as the last entry.
//
// Decisions behind a bad entry are skipped. Behind a document they are mistakes. Among the
// decisions of a record a line that is none makes the record bad. Behind the last one it
// does not.
func (l *Library) Read(file string, r io.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		in := entryReader{yield: yield}
		good := func(c strictyaml.Chunk) bool {
			e := l.entry(strictyaml.ParseAt(file, c.Line, c.Data))
			return e.Err == nil
		}
		for chunk, err := range strictyaml.Split(file, r, good) {
			if err != nil {
				var one *strictyaml.Error
				if e := (Entry{Line: chunk.Line, Err: err}); !in.bad(e, errors.As(err, &one)) {
					return
				}
				continue
			}
			src, root := strictyaml.ParseAt(file, chunk.Line, chunk.Data)
			if isDecision(root) && in.decision(src, root, len(chunk.Data)) {
				continue
			}
			var e Entry
			if root.Present() {
				e = l.entry(src, root)
			} else {
				e.Err = src.Err()
				e.setID(strictyaml.Salvage(chunk.Data, "id"))
			}
			e.Line, e.Size = chunk.Line, len(chunk.Data)
			if e.Err != nil {
				if !in.bad(e, !telling(root, chunk.Data)) {
					return
				}
				continue
			}
			if !in.good(e) {
				return
			}
		}
		in.flush()
	}
}

// entryReader is a stream of entries being read.
type entryReader struct {
	yield func(Entry) bool
	// record is the one whose decisions are being read. Strays are lines behind it that are
	// no decisions.
	record *Entry
	strays []Entry
	// skip says that decisions belong to something bad.
	skip bool
}

// maxStrays is how many strays are kept while it is open whether a decision follows.
const maxStrays = 20

// decision takes a decision. It returns false if the decision belongs to nothing.
func (in *entryReader) decision(src *strictyaml.Source, root strictyaml.Value, size int) bool {
	e := in.record
	if e == nil {
		return in.skip
	}
	if len(in.strays) > 0 && e.Err == nil {
		e.Err = in.strays[0].Err
	}
	in.strays = nil
	// After a mistake the rest of the record is skipped, so that no input can fill the memory.
	if e.Err == nil {
		if e.Size += size; e.Size > MaxRecord {
			root.Errorf("the record is longer than %d bytes", MaxRecord)
		}
		e.decision(root)
		e.Err = src.Err()
	}
	return true
}

// bad takes an entry that is bad. Stray says that nobody can tell what it should be. It
// reports whether to go on.
func (in *entryReader) bad(e Entry, stray bool) bool {
	e.fail()
	switch {
	case e.IsRecord:
		return in.good(e)
	case in.record != nil && stray && len(in.strays) < maxStrays:
		in.strays = append(in.strays, e)
		return true
	}
	if !in.flush() {
		return false
	}
	in.skip = true
	return in.yield(e)
}

// good takes an entry with no mistake so far. It reports whether to go on.
func (in *entryReader) good(e Entry) bool {
	if !in.flush() {
		return false
	}
	if e.IsRecord {
		in.record = &e
		return true
	}
	in.skip = false
	return in.yield(e)
}

// flush yields the record, and the strays behind it. It reports whether to go on.
func (in *entryReader) flush() bool {
	e, strays := in.record, in.strays
	in.record, in.strays = nil, nil
	if e == nil {
		return true
	}
	if e.Err != nil {
		e.fail()
	}
	in.skip = e.Err != nil || len(strays) > 0
	if !in.yield(*e) {
		return false
	}
	for _, s := range strays {
		if !in.yield(s) {
			return false
		}
	}
	return true
}

// telling reports whether a bad entry has, or seems to have, a key that only a record or a
// document has.
func telling(root strictyaml.Value, data []byte) bool {
	if root.IsMap() {
		return slices.ContainsFunc(root.Entries(), func(x strictyaml.Entry) bool { return slices.Contains(positionKeys, x.Key.Text()) })
	}
	return strictyaml.Salvage(data, "id", "record", "players", "chapter", "deal").Present()
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
// key that is a kind of decision, undo, assisted or hint.
func isDecision(v strictyaml.Value) bool {
	if !v.IsMap() {
		return false
	}
	entries := v.Entries()
	if len(entries) != 1 {
		return false
	}
	key := entries[0].Key.Text()
	_, isKind := kindNamed(key)
	return isKind || key == "undo" || key == assisted || key == hinted
}

// maxDecisions is far more than any round has.
const maxDecisions = 10_000

// decision reads one line of a record. Undo is folded at once.
func (e *Entry) decision(v strictyaml.Value) {
	line := readLine(v, len(e.Decisions))
	switch {
	case line.Undo > 0:
		e.Decisions = e.Decisions[:len(e.Decisions)-line.Undo]
	case line.Assisted:
		// It stays where a decision is undone: what was seen was seen.
		if len(e.Assisted) < maxDecisions {
			e.Assisted = append(e.Assisted, len(e.Decisions))
		}
	case line.Hint:
		if len(e.Hints) < maxDecisions {
			e.Hints = append(e.Hints, len(e.Decisions))
		}
	case line.Decision == nil:
	case len(e.Decisions) == maxDecisions:
		v.Errorf("the record has more than %d decisions", maxDecisions)
	default:
		e.Decisions = append(e.Decisions, *line.Decision)
	}
}

// Line is a line of a record behind its first. One of its fields is set.
type Line struct {
	Decision *Decision
	// Undo is how many decisions are taken back.
	Undo int
	// Assisted says that a person asked for help which no player has.
	Assisted bool
	// Hint says that a person asked what a computer player would do.
	Hint bool
}

// ReadLine reads a line of a record behind its first. Decisions is how many stand before it,
// the most that it may take back. Whether a decision is legal is another question.
func ReadLine(text []byte, decisions int) (Line, error) {
	src, root := strictyaml.ParseAt("record", 1, text)
	if !isDecision(root) {
		root.Errorf("this is no decision, undo, assisted or hint")
		return Line{}, src.Err()
	}
	line := readLine(root, decisions)
	return line, src.Err()
}

// readLine reads a line for which [isDecision] holds. A mistake in it is noted, and the
// result is empty.
func readLine(v strictyaml.Value, decisions int) Line {
	line := v.Entries()[0]
	switch key := line.Key.Text(); key {
	case "undo":
		return Line{Undo: line.Value.Int(1, decisions)}
	case assisted:
		line.Value.Str()
		return Line{Assisted: true}
	case hinted:
		line.Value.Str()
		return Line{Hint: true}
	default:
		kind, _ := kindNamed(key) // see isDecision
		d, err := ParseDecision(kind, line.Value.Str())
		if err != nil {
			line.Value.Errorf("%v", err)
			return Line{}
		}
		return Line{Decision: &d}
	}
}
