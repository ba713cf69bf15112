package saves

import (
	"errors"
	"os"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/disk"
	"fellowship/tricks/say"
)

// Book is a campaign that this program has opened. It is locked until Close.
type Book struct {
	*campaign.Campaign
	name string
	at   *Campaigns
	lock *os.File
}

// Name returns the campaign's name.
func (b *Book) Name() string { return b.name }

// Path returns where the campaign is kept.
func (b *Book) Path() string { return b.at.path(b.name, campaignExtension) }

// Save writes the campaign. When that fails the file stays as it was.
func (b *Book) Save() error {
	text, err := b.YAML()
	if err == nil {
		err = b.replace(text)
	}
	if err != nil {
		return say.Errorf("campaign %s was not saved: %w", b.name, disk.Classify(err))
	}
	return nil
}

func (b *Book) replace(text []byte) error {
	fresh, before := b.at.path(b.name, newMark), b.at.path(b.name, beforeMark)
	if left, err := os.Lstat(fresh); err == nil && !left.IsDir() {
		_ = os.Remove(fresh) // of a program that was killed; a link is not followed
	}
	f, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
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
	disk.SyncFolder(b.at.dir)
	return nil
}

// Close ends the lock.
func (b *Book) Close() error { return b.lock.Close() }
