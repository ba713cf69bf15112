package home

import (
	"os"
	"sync"
	"time"

	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
)

// Person is the user of this machine: what they have chosen about language and chapters, and the settings, which
// apply where nothing else was chosen.
type Person struct {
	// Chapters is a folder with the person's own chapters, empty for none.
	Chapters string
	// Lang is the language; empty means the one of the settings, and then of the environment.
	Lang string
	// Load reads the person's settings. Those that cannot be read have their default.
	Load func() settings.Settings
	// Unread is why settings could not be read, nil if all were.
	Unread error

	// mu guards replaced: the pages of a browser change settings while home goes on.
	mu sync.Mutex
	// replaced has the settings that the person has changed since the start. They count in place of what Load reads. It
	// is nil before the first change.
	replaced *settings.Settings
	// followers are told when the settings change.
	followers settings.Followers
}

// Settings returns the person's settings.
func (p *Person) Settings() settings.Settings {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.replaced != nil {
		return *p.replaced
	}
	return p.Load()
}

// UseSettings replaces the person's settings.
func (p *Person) UseSettings(s settings.Settings) {
	p.mu.Lock()
	p.replaced = &s
	p.mu.Unlock()
	p.followers.Tell("", func() (settings.Settings, error) { return p.Settings(), nil })
}

// FollowSettings calls changed after each change of the settings, until the caller calls stop. The function changed
// must not wait, see [settings.Followers.Follow].
func (p *Person) FollowSettings(changed func(settings.Settings)) (stop func()) {
	return p.followers.Follow("", changed)
}

// KeepSettings replaces the person's settings and saves them. A settings file that cannot be read is not
// overwritten.
func (p *Person) KeepSettings(now settings.Settings) error {
	p.UseSettings(now)
	if _, err := settings.Load(settings.Path()); err != nil {
		return err
	}
	return now.Save(settings.Path())
}

// Texts returns the texts in the person's language.
func (p *Person) Texts() *texts.Texts {
	lang := p.Lang
	if lang == "" {
		lang = p.Settings().Lang
	}
	if lang == "" {
		lang = texts.Language(os.Getenv)
	}
	return texts.New(lang)
}

// Reader returns the person as a reader.
func (p *Person) Reader() reader.Reader { return reader.New(p.Texts(), p.Settings()) }

// ComputerDelay returns the shortest time that a computer player takes for a decision. As in the options of a screen
// and of pages, 0 stands for the usual time, and -1 for no time at all.
func (p *Person) ComputerDelay() time.Duration {
	if p.Settings().Quick {
		return -1
	}
	return 0
}
