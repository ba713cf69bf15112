package saves

import (
	"bytes"
	"encoding/json"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
)

// summaries are the summaries of the tables of a folder, see [Folder.KeepSummaries]. To replay a game takes a
// millisecond, and ten or more in a browser, while each menu needs what all games have come to.
//
// A summary counts only as long as the size and the time of the table's file are those it was made of, and only for the
// program that has made it, because another one may have other rules. They are kept in memory, and in a file beside the
// folder, which is read once. Nothing depends on that file: without it, or if it is damaged, the tables are read.
type summaries struct {
	// library is the library with which the games were replayed.
	library *chapters.Library
	// path is the path of the file.
	path string
	// program identifies the program.
	program string

	// mu guards the fields below.
	mu sync.Mutex
	// isLoaded reports whether the file was read.
	isLoaded bool
	// tables has the summaries by the paths of the tables.
	tables map[string]*tableSummary
	// unwritten is the number of games that were replayed since the file was written.
	unwritten int
}

const (
	// mostUnwritten is how many games are replayed again at each start rather than that the file is written anew.
	mostUnwritten = 4
	// mostSummaries is the largest size of all summaries in the file, in bytes. Ten thousand games have room there.
	mostSummaries = 4 << 20
	// mostHead is more than the size of the file's first line in bytes.
	mostHead = 1 << 10
	// restTime is how long a file must not have changed before its summary is kept: two changes one after the other may
	// leave the same time, because some file systems count in steps of two seconds.
	restTime = 3 * time.Second
)

// KeepSummaries makes the folder keep what lists and statistics need of its games, so that a file that has not changed
// is replayed only once, see [List.Summaries]. The text program identifies the program and its version. Without it
// nothing is kept, and neither for a library with chapters of one's own, because these may change.
func (f *Folder) KeepSummaries(lib *chapters.Library, program string) {
	if f.dir == "" || program == "" || lib != chapters.Default() {
		return
	}
	f.summaries = &summaries{
		library: lib,
		path:    filepath.Join(filepath.Dir(f.dir), ".summaries"),
		program: program,
		tables:  map[string]*tableSummary{},
	}
}

// restore makes those tables that have a summary ones that were read.
func (s *summaries) restore(lib *chapters.Library, tables []*Table) {
	if s == nil || lib != s.library {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isLoaded {
		s.isLoaded = true
		s.load()
	}
	for _, t := range tables {
		if known := s.tables[t.Path()]; !t.read && known != nil && known.isOf(t) {
			t.restore(lib, known)
		}
	}
}

// keep keeps the summaries of all tables of the folder that have one. It writes them into the file if many games are
// not in it. What cannot be written is read again later.
func (s *summaries) keep(lib *chapters.Library, tables []*Table) {
	if s == nil || lib != s.library {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	current := map[string]*tableSummary{}
	for _, t := range tables {
		if known := s.tables[t.Path()]; known != nil && known.isOf(t) {
			current[t.Path()] = known
			continue
		}
		if summary, ok := t.summary(); ok && now.Sub(t.Modified) > restTime {
			current[t.Path()] = &summary
			s.unwritten += len(summary.Games)
		}
	}
	s.tables = current
	if s.unwritten >= mostUnwritten {
		s.unwritten = 0
		s.write(s.text(tables))
	}
}

// write writes the file in its place. If that fails or the program is killed, the checksum is another one.
func (s *summaries) write(text []byte) {
	f, err := disk.OpenOwn(s.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return
	}
	_, _ = f.Write(text)
	_ = f.Close()
}

// summaryHead is the first line of the file. Each further line is a tableSummary.
type summaryHead struct {
	Program string `json:"program"`
	// Sum is the checksum of all further lines.
	Sum uint32 `json:"sum"`
}

// text returns the content of the file with the summaries of the tables, as many as it may have.
func (s *summaries) text(tables []*Table) []byte {
	var body []byte
	for _, t := range tables {
		known := s.tables[t.Path()]
		if known == nil {
			continue
		}
		line, err := json.Marshal(known)
		if err != nil || len(body)+len(line) > mostSummaries {
			break
		}
		body = append(append(body, line...), '\n')
	}
	head, _ := json.Marshal(summaryHead{s.program, crc32.ChecksumIEEE(body)}) // it has a text and a number
	return append(append(head, '\n'), body...)
}

// load reads the file. Unless all of it is as this program has written it, nothing of it is used.
func (s *summaries) load() {
	text, err := disk.ReadRegular(s.path, mostSummaries+mostHead)
	if err != nil {
		return
	}
	first, body, _ := bytes.Cut(text, []byte("\n"))
	var head summaryHead
	if json.Unmarshal(first, &head) != nil || head.Program != s.program || head.Sum != crc32.ChecksumIEEE(body) {
		return
	}
	tables := map[string]*tableSummary{}
	for line := range bytes.Lines(body) {
		var t tableSummary
		if json.Unmarshal(line, &t) != nil {
			return
		}
		tables[t.Path] = &t
	}
	s.tables = tables
}
