package saves

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/table"

	"golang.org/x/text/unicode/norm"
)

// Errors about the name of a campaign.
var (
	ErrNoCampaign    = say.New("there is no such campaign")
	ErrTaken         = say.New("there is a campaign of that name already")
	ErrName          = say.New("a name is made of letters, digits, - and _, up to 40 of them, and does not begin with -")
	ErrReserved      = say.New("Windows keeps this name for a device, so no file there can have it")
	ErrCampaignInUse = say.New("another program is playing this campaign")
)

// Campaigns is the folder campaigns are kept in: a table each, with all its rounds. Games
// is the folder of the games, whose names its rounds do not take.
type Campaigns struct {
	drawer
	games string
}

// DefaultCampaigns returns the campaigns of the person who runs the program:
// fellowship/campaigns, beside the saved games.
func DefaultCampaigns() *Campaigns { return NewCampaigns(disk.State("campaigns")) }

// NewCampaigns returns the campaigns in a folder, which Create makes when it is
// not there. The saved games are in the folder games beside it.
func NewCampaigns(dir string) *Campaigns {
	s := &Campaigns{drawer: drawer{
		dir: dir, what: "campaigns", valid: validName, busy: ErrCampaignInUse,
	}}
	if dir != "" {
		s.games = filepath.Join(filepath.Dir(dir), "games")
	}
	return s
}

// Book is a campaign that this program has opened. It is locked until Close.
type Book struct {
	*campaign.Campaign
	*File
	at  *Campaigns
	lib *chapters.Library
}

// Create keeps a new campaign.
func (s *Campaigns) Create(lib *chapters.Library, name string, c *campaign.Campaign) error {
	name = norm.NFC.String(name)
	if campaign.ReservedName(name) {
		return say.Errorf("%.60q: %w", name, ErrReserved)
	}
	if !validName(name) {
		return say.Errorf("%.60q: %w", name, ErrName)
	}
	begins, err := table.CampaignAtHome(lib, c)
	if err != nil {
		return err
	}
	taken := s.Names()
	for i := range taken {
		taken[i] = norm.NFC.String(taken[i])
	}
	_, err = s.add(func(n int) string {
		if n > 1 {
			return ""
		}
		return name
	}, taken, begins)
	if errors.Is(err, fs.ErrExist) {
		err = ErrTaken
	}
	if err != nil {
		return say.Errorf("campaign %s: %w", name, err)
	}
	return nil
}

// Open goes on with a campaign, and locks it.
func (s *Campaigns) Open(lib *chapters.Library, name string) (*Book, error) {
	e, err := s.known(name)
	if err != nil {
		return nil, err
	}
	f, err := s.open(lib, &e)
	if err != nil {
		return nil, say.Errorf("campaign %s: %w", e.Name, err)
	}
	b := &Book{File: f, at: s, lib: lib}
	b.refresh()
	return b, nil
}

// refresh looks at the campaign as it is now.
func (b *Book) refresh() {
	b.Campaign = b.File.Campaign()
	if b.Playing != nil {
		b.File.name = b.Playing.Save
	}
}

// Refresh returns the campaign as it is now.
func (b *Book) Refresh() *campaign.Campaign {
	b.refresh()
	return b.Campaign
}

// CampaignName returns the campaign's name.
func (b *Book) CampaignName() string {
	return strings.TrimSuffix(filepath.Base(b.path), extension)
}

// BeginRound begins the round of a choice, which was begun in the campaign already.
func (b *Book) BeginRound(choice campaign.Choice, record chapters.Record) error {
	text, err := table.Text(b.lib, record)
	if err != nil {
		return err
	}
	name := b.at.roundName(b.CampaignName(), b.Number())
	if err := b.File.Begin(context.Background(), name, &choice, text); err != nil {
		return say.Errorf("campaign %s was not saved: %w", b.CampaignName(), err)
	}
	b.refresh()
	return nil
}

// GiveUpRound counts the round that was begun as lost.
func (b *Book) GiveUpRound() error {
	err := b.File.GiveUp(context.Background())
	b.refresh()
	return err
}

// Delete removes a campaign, also one that cannot be read; its rounds stay, as saved games.
func (s *Campaigns) Delete(lib *chapters.Library, name string) error {
	e, err := s.known(name)
	if err != nil {
		return err
	}
	f, err := s.open(lib, &e)
	switch {
	case errors.Is(err, ErrCampaignInUse):
		return say.Errorf("campaign %s: %w", e.Name, err)
	case err == nil:
		if err := f.Close(); err != nil {
			return err
		}
	}
	shelf := shelf(s.games, NewCampaigns(""))
	rounds, err := s.recorded(&e)
	if err != nil && len(rounds) > 0 {
		rounds = rounds[:len(rounds)-1] // the last one before the damage may have gone on
	}
	for _, r := range rounds {
		if err := shelf.keep(lib, &r); err != nil {
			return say.Errorf("campaign %s: %w", e.Name, err)
		}
	}
	if err := s.remove(&e); err != nil {
		return say.Errorf("campaign %s: %w", e.Name, err)
	}
	return nil
}

