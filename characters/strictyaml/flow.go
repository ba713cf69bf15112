package strictyaml

// flow follows the brackets and quotes of a document. It does so just well enough to tell
// where a mapping ends and where another may begin.
type flow struct {
	block  bool   // most of the document may lie outside of brackets
	open   []byte // the brackets not closed yet
	begun  bool
	quote  byte // the kind of quote we are in, or 0
	escape bool // after a backslash
	last   byte // the last byte that is neither blank nor comment

	starts  []start
	around  []int // the indexes of the starts that are not closed yet
	waiting int   // 1 + the index of the start that was closed last, 0 once something follows
	fresh   bool  // the last of the starts began on this line
	list    int   // the depth of the outermost list with a comma behind a start on its line
}

// start is a line that begins with "{" in the middle of a document: a mapping
// in that document, or a document of its own.
type start struct {
	line  int
	data  int // where it begins in the data of the document
	depth int // how many brackets are open around it
	// end is where the lines of the mapping end, if nothing else is on its last line. It is
	// neverAlone if something is there that may follow a mapping. Else, or if the mapping
	// is not closed, it is 0.
	end     int
	oneLine bool // it is closed on the line on which it begins
	listed  bool // in a list around it another one has a comma behind it on its line
}

// neverAlone is the end of a start that cannot be a document.
const neverAlone = -1

// chunk returns a start that ends.
func (at *start) chunk(data []byte) Chunk {
	return Chunk{at.line, data[at.data:at.end:at.end]}
}

// begin takes a line that begins with "{", at an offset in the data of the document.
func (f *flow) begin(line, data int) {
	f.around = append(f.around, len(f.starts))
	f.starts = append(f.starts, start{line: line, data: data, depth: len(f.open), listed: f.list > 0 && f.list <= len(f.open)})
	f.fresh = true
}

// endLine takes the end of a line, at an offset in the data of the document.
func (f *flow) endLine(data int) {
	f.fresh = false
	if f.waiting > 0 && f.starts[f.waiting-1].end == 0 {
		f.starts[f.waiting-1].end = data
	}
}

// close takes a closing bracket, which may be that of a start.
func (f *flow) close() {
	f.open = f.open[:len(f.open)-1]
	if len(f.open) < f.list {
		f.list = 0
	}
	n := len(f.around)
	if n == 0 {
		return
	}
	i := f.around[n-1]
	if at := &f.starts[i]; at.depth == len(f.open) {
		at.oneLine = f.fresh && i == len(f.starts)-1
		f.around, f.waiting = f.around[:n-1], i+1
	}
}

// follow takes the first byte behind a mapping.
func (f *flow) follow(c byte) {
	if at := &f.starts[f.waiting-1]; at.end == 0 && f.mayFollow(c) {
		at.end = neverAlone
		if at.oneLine && c == ',' && f.list == 0 {
			f.list = len(f.open)
		}
	}
	f.waiting = 0
}

// forget drops all starts: they belong to the document.
func (f *flow) forget() { f.starts, f.around, f.waiting, f.fresh = nil, nil, 0, false }

// closed reports whether a mapping was begun and all brackets are closed.
func (f *flow) closed() bool { return f.begun && len(f.open) == 0 }

// mappingMayBegin reports whether a "{" may come next: after a colon, or as
// the next item of a list.
func (f *flow) mappingMayBegin() bool {
	if f.quote != 0 || len(f.open) == 0 {
		return false
	}
	inList := f.open[len(f.open)-1] == '['
	return f.last == ':' || inList && (f.last == '[' || f.last == ',')
}

// mayFollow reports whether a byte may follow a mapping in brackets.
func (f *flow) mayFollow(c byte) bool {
	around := f.open[len(f.open)-1]
	return c == ',' || around == '{' && c == '}' || around == '[' && c == ']'
}

// scan takes a line.
func (f *flow) scan(line []byte) {
	if f.block && f.quote == 0 && len(f.open) == 0 {
		f.last = '\n'
	}
	previous := byte('\n')
	ended := false // previous ended a text in single quotes
	for _, c := range line {
		blank := c == ' ' || c == '\t' || c == '\r' || c == '\n'
		wasEnded := ended
		ended = false
		comment := c == '#' && f.quote == 0 && !f.escape && (previous == ' ' || previous == '\t' || previous == '\n')
		if f.waiting > 0 && !blank && !comment {
			f.follow(c)
		}
		switch {
		case f.escape:
			f.escape = false
		case f.quote == '"' && c == '\\':
			f.escape = true
		case f.quote != 0:
			if c == f.quote {
				f.quote, ended = 0, c == '\''
			}
		case comment:
			return
		case c == '\'' && wasEnded: // it did not: 'it''s'
			f.quote = c
		case (c == '"' || c == '\'') && f.valueMayBegin(previous):
			f.quote = c // elsewhere it is an apostrophe
		case (c == '{' || c == '[') && (!f.block || len(f.open) > 0 || f.valueMayBegin(previous)):
			f.begun = true
			if len(f.open) < MaxDocument { // more cannot be in a document that is not too long
				f.open = append(f.open, c)
			}
		case (c == '}' || c == ']') && len(f.open) > 0:
			f.close()
			if len(f.open) == 0 && !f.block {
				return // what follows on the line is not ours to judge
			}
		}
		if !blank {
			f.last = c
		}
		previous = c
	}
}

// valueMayBegin reports whether a value may begin here. Only then is a quote that comes next
// a quote, and not an apostrophe. Outside of brackets in a block the same holds for a
// bracket.
func (f *flow) valueMayBegin(previous byte) bool {
	switch f.last {
	case '{', '[', ',', ':', '\n':
		return true
	case '-', '?':
		return f.block && len(f.open) == 0 && (previous == ' ' || previous == '\t')
	}
	return false
}
