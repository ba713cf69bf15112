package saves

import (
	"cmp"
	"errors"
	"io/fs"
	"iter"
	"os"
	"regexp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"

	"golang.org/x/text/unicode/norm"
)

// List is the tables of a folder as they were when somebody looked. Each file is read once, when it
// is asked about for the first time.
type List struct {
	// tables come in the order in which they were written, the last one first.
	tables []*Table
	// Strange are the files that are left out because of their names: of somebody else's making,
	// these may say anything.
	Strange []string
	// Err is why not all could be listed.
	Err error
}

// List lists the tables.
func (f *Folder) List() *List {
	list := &List{}
	for _, source := range []struct {
		dir   string
		label say.Word
	}{{f.dir, "saved games"}, {f.campaigns, "campaigns"}} {
		files, readErr := os.ReadDir(source.dir)
		if readErr != nil && !errors.Is(readErr, fs.ErrNotExist) {
			list.Err = cmp.Or(list.Err, say.Errorf("the folder of the %s: %w", source.label, readErr))
		}
		for _, file := range files {
			name, ok := strings.CutSuffix(file.Name(), extension)
			info, err := file.Info()
			switch {
			case !ok || err != nil || !info.Mode().IsRegular():
			case !campaign.PlainName(name):
				list.Strange = append(list.Strange, file.Name())
			default:
				list.tables = append(list.tables,
					&Table{
						Name: name, Modified: info.ModTime(), folder: f, dir: source.dir,
						campaign: source.dir == f.campaigns,
					})
			}
		}
	}
	slices.SortStableFunc(list.tables, func(a, b *Table) int { return b.Modified.Compare(a.Modified) })
	return list
}

// Rounds are the rounds, not played through, the one played last first. A table is read when its turn
// comes: no round of it can be later than its file.
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

// ofCampaign are the names of the rounds of a campaign.
var ofCampaign = regexp.MustCompile(`^(.+)-r\d+-\d+$`)

// isCopy reports whether a table was made of a round of a campaign that is still there: the program
// was killed while it deleted the campaign.
func (l *List) isCopy(t *Table) bool {
	name := ofCampaign.FindStringSubmatch(t.Name)
	if name == nil {
		return false
	}
	return slices.ContainsFunc(l.tables, func(c *Table) bool {
		return c.Name == name[1] && slices.ContainsFunc(c.saves(), func(g *Save) bool {
			return g.Campaign != "" && g.Name == t.Name
		})
	})
}

// Saves returns the saved games, the one played last first. Each is read when its turn comes.
func (l *List) Saves(lib *chapters.Library) iter.Seq[Save] {
	return func(yield func(Save) bool) {
		for g := range l.Rounds() {
			if !yield(g.replayed(lib)) {
				return
			}
		}
	}
}

// Few is the list of the tables whose names may be asked about, at most so many, those played last: for a
// shell, which is to wait for no more.
func (l *List) Few(limit int, allowed func(name string) bool) *List {
	few := slices.DeleteFunc(slices.Clone(l.tables), func(t *Table) bool { return !allowed(t.Name) })
	return &List{tables: few[:min(limit, len(few))]}
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

// Find returns a saved game by its name. The error matches ErrUnknown where none has the name; an
// error of the game itself is in Save.Err.
func (l *List) Find(lib *chapters.Library, name string) (Save, error) {
	name = strings.TrimSuffix(name, extension)
	for g := range l.Rounds() {
		if sameName(g.Name, name) {
			return g.replayed(lib), nil
		}
	}
	for _, t := range l.tables {
		if err := t.damageError(); err != nil && strings.HasPrefix(name, t.Name+"-r") {
			return Save{}, err
		}
	}
	return Save{}, cmp.Or(l.Err, say.Errorf("%w: %.40q%s", ErrUnknown, name, strictyaml.DidYouMean(name, l.Names())))
}

// sameName reports whether two names have the same letters: an é may be written as one character or as
// two.
func sameName(a, b string) bool { return norm.NFC.String(a) == norm.NFC.String(b) }

// Lost returns why campaigns cannot be read, by their names.
func (l *List) Lost() map[string]error {
	lost := map[string]error{}
	for _, t := range l.tables {
		if err := t.damageError(); err != nil {
			lost[t.Name] = err
		}
	}
	return lost
}

// Unfinished returns the saved game played last that has not ended, without a name where there is none,
// and why newer ones were left out.
func (l *List) Unfinished(lib *chapters.Library) (game Save, skipped []error) {
	for g := range l.Saves(lib) {
		switch {
		case g.Err != nil:
			skipped = append(skipped, g.Err)
		case !g.Finished:
			return g, skipped
		}
	}
	return Save{}, skipped
}

// Played is all that a person has played.
type Played struct {
	// Games are the saved games, the one played last first, each without its Game: there may be many.
	Games []Save
	// Campaigns are the tables of campaigns, the one played last first.
	Campaigns []*Table
	Stats     Stats
}

// Played reads all tables.
func (l *List) Played(lib *chapters.Library) *Played {
	p := &Played{Campaigns: slices.Collect(l.Campaigns(lib))}
	var scores Scores
	for g := range l.Saves(lib) {
		scores.Add(lib, &g)
		g.Game = nil
		p.Games = append(p.Games, g)
	}
	p.Stats = scores.Stats(lib)
	return p
}

// Unfinished returns the game that was played last of those that go on, nil for none.
func (p *Played) Unfinished() *Save {
	if i := slices.IndexFunc(p.Games, func(g Save) bool { return g.CanContinue() }); i >= 0 {
		return &p.Games[i]
	}
	return nil
}

// Chapters are the results in the chapters that the person has played, by table size. Without
// anything that was kept there are none.
func (p *Played) Chapters() []ChapterStats {
	if p == nil {
		return nil
	}
	return p.Stats.Chapters
}

// Stars is how many stars a chapter has at the table where it has the most.
func (p *Played) Stars(chapter string) (most int) {
	for _, c := range p.Chapters() {
		if c.Chapter == chapter {
			most = max(most, c.Stars())
		}
	}
	return most
}

// Won reports whether the person has won a chapter, at a table of any size.
func (p *Played) Won(chapter string) bool {
	return slices.ContainsFunc(p.Chapters(), func(c ChapterStats) bool { return c.Chapter == chapter && c.Won > 0 })
}

// Next is the chapter that a new game proposes: the first one that has not been won.
func (p *Played) Next(all []*chapters.Chapter) *chapters.Chapter {
	return all[max(slices.IndexFunc(all, func(c *chapters.Chapter) bool { return !p.Won(c.ID) }), 0)]
}

// Campaigns returns the tables of campaigns, the one played last first. Each is read when its turn comes.
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

// CampaignNames returns the names of the campaigns, the one played last first.
func (l *List) CampaignNames() (names []string) {
	for _, t := range l.tables {
		if t.isCampaign() {
			names = append(names, t.Name)
		}
	}
	return names
}

// Campaign returns the table of a campaign by its name, of the one played last where the name is empty.
// The error matches ErrNoCampaign; an error of its file is in Table.Err. A table that is named, and does not
// tell whether there is a campaign, is taken for one.
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