// roundName is the first name of a round that no saved game has.
func (s *Campaigns) roundName(campaign string, number int) string {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-r%d-%d", campaign, number, n)
		if _, err := os.Lstat(filepath.Join(s.games, name+extension)); errors.Is(err, os.ErrNotExist) {
			return name
		}
	}
}

// keep keeps a round of a campaign as a game of its own.
func (s *Shelf) keep(lib *chapters.Library, r *table.Recorded) error {
	if _, err := os.Lstat(s.path(r.Name)); err == nil {
		return nil // it was kept when the campaign was to be deleted before, and the program killed
	}
	if _, _, err := read(lib, r.Name, r.Text); err != nil {
		return nil //nolint:nilerr // nothing that could be kept
	}
	_, err := s.addGame(lib, func(n int) string {
		if n == 1 {
			return r.Name
		}
		return fmt.Sprintf("%s-%d", r.Name, n)
	}, r.Text, r.Stopped)
	return err
}

// Kept is a campaign as it is found in its folder, not locked.
type Kept struct {
	Found
	// Campaign is nil where Err says why it cannot be read.
	Campaign *campaign.Campaign
	Err      error
}

// List returns all campaigns, the one played last first. Each is read when its turn
// comes.
func (s *Campaigns) List(lib *chapters.Library) (iter.Seq[Kept], error) {
	files, err := s.found()
	return eachOf(files, func(e Found) Kept { return s.peek(lib, e) }), err
}

// Find returns a campaign by its name, the one played last where the name is
// empty. An error of its file is in Kept.Err.
func (s *Campaigns) Find(lib *chapters.Library, name string) (Kept, error) {
	e, err := s.known(name)
	if err != nil {
		return Kept{}, err
	}
	return s.peek(lib, e), nil
}

// Names returns the names of all campaigns, the one played last first.
func (s *Campaigns) Names() []string {
	files, _ := s.found()
	return namesOf(files)
}

// known returns a campaign that is there: the one that is named, or the one played
// last. The error matches ErrNoCampaign.
func (s *Campaigns) known(name string) (Found, error) {
	files, err := s.found()
	switch {
	case err != nil:
		return Found{}, err
	case name == "" && len(files) > 0:
		return files[0], nil
	case name == "":
		return Found{}, ErrNoCampaign
	}
	name = strings.TrimSuffix(name, extension)
	if e, ok := named(files, name); ok {
		return e, nil
	}
	return Found{}, say.Errorf("%w: %.60q%s", ErrNoCampaign, name, hint(name, files))
}

// found lists the campaigns, unread, the one played last first.
func (s *Campaigns) found() ([]Found, error) {
	files, _, err := s.files()
	return files, err
}

// peek reads a campaign without locking it.
func (s *Campaigns) peek(lib *chapters.Library, e Found) Kept {
	k := Kept{Found: e}
	log, err := s.events(&e)
	if err == nil {
		k.Campaign, err = table.CampaignOf(lib, log)
		err = s.problem(err, e.Path)
	}
	if err != nil {
		k.Campaign, k.Err = nil, say.Errorf("campaign %s: %w", e.Name, err)
	}
	return k
}

// rounds lists the rounds of all campaigns that are kept with them, and the campaigns that
// cannot be read: their rounds are those before the damage.
func (s *Campaigns) rounds() (out []Found, lost map[string]error) {
	lost = map[string]error{}
	files, _ := s.found()
	for _, e := range files {
		rounds, err := s.recorded(&e)
		if err != nil {
			lost[e.Name] = say.Errorf("campaign %s: %w", e.Name, err)
		}
		for _, r := range rounds {
			if !campaign.PlainName(r.Name) {
				continue
			}
			out = append(out, Found{Name: r.Name, Path: e.Path, Modified: r.Last, Campaign: e.Name, round: &r, lost: lost[e.Name]})
		}
	}
	return out, lost
}

// recorded returns the rounds that are kept with a campaign, of one that is damaged those
// before that.
func (s *Campaigns) recorded(e *Found) ([]table.Recorded, error) {
	log, err := s.events(e)
	rounds, bad := table.Rounds(log)
	return rounds, cmp.Or(err, s.problem(bad, e.Path))
}

// validName reports whether a campaign may be called so. Its rounds are called
// after it, and its name is typed in commands.
func validName(name string) bool {
	const longest = 40
	return campaign.PlainName(name) && utf8.RuneCountInString(name) <= longest && !strings.ContainsAny(name, ". ")
}
