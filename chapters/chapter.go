package chapters

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// Chapter is one chapter of the campaign, as its YAML file states it.
type Chapter struct {
	// ID is the chapter's number, "1" to "18".
	ID    string
	Title characters.Text
	// Roster is who can be taken, in the order of the chapter card.
	Roster []RosterEntry
	// Threats is the numbers in the threat deck, before shuffling (S8).
	Threats []int
	// Notes is what is special, in our own words.
	Notes    characters.Text
	Fidelity characters.Fidelity
}

// RosterEntry is a character of a chapter. A starred one must be taken (S4).
type RosterEntry struct {
	Character *characters.Character
	Starred   bool
}

// entry returns the roster entry of a character, or nil.
func (c *Chapter) entry(id string) *RosterEntry {
	for i := range c.Roster {
		if c.Roster[i].Character.ID == id {
			return &c.Roster[i]
		}
	}
	return nil
}

// taker returns the character the holder of R1 has to take (S3), or nil where
// there is none (S7).
func (c *Chapter) taker() *characters.Character {
	for _, r := range c.Roster {
		if r.Character.TakesR1 {
			return r.Character
		}
	}
	return nil
}

// Library is all characters and chapters there are. It is safe for use by many
// goroutines.
type Library struct {
	*characters.Box
	// Chapters are in the order of their numbers.
	Chapters []*Chapter
	// Cache serves the compiling of goals.
	Cache characters.Cache
}

// Chapter returns the chapter of that id, or an error that names those there are.
func (l *Library) Chapter(id string) (*Chapter, error) {
	var ids []string
	for _, c := range l.Chapters {
		if c.ID == id {
			return c, nil
		}
		ids = append(ids, c.ID)
	}
	return nil, fmt.Errorf("there is no chapter %q; the chapters are %s", id, strings.Join(ids, ", "))
}

//go:embed data
var embedded embed.FS

// Embedded returns the files of the chapters that come with the program:
// chapters/*.yaml.
func Embedded() fs.FS {
	sub, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return sub
}

// Default returns the library of the files that come with the program.
var Default = sync.OnceValue(func() *Library {
	lib, err := Load()
	if err != nil {
		panic(err) // a test loads the embedded files
	}
	return lib
})

