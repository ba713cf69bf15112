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

// mostRecord is the largest size of a record in bytes. It is many times what a round needs, even one with
// many decisions that were taken back.
const mostRecord = 4 << 20

// Document is one record or position document of a stream.
type Document struct {
	// Record holds the contents of the document. It has no decisions if that is a position document.
	Record Record
	// IsRecord reports whether the document is a record, and not a position document.
	IsRecord bool
	// Line is the number of the line on which the document begins, from 1.
	Line int
	// Size is the length of the document in bytes.
	Size int
	// Err is the mistake in the document, nil for none. If it is set, Record has only the ID.
	Err error
	// Notes are remarks of the reader that are not mistakes.
	Notes []error
}

// fail drops what a bad document states, except its ID.
func (e *Document) fail() {
	e.Record = Record{Position: Position{ID: e.Record.ID, BareID: e.Record.BareID}}
}

// Read reads a stream in which position documents and records may follow each other in any order. A
// document with mistakes has an error with file, line and column, and the next documents follow. If the
// reader itself fails, the last document has its error.
//
// Decisions after a bad document are skipped, and decisions after a position document are mistakes. A
// line that cannot be read is a mistake of the record if further decisions follow it, else a bad
// document of its own.
func (l *Library) Read(file string, r io.Reader) iter.Seq[Document] {
	return l.ReadMixed(file, r, func(int, []byte) ([]Document, bool) { return nil, false })
}

// ReadMixed reads a stream that may also hold documents of another notation. ReadOther reads such a
// document, which begins at a line of the stream, and may return several documents for it. It returns
// false for a text that is not in the other notation.
func (l *Library) ReadMixed(file string, r io.Reader,
	readOther func(line int, text []byte) (list []Document, ok bool),
) iter.Seq[Document] {
	return func(yield func(Document) bool) {
		in := documentReader{yield: yield}
		for chunk, err := range strictyaml.Split(file, r) {
			if err != nil {
				var yamlErr *strictyaml.Error
				doc := Document{Line: chunk.Line, Err: err}
				if !in.handleBad(doc, errors.As(err, &yamlErr)) {
					return
				}
				continue
			}
			if list, ok := readOther(chunk.Line, chunk.Data); ok {
				for _, doc := range list {
					if !in.handle(doc, false) {
						return
					}
				}
				continue
			}
			src, root := strictyaml.ParseAt(file, chunk.Line, chunk.Data)
			if isRecordLine(root) && in.handleLine(src, root, len(chunk.Data)) {
				continue
			}
			doc := l.readDocument(src, root)
			doc.Line = chunk.Line
			doc.Size = len(chunk.Data)
			if !in.handle(doc, !root.IsMap() || !hasKey(root, positionKeys()...)) {
				return
			}
		}
		in.flush()
	}
}

// documentReader puts the lines of a stream together to documents. It keeps a record back until its last
// line was read. Its methods return false once yield wants no more documents.
type documentReader struct {
	yield func(Document) bool
	// record is the record whose lines are being read, nil for none.
	record *Document
	// unreadable are the lines after record that could not be read.
	unreadable []Document
	// skip reports whether the lines of a record that follow belong to something bad.
	skip bool
}

// mostUnreadable is how many unreadable lines are kept until it is known whether further decisions follow
// them.
const mostUnreadable = 20

// handleLine adds a line to the record, or skips it. It returns false if the line belongs to no record.
func (in *documentReader) handleLine(src *strictyaml.Source, root strictyaml.Value, size int) bool {
	doc := in.record
	if doc == nil {
		return in.skip
	}
	if len(in.unreadable) > 0 && doc.Err == nil {
		doc.Err = in.unreadable[0].Err
	}
	in.unreadable = nil
	// After a mistake the rest of the record is skipped, so that no input can fill the memory.
	if doc.Err == nil {
		doc.Size += size
		if doc.Size > mostRecord {
			root.Errorf("the record is longer than %d bytes", mostRecord)
		}
		doc.addLine(root)
		doc.Err = src.Err()
	}
	return true
}

// handle takes the next document. IsUnreadable reports whether it is bad and has no key of a document.
func (in *documentReader) handle(doc Document, isUnreadable bool) bool {
	if doc.Err != nil {
		return in.handleBad(doc, isUnreadable)
	}
	return in.handleGood(doc)
}

// handleBad takes a document with mistakes. IsUnreadable reports whether it cannot be told what the
// document should be.
func (in *documentReader) handleBad(doc Document, isUnreadable bool) bool {
	doc.fail()
	switch {
	case doc.IsRecord:
		return in.handleGood(doc)
	case in.record != nil && isUnreadable && len(in.unreadable) < mostUnreadable:
		in.unreadable = append(in.unreadable, doc)
		return true
	}
	if !in.flush() {
		return false
	}
	in.skip = true
	return in.yield(doc)
}

