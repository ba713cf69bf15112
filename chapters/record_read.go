package chapters

import (
	"cmp"
	"errors"
	"io"
	"iter"
	"slices"
	"sync"

	"fellowship/characters/strictyaml"
)

// mostRecord is how many bytes the text of a record may have. It is many times what a round
// needs, with all that was taken back.
const mostRecord = 4 << 20

// Document is one record or position document of a stream.
type Document struct {
	Record Record
	// IsRecord tells a record from a position document.
	IsRecord bool
	// Line is where it begins.
	Line int
	// Size is the length of its text, in bytes.
	Size int
	// Err is the fault of the document. Of the record only the ID is known then.
	Err error
	// Notes are what its reader has to say of it.
	Notes []error
}

// fail drops what a bad document states, except its ID.
func (e *Document) fail() {
	e.Record = Record{Position: Position{ID: e.Record.ID, BareID: e.Record.BareID}}
}

// Read reads a stream of position documents and records, mixed. A bad document carries its
// error, with file, line and column, and the next documents follow. An error of the reader
// itself ends the stream as the last document.
//
// Decisions behind a bad document are skipped. Behind a position document they are mistakes. An
// unreadable line between two decisions spoils the record; after the last decision it is reported on
// its own.
func (l *Library) Read(file string, r io.Reader) iter.Seq[Document] {
	return l.ReadMixed(file, r, func(int, []byte) ([]Document, bool) { return nil, false })
}

// ReadMixed reads a stream that may hold documents of another notation as well. Other reads one, which
// begins at a line of the stream, and may make several of it; ok is false for a text that is no round.
func (l *Library) ReadMixed(file string, r io.Reader, other func(line int,
	text []byte) (list []Document, ok bool),
) iter.Seq[Document] {
	return func(yield func(Document) bool) {
		in := documentReader{yield: yield}
		for chunk, err := range strictyaml.Split(file, r) {
			if err != nil {
				var yamlErr *strictyaml.Error
				if e := (Document{Line: chunk.Line, Err: err}); !in.handleBad(e, errors.As(err, &yamlErr)) {
					return
				}
				continue
			}
			if list, ok := other(chunk.Line, chunk.Data); ok {
				for _, e := range list {
					if e.Err == nil && !in.handleGood(e) || e.Err != nil && !in.handleBad(e, false) {
						return
					}
				}
				continue
			}
			src, root := strictyaml.ParseAt(file, chunk.Line, chunk.Data)
			if isDecision(root) && in.handleDecision(src, root, len(chunk.Data)) {
				continue
			}
			e := l.document(src, root)
			e.Line = chunk.Line
			e.Size = len(chunk.Data)
			ok := e.Err == nil && in.handleGood(e)
			if e.Err != nil {
				ok = in.handleBad(e, !root.IsMap() || !hasKey(root, positionKeys()...))
			}
			if !ok {
				return
			}
		}
		in.flush()
	}
}

type documentReader struct {
	yield func(Document) bool
	// record is the one whose decisions are being read. Unread is the lines behind it that
	// nobody can read.
	record *Document
	unread []Document
	// skip reports whether decisions belong to something bad.
	skip bool
}

// mostUnread is how many such lines are kept while it is open whether a decision follows.
const mostUnread = 20

// handleDecision takes a decision. It returns false if the decision belongs to nothing.
func (in *documentReader) handleDecision(src *strictyaml.Source, root strictyaml.Value, size int) bool {
	e := in.record
	if e == nil {
		return in.skip
	}
	if len(in.unread) > 0 && e.Err == nil {
		e.Err = in.unread[0].Err
	}
	in.unread = nil
	// After a mistake the rest of the record is skipped, so that no input can fill the memory.
	if e.Err == nil {
		e.Size += size
		if e.Size > mostRecord {
			root.Errorf("the record is longer than %d bytes", mostRecord)
		}
		e.addDecision(root)
		e.Err = src.Err()
	}
	return true
}

