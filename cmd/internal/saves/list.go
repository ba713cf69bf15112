package saves

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"

	"golang.org/x/text/unicode/norm"
)

// List is a snapshot of the tables in a folder. Whatever is in the place of a table's file is a table, too, with its
// damage. Each file is read at most once, when something in it is
// needed for the first time.
type List struct {
	// tables are the tables, the one written last first.
	tables []*Table
	// Strange are the names of files that are left out because the program never chooses such names.
	// They come from elsewhere and must not be printed as they are.
	Strange []string
	// Err is why not all tables could be listed, nil if they could.
	Err error

	folder *Folder
}

// List lists the tables of the folder.
func (f *Folder) List() *List {
	list := &List{folder: f}
	for _, source := range []struct {
		dir   string
		label say.Word
	}{{f.dir, "saved games"}, {f.campaigns, "campaigns"}} {
		files, readErr := os.ReadDir(source.dir)
		if info, err := os.Lstat(source.dir); err == nil && info.Mode()&fs.ModeSymlink != 0 &&
			errors.Is(readErr, fs.ErrNotExist) {
			readErr = say.Errorf("%s is a link that leads nowhere", source.dir)
		}
		if readErr != nil && !errors.Is(readErr, fs.ErrNotExist) {
			list.Err = cmp.Or(list.Err, say.Errorf("the folder of the %s: %w", source.label, readErr))
		}
		for _, file := range files {
			name, ok := strings.CutSuffix(file.Name(), extension)
			info, err := file.Info()
			switch {
			case !ok || err != nil:
			case !campaign.IsSaveName(name):
				list.Strange = append(list.Strange, file.Name())
			default:
				list.tables = append(list.tables, &Table{
					Name:     name,
					Modified: info.ModTime(),
					size:     info.Size(),
					folder:   f,
					dir:      source.dir,
					strange:  !info.Mode().IsRegular(),
					campaign: source.dir == f.campaigns,
				})
			}
		}
	}
	slices.SortStableFunc(list.tables, func(a, b *Table) int { return b.Modified.Compare(a.Modified) })
	return list
}

// Stamp returns a text that is another one when a file of the folder has changed, or one is new or gone.
func (l *List) Stamp() string {
	var stamp strings.Builder
	for _, t := range l.tables {
		fmt.Fprintln(&stamp, t.Path(), t.Modified.UnixNano(), t.size)
	}
	fmt.Fprintln(&stamp, l.Strange, l.Err)
	return stamp.String()
}

// Rounds returns the rounds of all tables, the one played last first, without replaying them. A table is
// read only when one of its rounds may be next: no round is newer than its file.
func (l *List) Rounds() iter.Seq[*Save] {
	return func(yield func(*Save) bool) {
		var read []*Save
		for _, t := range l.tables {
			for len(read) > 0 && !read[0].Modified.Before(t.Modified) {
				if !yield(read[0]) {
					return
				}
				read = read[1:]
			}
			if !l.isCopy(t) {
				read = append(read, t.saves()...)
				slices.SortStableFunc(read, func(a, b *Save) int { return b.Modified.Compare(a.Modified) })
			}
		}
		for _, g := range read {
			if !yield(g) {
				return
			}
		}
	}
}

