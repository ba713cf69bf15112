package saves

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/files"
	"fellowship/tricks/say"
)

// A campaign is a YAML file. It is written anew as a whole and put in its place
// at once, so that there is always a whole one; the one before stays beside it.
// A file of its own is locked meanwhile, because a lock does not outlive the
// file it is on.
const (
	campaignExtension = ".yaml"
	beforeMark        = ".yaml~"
	newMark           = ".new"
	lockMark          = ".lock"
)

// What can be wrong with the name of a campaign.
var (
	ErrNoCampaign    = say.New("there is no such campaign")
	ErrTaken         = say.New("there is a campaign of that name already")
	ErrName          = say.New("a name is made of letters, digits, - and _, up to 40 of them")
	ErrCampaignInUse = say.New("another program is playing this campaign")
)

// Campaigns is the folder campaigns are kept in.
type Campaigns struct{ dir string }

// DefaultCampaigns returns the campaigns of the person who runs the program:
// fellowship/campaigns, beside the saved games.
func DefaultCampaigns() *Campaigns { return NewCampaigns(disk.State("campaigns")) }

// NewCampaigns returns the campaigns in a folder, which Create makes when it is
// not there.
func NewCampaigns(dir string) *Campaigns { return &Campaigns{dir: dir} }

// Dir returns the folder.
func (s *Campaigns) Dir() string { return s.dir }

// Create keeps a new campaign.
func (s *Campaigns) Create(name string, c *campaign.Campaign) (*Book, error) {
	if !validName(name) {
		return nil, say.Errorf("%.60q: %w", name, ErrName)
	}
	if err := makeFolder(s.dir); err != nil {
		return nil, say.Errorf("the folder of the campaigns: %w", err)
	}
	b, err := s.locked(name)
	if err != nil {
		return nil, err
	}
	b.Campaign = c
	if _, err := os.Lstat(b.Path()); err == nil {
		return nil, errors.Join(say.Errorf("%s: %w", name, ErrTaken), b.Close())
	}
	if err := b.Save(); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Open reads a campaign and locks it.
func (s *Campaigns) Open(lib *chapters.Library, name string) (*Book, error) {
	e, err := s.known(name)
	if err != nil {
		return nil, err
	}
	b, err := s.locked(e.Name)
	if err != nil {
		return nil, err
	}
	if b.Campaign, err = s.read(lib, e.Name); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// locked locks a campaign's name. The file that is locked may be one that
// another program has just deleted; then it does not count.
func (s *Campaigns) locked(name string) (*Book, error) {
	for {
		path := s.path(name, lockMark)
		f, err := disk.OpenOwn(path, os.O_RDWR|os.O_CREATE)
		if err != nil {
			return nil, say.Errorf("campaign %s: %w", name, err)
		}
		if err := lock(f, ErrCampaignInUse); err != nil {
			return nil, errors.Join(say.Errorf("campaign %s: %w", name, err), f.Close())
		}
		mine, err := f.Stat()
		if err != nil {
			return nil, errors.Join(say.Errorf("campaign %s: %w", name, err), f.Close())
		}
		if there, err := os.Lstat(path); err == nil && os.SameFile(mine, there) {
			return &Book{name: name, at: s, lock: f}, nil
		}
		_ = f.Close()
	}
}

// Delete removes a campaign, also one that cannot be read; its saved games stay.
func (s *Campaigns) Delete(name string) error {
	e, err := s.known(name)
	if err != nil {
		return err
	}
	b, err := s.locked(e.Name)
	if err != nil {
		return err
	}
	defer b.Close()
	for _, mark := range []string{campaignExtension, beforeMark, newMark, lockMark} {
		err := os.Remove(s.path(e.Name, mark))
		if err != nil && !errors.Is(err, fs.ErrNotExist) && mark == campaignExtension {
			return say.Errorf("campaign %s: %w", e.Name, disk.Classify(err))
		}
	}
	return nil
}

// Kept is a campaign as it is found in its folder, not locked.
type Kept struct {
	Entry
	// Campaign is nil where Err says why it cannot be read.
	Campaign *campaign.Campaign
	Err      error
}

// List returns all campaigns, the one played last first. Each is read when its turn
// comes.
func (s *Campaigns) List(lib *chapters.Library) (iter.Seq[Kept], error) {
	files, err := s.entries()
	return func(yield func(Kept) bool) {
		for _, e := range files {
			if !yield(s.look(lib, e)) {
				return
			}
		}
	}, err
}

// Find returns a campaign by its name, the one played last where the name is
// empty. What is wrong with its file is in Kept.Err.
func (s *Campaigns) Find(lib *chapters.Library, name string) (Kept, error) {
	e, err := s.known(name)
	if err != nil {
		return Kept{}, err
	}
	return s.look(lib, e), nil
}

// Names returns the names of all campaigns, the one played last first.
func (s *Campaigns) Names() []string {
	files, _ := s.entries()
	return namesOf(files)
}

// known returns a campaign that is there: the one that is named, or the one played
// last. The error matches ErrNoCampaign.
func (s *Campaigns) known(name string) (Entry, error) {
	files, err := s.entries()
	switch {
	case err != nil:
		return Entry{}, err
	case name == "" && len(files) > 0:
		return files[0], nil
	case name == "":
		return Entry{}, ErrNoCampaign
	}
	name = strings.TrimSuffix(name, campaignExtension)
	for _, e := range files {
		if e.Name == name {
			return e, nil
		}
	}
	return Entry{}, say.Errorf("%w: %.60q%s", ErrNoCampaign, name, hint(name, files))
}

// entries lists the campaigns, unread, the one played last first.
func (s *Campaigns) entries() ([]Entry, error) {
	files, _, err := entries(s.dir, campaignExtension, "campaigns", validName)
	return files, err
}

// look reads a campaign without locking it.
func (s *Campaigns) look(lib *chapters.Library, e Entry) Kept {
	c, err := s.read(lib, e.Name)
	return Kept{Entry: e, Campaign: c, Err: err}
}

func (s *Campaigns) read(lib *chapters.Library, name string) (*campaign.Campaign, error) {
	path := s.path(name, campaignExtension)
	data, err := files.ReadRegular(path, strictyaml.MaxDocument)
	if err != nil {
		return nil, say.Errorf("campaign %s: %w", name, disk.Classify(err))
	}
	c, err := campaign.Read(lib, path, data)
	if err != nil {
		return nil, say.Errorf("campaign %s: %w\n%w\n%s", name, ErrDamaged, err, s.cure(lib, name))
	}
	return c, nil
}

// cure says what to do about a file that cannot be read.
func (s *Campaigns) cure(lib *chapters.Library, name string) say.Text {
	before := s.path(name, beforeMark)
	data, err := files.ReadRegular(before, strictyaml.MaxDocument)
	if err == nil {
		if _, err = campaign.Read(lib, before, data); err == nil {
			return say.Sprintf("mend these places, or go back to the version before: copy %s over it", before)
		}
	}
	return say.Sprintf("mend these places, or begin another campaign")
}

func (s *Campaigns) path(name, mark string) string { return filepath.Join(s.dir, name+mark) }

// validName reports whether a campaign may be called so. Its rounds are called
// after it, and its name is typed in commands.
func validName(name string) bool {
	const longest = 40
	return chapters.PlainName(name) && utf8.RuneCountInString(name) <= longest && !strings.ContainsAny(name, ". ")
}