// handleBad takes a document that is bad. Unread reports whether nobody can tell what it should be. It
// reports whether to go on.
func (in *documentReader) handleBad(e Document, unread bool) bool {
	e.fail()
	switch {
	case e.IsRecord:
		return in.handleGood(e)
	case in.record != nil && unread && len(in.unread) < mostUnread:
		in.unread = append(in.unread, e)
		return true
	}
	if !in.flush() {
		return false
	}
	in.skip = true
	return in.yield(e)
}

// handleGood takes a document with no mistake so far. It reports whether to go on.
func (in *documentReader) handleGood(e Document) bool {
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

// flush yields the record, and the lines behind it that nobody can read. It reports whether to go on.
func (in *documentReader) flush() bool {
	e, unread := in.record, in.unread
	in.record, in.unread = nil, nil
	if e == nil {
		return true
	}
	if e.Err != nil {
		e.fail()
	}
	in.skip = e.Err != nil || len(unread) > 0
	if !in.yield(*e) {
		return false
	}
	for _, s := range unread {
		if !in.yield(s) {
			return false
		}
	}
	return true
}

func hasKey(root strictyaml.Value, keys ...string) bool {
	return slices.ContainsFunc(root.Entries(), func(x strictyaml.Entry) bool {
		return slices.Contains(keys, x.Key.Text())
	})
}

// positionKeys are the keys of a document, recordKeys those of the first line of a record.
var (
	positionKeys = sync.OnceValue(func() []string { return strictyaml.Keys(Position{}) })
	recordKeys   = sync.OnceValue(func() []string {
		return slices.Concat(strictyaml.Keys(version{}), positionKeys(), strictyaml.Keys(recordPlayers{}))
	})
)

// document reads a position document or the first line of a record.
func (l *Library) document(src *strictyaml.Source, root strictyaml.Value) Document {
	e := Document{IsRecord: root.IsMap() && hasKey(root, "record")}
	keys := positionKeys()
	if e.IsRecord {
		keys = recordKeys()
	}
	f := root.Map(keys...).DropNulls()
	if e.IsRecord {
		var head recordPlayers
		f.Decode(&version{}, nil)
		f.Decode(&head, nil)
		e.Record.PlayerNames, e.Record.Seed = head.PlayerNames, head.Seed
	}
	e.Record.Position = l.readPosition(f)
	if src.Err() == nil {
		if err := l.checkDealt(&e.Record.Position); err != nil {
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

// addDecision reads one line of a record. Undo is folded at once.
func (e *Document) addDecision(v strictyaml.Value) {
	line := readLine(v, len(e.Record.Decisions))
	switch {
	case line.Undo > 0:
		e.Record.Decisions = e.Record.Decisions[:len(e.Record.Decisions)-line.Undo]
	case line.Assisted:
		// It stays where a decision is undone: nobody forgets a card seen.
		if len(e.Record.Assisted) < maxDecisions {
			e.Record.Assisted = append(e.Record.Assisted, len(e.Record.Decisions))
		}
	case line.Hint != "":
		if len(e.Record.Hints) < maxDecisions {
			e.Record.Hints = append(e.Record.Hints, len(e.Record.Decisions))
		}
	case line.Decision == nil:
	case len(e.Record.Decisions) == maxDecisions:
		v.Errorf("the record has more than %d decisions", maxDecisions)
	default:
		e.Record.Decisions = append(e.Record.Decisions, *line.Decision)
	}
}

// ReadLine reads a line of a record behind its first. Decisions is how many stand before it,
// the most that it may take back. Whether a decision is legal is another question.
func ReadLine(text []byte, decisions int) (Line, error) {
	src, root := strictyaml.ParseAt("record", 1, text)
	if !isDecision(root) {
		root.Errorf("this is neither a decision nor undo, assisted or hint")
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
		return Line{Hint: cmp.Or(line.Value.Str(), hinter)}
	default:
		kind, _ := kindNamed(key) // see isDecision
		d, err := parseDecision(kind, line.Value.Str())
		if err != nil {
			line.Value.Errorf("%v", err)
			return Line{}
		}
		return Line{Decision: &d}
	}
}
