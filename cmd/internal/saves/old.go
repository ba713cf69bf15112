package saves

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/files"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/table"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Earlier programs kept a game as its bare record, with an empty file beside it where it
// was ended early (T11), and a campaign as YAML, with the name of the game that was its
// round. Such files are read as the tables they stand for, and stay as they are until
// somebody plays on.
const (
	stopMark          = ".stopped"
	campaignExtension = ".yaml"
	beforeMark        = ".yaml~"
	newMark           = ".new"
	lockMark          = ".lock"
)

// content is a record and its game.
type content struct {
	record chapters.Record
	game   *chapters.Game
}

// read reads a record and plays it through.
func read(lib *chapters.Library, name string, text []byte) (c content, err error) {
	if len(text) == 0 {
		return c, ErrEmpty
	}
	entries := 0
	for e := range lib.Read(name, bytes.NewReader(text)) {
		entries++
		switch {
		case !e.IsRecord && entries == 1:
			return content{}, ErrForeign
		case entries > 1:
			return content{}, say.Errorf("%w: line %d is not a decision", ErrDamaged, e.Line)
		case e.Err != nil:
			return content{}, say.Errorf("%w: %w", ErrDamaged, e.Err)
		}
		c.record = e.Record
	}
	if c.game, err = c.record.Game(lib); err != nil {
		return content{}, say.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := session.CheckBy(c.game, c.record.By); err != nil {
		return content{}, say.Errorf("%w: %w", ErrDamaged, err)
	}
	return c, nil
}

// oldGame returns the events of the table that an old file of a game stands for.
func oldGame(lib *chapters.Library, path string, text []byte) ([][]byte, error) {
	g, err := readOld(lib, path, text)
	if err != nil {
		return nil, err
	}
	return g.events, nil
}

// oldRecord is a record as an earlier program has left it, and the events of a table for it. Stopped
// says that its round was ended early.
type oldRecord struct {
	position chapters.Position
	text     []byte
	stopped  bool
	events   [][]byte
}

func readOld(lib *chapters.Library, path string, text []byte) (*oldRecord, error) {
	if len(text) > chapters.MaxRecord {
		return nil, say.Errorf("%w: it is larger than any game", ErrForeign)
	}
	text = disk.WholeLines(text)
	c, err := read(lib, filepath.Base(path), text)
	if err != nil {
		return nil, err
	}
	_, unmarked := os.Lstat(strings.TrimSuffix(path, extension) + stopMark)
	g := &oldRecord{position: c.record.Position, stopped: unmarked == nil}
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\uFEFF"))) { // an editor's mark, as are empty lines
		if line = bytes.TrimSpace(line); len(line) > 0 {
			g.text = append(append(g.text, line...), '\n')
		}
	}
	if g.events, err = table.GameAtHome(lib, g.text, g.stopped); err != nil {
		return nil, say.Errorf("%w: %w", ErrDamaged, err) // a decision that was taken back was never possible
	}
	return g, nil
}

// oldCampaign returns the events for an old file of a campaign, with the game that is its round.
func (s *Campaigns) oldCampaign(lib *chapters.Library, path string, text []byte) ([][]byte, error) {
	c, err := campaign.Read(lib, path, text)
	if err != nil {
		return nil, say.Errorf("%w\n%w\n%s", ErrDamaged, err, cure(lib, path))
	}
	if c.Playing == nil {
		return table.CampaignAtHome(lib, c, "", nil, false)
	}
	g, err := s.oldRound(lib, c)
	name := c.Playing.Save
	if err != nil {
		// It is dealt again, as it was; its file stays as it is.
		if g, err = dealt(lib, c); err != nil {
			return nil, say.Errorf("%w: %w", ErrDamaged, err)
		}
		name = s.roundName(strings.TrimSuffix(filepath.Base(path), campaignExtension), c.Number())
	}
	return table.CampaignAtHome(lib, c, name, g.text, g.stopped)
}

// oldRound returns the game that is the round of a campaign. The error is ErrEmpty where
// nothing was played of it.
func (s *Campaigns) oldRound(lib *chapters.Library, c *campaign.Campaign) (*oldRecord, error) {
	name := c.Playing.Save
	if !campaign.PlainName(name) {
		return nil, ErrEmpty
	}
	path := filepath.Join(s.games, name+extension)
	text, err := files.ReadRegular(path, chapters.MaxRecord)
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrEmpty
	}
	var g *oldRecord
	if err == nil {
		g, err = readOld(lib, path, text)
	}
	if err != nil {
		return nil, say.Errorf("saved game %s: %w", name, disk.Classify(err))
	}
	want, err := c.Position()
	if err != nil {
		return nil, err
	}
	if !same(&want, &g.position) {
		return nil, say.Errorf("saved game %s: %w", name, ErrOtherRound)
	}
	return g, nil
}

// same reports whether two rounds begin alike.
func same(a, b *chapters.Position) bool {
	one, err := (&chapters.Record{Position: *a}).Header()
	two, bad := (&chapters.Record{Position: *b}).Header()
	return err == nil && bad == nil && bytes.Equal(one, two)
}

// dealt is the round of a campaign of which nothing was written down.
func dealt(lib *chapters.Library, c *campaign.Campaign) (*oldRecord, error) {
	pos, err := c.Position()
	if err != nil {
		return nil, err
	}
	by := make([]string, tricks.SeatsFor(pos.Players))
	for i := range by {
		switch {
		case i < len(c.By):
			by[i] = c.By[i]
		case len(c.By) == 0 && i < c.Humans:
			by[i] = session.Human
		default:
			by[i] = players.Strongest
		}
	}
	seed := c.Playing.Seed & (1<<63 - 1)
	text, err := table.Text(lib, chapters.Record{Position: pos, By: by, Seed: &seed})
	return &oldRecord{position: pos, text: text}, err
}

// cure advises on a file that cannot be read.
func cure(lib *chapters.Library, path string) say.Text {
	before := strings.TrimSuffix(path, campaignExtension) + beforeMark
	data, err := files.ReadRegular(before, strictyaml.MaxDocument)
	if err == nil {
		if _, err = campaign.Read(lib, before, data); err == nil {
			return say.Sprintf("mend these places, or go back to the version before: copy %s over it", before)
		}
	}
	return say.Sprintf("mend these places, or begin another campaign")
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
