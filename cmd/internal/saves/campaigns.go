package saves

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"

	"github.com/adrg/xdg"
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
	ErrNoCampaign    = errors.New("there is no such campaign")
	ErrTaken         = errors.New("there is a campaign of that name already")
	ErrName          = errors.New("a name is made of letters, digits, - and _, up to 40 of them")
	ErrCampaignInUse = errors.New("another program is playing this campaign")
)

// Campaigns is the folder campaigns are kept in.
type Campaigns struct{ dir string }

// DefaultCampaigns returns the campaigns of the person who runs the program:
// fellowship/campaigns, beside the saved games.
func DefaultCampaigns() *Campaigns {
	xdg.Reload()
	return NewCampaigns(filepath.Join(xdg.StateHome, "fellowship", "campaigns"))
}

// NewCampaigns returns the campaigns in a folder, which Create makes when it is
// not there.
func NewCampaigns(dir string) *Campaigns { return &Campaigns{dir: dir} }

// Dir returns the folder.
func (s *Campaigns) Dir() string { return s.dir }

// Book is a campaign that this program has opened. It is locked until Close.
type Book struct {
	*chapters.Campaign
	name string
	at   *Campaigns
	lock *os.File
}

// Name returns the campaign's name.
func (b *Book) Name() string { return b.name }

// Path returns where the campaign is kept.
func (b *Book) Path() string { return b.at.path(b.name, campaignExtension) }

// Create keeps a new campaign.
func (s *Campaigns) Create(name string, c *chapters.Campaign) (*Book, error) {
	if !validName(name) {
		return nil, fmt.Errorf("%.60q: %w", name, ErrName)
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of the campaigns: %w", classify(err))
	}
	b, err := s.locked(name)
	if err != nil {
		return nil, err
	}
	b.Campaign = c
	if _, err := os.Lstat(b.Path()); err == nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, ErrTaken), b.Close())
	}
	if err := b.Save(); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Open reads a campaign and locks it.
func (s *Campaigns) Open(lib *chapters.Library, name string) (*Book, error) {
	name, err := s.known(name)
	if err != nil {
		return nil, err
	}
	b, err := s.locked(name)
	if err != nil {
		return nil, err
	}
	if b.Campaign, err = s.read(lib, name); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// locked locks a campaign's name. The file that is locked may be one that
// another program has just deleted; then it does not count.
func (s *Campaigns) locked(name string) (*Book, error) {
	for {
		path := s.path(name, lockMark)
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, fmt.Errorf("campaign %s: %w", name, classify(err))
		}
		if err := lock(f); err != nil {
			if errors.Is(err, ErrInUse) {
				err = ErrCampaignInUse
			}
			return nil, errors.Join(fmt.Errorf("campaign %s: %w", name, err), f.Close())
		}
		mine, err := f.Stat()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("campaign %s: %w", name, err), f.Close())
		}
		if there, err := os.Stat(path); err == nil && os.SameFile(mine, there) {
			return &Book{name: name, at: s, lock: f}, nil
		}
		_ = f.Close()
	}
}

// Save writes the campaign. When that fails the file stays as it was.
func (b *Book) Save() error {
	text, err := b.YAML()
	if err == nil {
		err = b.replace(text)
	}
	if err != nil {
		return fmt.Errorf("campaign %s was not saved: %w", b.name, classify(err))
	}
	return nil
}

func (b *Book) replace(text []byte) error {
	fresh, before := b.at.path(b.name, newMark), b.at.path(b.name, beforeMark)
	f, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	// The one before is kept as well as the file system can: it is an extra.
	_ = os.Remove(before)
	_ = os.Link(b.Path(), before)
	if err := os.Rename(fresh, b.Path()); err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	syncFolder(b.at.dir)
	return nil
}

// Close ends the lock.
func (b *Book) Close() error { return b.lock.Close() }

// Delete removes a campaign, also one that cannot be read; its saved games stay.
func (s *Campaigns) Delete(name string) error {
	name, err := s.known(name)
	if err != nil {
		return err
	}
	b, err := s.locked(name)
	if err != nil {
		return err
	}
	defer b.Close()
	for _, mark := range []string{campaignExtension, beforeMark, newMark, lockMark} {
		err := os.Remove(s.path(name, mark))
		if err != nil && !errors.Is(err, fs.ErrNotExist) && mark == campaignExtension {
			return fmt.Errorf("campaign %s: %w", name, classify(err))
		}
	}
	return nil
}