// handleGood takes a document without a mistake, or the first line of any record.
func (in *documentReader) handleGood(doc Document) bool {
	if !in.flush() {
		return false
	}
	if doc.IsRecord {
		in.record = &doc
		return true
	}
	in.skip = false
	return in.yield(doc)
}

// flush yields the record, and then the unreadable lines after it.
func (in *documentReader) flush() bool {
	doc := in.record
	unreadable := in.unreadable
	in.record = nil
	in.unreadable = nil
	if doc == nil {
		return true
	}
	if doc.Err != nil {
		doc.fail()
	}
	in.skip = doc.Err != nil || len(unreadable) > 0
	if !in.yield(*doc) {
		return false
	}
	for _, line := range unreadable {
		if !in.yield(line) {
			return false
		}
	}
	return true
}

// hasKey reports whether a mapping has one of some keys.
func hasKey(root strictyaml.Value, keys ...string) bool {
	return slices.ContainsFunc(root.Entries(), func(e strictyaml.Entry) bool {
		return slices.Contains(keys, e.Key.Text())
	})
}

var (
	// positionKeys lists the keys of a position document.
	positionKeys = sync.OnceValue(func() []string { return strictyaml.Keys(Position{}) })
	// recordKeys lists the keys of the first line of a record.
	recordKeys = sync.OnceValue(func() []string {
		return slices.Concat(strictyaml.Keys(recordVersions{}), positionKeys(), strictyaml.Keys(recordPlayers{}))
	})
)

// readDocument reads a position document or the first line of a record.
func (l *Library) readDocument(src *strictyaml.Source, root strictyaml.Value) Document {
	doc := Document{IsRecord: root.IsMap() && hasKey(root, "record")}
	keys := positionKeys()
	if doc.IsRecord {
		keys = recordKeys()
	}
	f := root.Map(keys...).DropNulls()
	if doc.IsRecord {
		var players recordPlayers
		f.Decode(&recordVersions{}, nil)
		f.Decode(&players, nil)
		doc.Record.PlayerNames = players.PlayerNames
		doc.Record.Seed = players.Seed
	}
	doc.Record.Position = l.readPosition(f)
	if src.Err() == nil {
		if err := l.checkDealt(&doc.Record.Position); err != nil {
			f.Get("deal").Errorf("%v", err)
		}
	}
	doc.Err = src.Err()
	return doc
}

// isRecordLine reports whether a line can only be a line of a record after the first: a mapping with one
// key, which is a kind of decision, undo, assisted or hint.
func isRecordLine(v strictyaml.Value) bool {
	if !v.IsMap() {
		return false
	}
	entries := v.Entries()
	if len(entries) != 1 {
		return false
	}
	key := entries[0].Key.Text()
	_, isKind := kindNamed(key)
	return isKind || key == undoKey || key == assistedKey || key == hintKey
}

// maxDecisions is far more than any round has.
const maxDecisions = 10_000

// addLine reads one line of a record. An undo takes decisions back at once.
func (e *Document) addLine(v strictyaml.Value) {
	r := &e.Record
	line := readLine(v, len(r.Decisions))
	switch {
	case line.Undo > 0:
		r.Decisions = r.Decisions[:len(r.Decisions)-line.Undo]
	case line.Assisted:
		// An undo does not remove the mark, because nobody forgets a card that was seen.
		if len(r.Assisted) < maxDecisions {
			r.Assisted = append(r.Assisted, len(r.Decisions))
		}
	case line.Hint != "":
		if len(r.Hints) < maxDecisions {
			r.Hints = append(r.Hints, len(r.Decisions))
		}
	case line.Decision == nil:
	case len(r.Decisions) == maxDecisions:
		v.Errorf("the record has more than %d decisions", maxDecisions)
	default:
		r.Decisions = append(r.Decisions, *line.Decision)
	}
}

// ReadLine reads a line of a record after the first. Decisions is the number of decisions before it,
// which is the most that it may take back. ReadLine does not check whether a decision is legal.
func ReadLine(text []byte, decisions int) (Line, error) {
	src, root := strictyaml.ParseAt("record", 1, text)
	if !isRecordLine(root) {
		root.Errorf("this is neither a decision nor undo, assisted or hint")
		return Line{}, src.Err()
	}
	line := readLine(root, decisions)
	return line, src.Err()
}

// readLine reads a line for which isRecordLine holds. It reports a mistake to the source of the value,
// and then returns an empty line.
func readLine(v strictyaml.Value, decisions int) Line {
	entry := v.Entries()[0]
	switch key := entry.Key.Text(); key {
	case undoKey:
		return Line{Undo: entry.Value.Int(1, decisions)}
	case assistedKey:
		entry.Value.Str()
		return Line{Assisted: true}
	case hintKey:
		return Line{Hint: cmp.Or(entry.Value.Str(), defaultHinter)}
	default:
		kind, _ := kindNamed(key) // isRecordLine allows no other keys
		d, err := parseDecision(kind, entry.Value.Str())
		if err != nil {
			entry.Value.Errorf("%v", err)
			return Line{}
		}
		return Line{Decision: &d}
	}
}