// ofCampaign matches the name of a campaign's round.
var ofCampaign = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+)-r\d+-\d+$`) })

// isCopy reports whether a table is a copy of a campaign's round that still exists. Such a copy remains
// if the program is killed while it deletes the campaign.
func (l *List) isCopy(t *Table) bool {
	name := ofCampaign().FindStringSubmatch(t.Name)
	if name == nil {
		return false
	}
	return slices.ContainsFunc(l.tables, func(c *Table) bool {
		return c.Name == name[1] && slices.ContainsFunc(c.saves(), func(g *Save) bool {
			return g.Campaign != "" && g.Name == t.Name
		})
	})
}

// Saves returns the saved games, the one played last first. Each is read and replayed when its turn comes.
func (l *List) Saves(lib *chapters.Library) iter.Seq[Save] {
	return func(yield func(Save) bool) {
		for g := range l.Rounds() {
			if !yield(g.replayed(lib)) {
				return
			}
		}
	}
}

// Summaries returns the saved games as lists and statistics show them, the one played last first. They have no Text and
// no Game, and a Record without cards and decisions: [Save.Whole] returns these. A game is read and replayed when its
// turn comes, unless the folder keeps its summary, see [Folder.KeepSummaries].
func (l *List) Summaries(lib *chapters.Library) iter.Seq[*Save] {
	return func(yield func(*Save) bool) {
		l.folder.summaries.restore(lib, l.tables)
		defer l.folder.summaries.keep(lib, l.tables)
		for g := range l.Rounds() {
			g.summarize(lib)
			if !yield(g) {
				return
			}
		}
	}
}

// CampaignMatch is a campaign that can count a round played elsewhere as its next one.
type CampaignMatch struct {
	// Name is the name of the campaign.
	Name string
	// CountedAs is the name under which the campaign has counted the same round already, empty if it has not.
	CountedAs string
}

// CampaignRounds returns the rounds of the campaign with a name. Each is replayed when its turn comes.
func (l *List) CampaignRounds(lib *chapters.Library, campaign string) iter.Seq[Save] {
	return func(yield func(Save) bool) {
		for _, t := range l.tables {
			if !sameName(t.Name, campaign) || !t.isCampaign() {
				continue
			}
			for _, g := range t.saves() {
				if !yield(g.replayed(lib)) {
					return
				}
			}
		}
	}
}

// Newest returns a list of at most limit tables, the ones written last whose names are allowed. A shell that
// completes names uses it, because it must not wait long.
func (l *List) Newest(limit int, allowed func(name string) bool) *List {
	few := slices.DeleteFunc(slices.Clone(l.tables), func(t *Table) bool { return !allowed(t.Name) })
	return &List{tables: few[:min(limit, len(few))], folder: l.folder}
}

// Empty reports whether there is no saved game.
func (l *List) Empty() bool {
	for range l.Rounds() {
		return false
	}
	return true
}

// Names returns the names of the saved games, the one played last first.
func (l *List) Names() (names []string) {
	for g := range l.Rounds() {
		names = append(names, g.Name)
	}
	return names
}

// Find returns the saved game with a name. The error matches [ErrUnknown] if there is none. What is wrong
// with the game itself is in Save.Err. For the name of a damaged campaign, or of a round that may be missing in one,
// the error is the damage.
func (l *List) Find(lib *chapters.Library, name string) (Save, error) {
	name = strings.TrimSuffix(name, extension)
	l.folder.summaries.restore(lib, l.tables)
	for g := range l.Rounds() {
		if sameName(g.Name, name) {
			return g.replayed(lib), nil
		}
	}
	for _, t := range l.tables {
		err := t.damageError()
		if err != nil && (sameName(t.Name, name) || strings.HasPrefix(name, t.Name+"-r")) {
			return Save{}, err
		}
	}
	for _, file := range l.Strange {
		if d := l.strangeCopy(file); d != nil && sameName(d.Name, name) {
			return Save{}, say.Errorf("saved game %.60q: %w", name, d)
		}
	}
	return Save{}, cmp.Or(l.Err, say.Errorf("%w: %.40q%s", ErrUnknown, name, strictyaml.DidYouMean(name, l.Names())))
}

// sameName reports whether two names are the same in Unicode's normal form: an é may be one character or
// two.
func sameName(a, b string) bool { return norm.NFC.String(a) == norm.NFC.String(b) }

// Lost returns why campaigns cannot be read, by the campaigns' names.
func (l *List) Lost() map[string]error {
	lost := map[string]error{}
	for _, t := range l.tables {
		if err := t.damageError(); err != nil {
			lost[t.Name] = err
		}
	}
	return lost
}

// Unfinished returns the saved game played last among those that have not ended, as [List.Summaries] has it. Without
// one its name is empty. skipped are the errors of newer games that cannot be read.
func (l *List) Unfinished(lib *chapters.Library) (game Save, skipped []error) {
	for g := range l.Summaries(lib) {
		switch {
		case g.Err != nil:
			skipped = append(skipped, g.Err)
		case !g.Finished:
			return *g, skipped
		}
	}
	return Save{}, skipped
}

// Campaigns returns the tables of campaigns, the one written last first. Each is read when its turn comes.
func (l *List) Campaigns(lib *chapters.Library) iter.Seq[*Table] {
	return func(yield func(*Table) bool) {
		for _, t := range l.tables {
			if !t.isCampaign() {
				continue
			}
			t.replay(lib)
			if !yield(t) {
				return
			}
		}
	}
}

// CampaignNames returns the names of the campaigns, the one written last first.
func (l *List) CampaignNames() (names []string) {
	for _, t := range l.tables {
		if t.isCampaign() {
			names = append(names, t.Name)
		}
	}
	return names
}

// Campaign returns the table of the campaign with a name, or of the campaign written last if the name is
// empty. The error matches [ErrNoCampaign] if there is none. What is wrong with its file is in Table.Err. A
// named table that is too damaged to tell whether it is a campaign counts as one.
func (l *List) Campaign(lib *chapters.Library, name string) (*Table, error) {
	name = strings.TrimSuffix(name, extension)
	for _, t := range l.tables {
		if name != "" && !sameName(t.Name, name) {
			continue
		}
		if name != "" && !t.isCampaign() && len(t.saves()) == 1 && t.rounds[0].Text == nil {
			t.campaign = true
			t.rounds = nil
		}
		if t.isCampaign() {
			t.replay(lib)
			return t, nil
		}
	}
	if name == "" {
		return nil, cmp.Or(l.Err, ErrNoCampaign)
	}
	return nil, cmp.Or(l.Err,
		say.Errorf("%w: %.60q%s", ErrNoCampaign, name, strictyaml.DidYouMean(name, l.CampaignNames())))
}