// Kept is a campaign as it is found in its folder, not locked.
type Kept struct {
	Name     string
	Path     string
	Modified time.Time
	// Campaign is nil where Err says why it cannot be read.
	Campaign *chapters.Campaign
	Err      error
}

// List returns all campaigns, the one played last first.
func (s *Campaigns) List(lib *chapters.Library) ([]Kept, error) {
	list, err := s.names()
	for i := range list {
		list[i].Campaign, list[i].Err = s.read(lib, list[i].Name)
	}
	return list, err
}

// Find returns a campaign by its name, the one played last where the name is
// empty. What is wrong with its file is in Kept.Err.
func (s *Campaigns) Find(lib *chapters.Library, name string) (Kept, error) {
	name, err := s.known(name)
	if err != nil {
		return Kept{}, err
	}
	list, err := s.names()
	for _, k := range list {
		if k.Name == name {
			k.Campaign, k.Err = s.read(lib, name)
			return k, nil
		}
	}
	return Kept{}, errors.Join(fmt.Errorf("%w: %s", ErrNoCampaign, name), err)
}

// Names returns the names of all campaigns, the one played last first.
func (s *Campaigns) Names() []string {
	list, _ := s.names()
	names := make([]string, len(list))
	for i, k := range list {
		names[i] = k.Name
	}
	return names
}

// known returns the name of a campaign that is there: the one that is named, or
// the one played last. The error matches ErrNoCampaign.
func (s *Campaigns) known(name string) (string, error) {
	list, err := s.names()
	switch {
	case err != nil:
		return "", err
	case name == "" && len(list) > 0:
		return list[0].Name, nil
	case name == "":
		return "", ErrNoCampaign
	}
	name = strings.TrimSuffix(name, campaignExtension)
	var names []string
	for _, k := range list {
		if k.Name == name {
			return name, nil
		}
		names = append(names, k.Name)
	}
	hint := ""
	if near := strictyaml.Suggest(name, names); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	return "", fmt.Errorf("%w: %.60q%s", ErrNoCampaign, name, hint)
}

func (s *Campaigns) names() ([]Kept, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the folder of the campaigns: %w", err)
	}
	var list []Kept
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), campaignExtension)
		info, err := e.Info()
		if !ok || err != nil || !info.Mode().IsRegular() || !validName(name) {
			continue
		}
		list = append(list, Kept{Name: name, Path: s.path(name, campaignExtension), Modified: info.ModTime()})
	}
	slices.SortStableFunc(list, func(a, b Kept) int { return b.Modified.Compare(a.Modified) })
	return list, nil
}

func (s *Campaigns) read(lib *chapters.Library, name string) (*chapters.Campaign, error) {
	path := s.path(name, campaignExtension)
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("campaign %s: %w", name, classify(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, strictyaml.MaxDocument+1))
	if err != nil {
		return nil, fmt.Errorf("campaign %s: %w", name, err)
	}
	c, err := lib.ReadCampaign(path, data)
	if err != nil {
		return nil, fmt.Errorf("campaign %s: %w\n%w\n%s", name, ErrDamaged, err, s.cure(lib, name))
	}
	return c, nil
}

// cure says what to do about a file that cannot be read.
func (s *Campaigns) cure(lib *chapters.Library, name string) string {
	before := s.path(name, beforeMark)
	data, err := os.ReadFile(before)
	if err == nil {
		if _, err = lib.ReadCampaign(before, data); err == nil {
			return fmt.Sprintf("mend these places, or go back to the version before: copy %s over it", before)
		}
	}
	return "mend these places, or begin another campaign"
}

func (s *Campaigns) path(name, mark string) string { return filepath.Join(s.dir, name+mark) }

// validName reports whether a campaign may be called so: its name is that of a
// file, and is typed in commands.
func validName(name string) bool {
	const longest = 40
	return name != "" && utf8.RuneCountInString(name) <= longest && utf8.ValidString(name) && name[0] != '-' &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
		})
}