// Load reads the files that come with the program and then those of the given
// file systems, with folders characters, riders and chapters. A later file
// takes the place of an earlier one with the same name. All errors of all files
// come in one pass, each with file, line and column.
func Load(systems ...fs.FS) (*Library, error) {
	box, err := characters.Load(slices.Concat([]fs.FS{characters.Embedded()}, systems)...)
	errs := []error{err}
	lib := &Library{Box: box}
	byFile := map[string]*Chapter{}
	for _, fsys := range slices.Concat([]fs.FS{Embedded()}, systems) {
		files, err := fs.Glob(fsys, "chapters/*.yaml")
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			data, err := fs.ReadFile(fsys, file)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			c, err := lib.ParseChapter(file, data)
			errs = append(errs, err)
			byFile[path.Base(file)] = c
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for _, c := range byFile {
		lib.Chapters = append(lib.Chapters, c)
	}
	slices.SortFunc(lib.Chapters, func(a, b *Chapter) int {
		return 1000*(number(a.ID)-number(b.ID)) + strings.Compare(a.ID, b.ID)
	})
	for i := 1; i < len(lib.Chapters); i++ {
		if id := lib.Chapters[i].ID; id == lib.Chapters[i-1].ID {
			return nil, fmt.Errorf("two files describe chapter %s: give one of them another number or the other's name", id)
		}
	}
	return lib, nil
}

func number(id string) int {
	n, err := strconv.Atoi(id)
	if err != nil {
		return 1 << 20
	}
	return n
}

// The words of a chapter's file, which the schema for editors is made of as well.
var (
	// ChapterKeys are the keys of the file.
	ChapterKeys = []string{"chapter", "title", "length", "characters", "threats", "notes", "fidelity", "note"}
	// Lengths are the lengths a chapter can have.
	Lengths = []string{"short"}
)

// ParseChapter reads one chapter's file. Errors carry file, line and column and
// come all in one pass.
func (l *Library) ParseChapter(file string, data []byte) (*Chapter, error) {
	src, root := strictyaml.Parse(file, data)
	f := root.Map(ChapterKeys...)
	c := &Chapter{Title: characters.ReadText(f.Need("title")), Fidelity: characters.ReadFidelity(f)}
	if n := f.Need("chapter").Int(1, 999); n > 0 {
		c.ID = strconv.Itoa(n)
	}
	f.Need("length").OneOf("length", Lengths...)
	roster := f.Need("characters")
	stars := 0
	for _, v := range roster.List() {
		entry := l.rosterEntry(v)
		switch {
		case entry.Character == nil:
			continue
		case c.entry(entry.Character.ID) != nil:
			v.Errorf("%s is listed twice", entry.Character.ID)
			continue
		case entry.Character.TakesR1 && c.taker() != nil:
			v.Errorf("only one character can be the one that the holder of R1 takes (S3), and %s is", c.taker().ID)
			continue
		}
		c.Roster = append(c.Roster, entry)
		if entry.Starred || entry.Character.TakesR1 {
			stars++
		}
	}
	if roster.Present() && src.Err() == nil {
		if len(c.Roster) < tricks.MaxSeats {
			roster.Errorf("4 players need at least 4 characters, here are %d (S1, S4)", len(c.Roster))
		}
		if stars > 3 {
			roster.Errorf("%d characters must be taken, but 3 players take only 3 (S1, S4)", stars)
		}
	}
	if f.Has("threats") {
		c.readThreats(f.Get("threats"))
	}
	if drawers := c.drawers(); drawers > len(c.Threats) && src.Err() == nil {
		f.Errorf("%d characters draw threat cards, but threats lists %d (S8)", drawers, len(c.Threats))
	}
	if f.Has("notes") {
		c.Notes = characters.ReadText(f.Get("notes"))
	}
	return c, src.Err()
}

// rosterEntry reads an id, with * behind it if the character must be taken.
func (l *Library) rosterEntry(v strictyaml.Value) RosterEntry {
	id, starred := strings.CutSuffix(v.Str(), "*")
	if id == "" {
		return RosterEntry{}
	}
	c := l.Characters[id]
	switch {
	case c == nil:
		ids := make([]string, 0, len(l.Characters))
		for known := range l.Characters {
			ids = append(ids, known)
		}
		slices.Sort(ids)
		hint := ""
		if near := strictyaml.Suggest(id, ids); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		v.Errorf("unknown character %q%s", id, hint)
	case !c.Playable:
		v.Errorf("%s has no setup in its file yet, so it cannot be taken in a chapter", id)
		c = nil
	}
	return RosterEntry{Character: c, Starred: starred}
}

// readThreats reads the threat deck and checks that every number can be met by
// everyone who may draw it.
func (c *Chapter) readThreats(list strictyaml.Value) {
	for _, v := range list.List() {
		n := v.Int(1, 99)
		switch {
		case n == 0:
			continue
		case slices.Contains(c.Threats, n):
			v.Errorf("threat %d is listed twice", n)
			continue
		}
		c.Threats = append(c.Threats, n)
		for _, r := range c.Roster {
			if !characters.NeedsThreat(r.Character.Goal) {
				continue
			}
			for _, players := range []int{3, 4} {
				goal := characters.Bind(r.Character.Goal, characters.Binding{Seats: players, Players: players, Threat: n})
				if goal.Impossible(tricks.Deck, tricks.Deck.Len()/players) {
					v.Errorf("threat %d can never be met by %s: %s", n, r.Character.ID, r.Character.GoalText.In("en"))
					break
				}
			}
		}
	}
}

// drawers counts the characters that draw a threat card.
func (c *Chapter) drawers() int {
	n := 0
	for _, r := range c.Roster {
		if characters.Has[characters.DrawThreat](r.Character) {
			n++
		}
	}
	return n
}
