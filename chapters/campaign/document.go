package campaign

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"

	"gopkg.in/yaml.v3"
)

// campaignVersion stands in every campaign.
const campaignVersion = 1

// maxRounds is more than any group plays.
const maxRounds = 1_000_000

// mostSeats is how many seats are looked at in a document with too many of them, mostListed
// how many characters of a list.
const (
	mostSeats  = 16
	mostListed = 200
)

// YAML writes the campaign as a document.
func (c *Campaign) YAML() ([]byte, error) {
	return yaml.Marshal(struct {
		Version   int `yaml:"campaign"`
		*Campaign `yaml:",inline"`
	}{campaignVersion, c})
}

// MarshalYAML writes numbers of chapters and groups as numbers.
func (p *Progress) MarshalYAML() (any, error) {
	type plain Progress
	return strictyaml.PlainIDs((*plain)(p), "chapter", "groups_done")
}

// MarshalYAML writes numbers of chapters and groups as numbers.
func (at *Playing) MarshalYAML() (any, error) {
	type plain Playing
	return strictyaml.PlainIDs((*plain)(at), "chapter", "group")
}

// Read reads a document that [Campaign.YAML] has written. Errors tell
// file, line and column, all of them in one pass, and what to do.
func Read(lib *chapters.Library, file string, data []byte) (*Campaign, error) {
	src, root := strictyaml.Parse(file, data)
	f := root.Map(append(strictyaml.Keys(Campaign{}), "campaign")...).DropNulls()
	version := f.Need("campaign")
	if n := version.Int(1, 1<<20); n > campaignVersion {
		version.Errorf("this campaign was written by a newer program, in form %d: this one knows form %d; bring it up to date", n, campaignVersion)
		return nil, src.Err()
	}
	c := &Campaign{lib: lib, RoadOpen: f.Get("road").Bool()}
	c.Players = f.Need("players").Int(1, 4)
	c.Humans = f.Need("humans").Int(0, max(c.Players, 1))
	for _, v := range f.Get("by").AtMost(mostSeats).List() {
		c.By = append(c.By, v.Str())
	}
	if n := len(c.By); n > 0 && n != c.Players {
		f.Get("by").Errorf("by says who plays %d seats, but there are %d players: name one for each", n, c.Players)
	}
	for _, v := range f.Get("chapters").AtMost(4*len(lib.Chapters) + mostSeats).List() {
		p := progress(lib, v)
		if p == nil {
			continue
		}
		if c.At(p.Chapter, p.Players) != nil {
			v.Errorf("chapter %s with %d players is listed twice: remove one of them", p.Chapter, p.Players)
			continue
		}
		c.Progress = append(c.Progress, p)
	}
	if f.Has("playing") {
		c.playing(f.Get("playing"))
	}
	if err := src.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// chapterIn reads which chapter something is about. It is nil for an unknown one.
func chapterIn(lib *chapters.Library, f strictyaml.Fields) *chapters.Chapter {
	v := f.Need("chapter")
	id := v.Text()
	c, err := lib.Chapter(id)
	if err == nil {
		return c
	}
	if id != "" {
		v.Errorf("there is no chapter %q: correct it; if it is a chapter of your own, name its folder with --chapters", id)
	}
	return nil
}

var day = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`)
})

// progress reads how far a chapter has come. It is nil for an unknown chapter or number of players.
func progress(lib *chapters.Library, v strictyaml.Value) *Progress {
	f := v.Map(strictyaml.Keys(Progress{})...).DropNulls()
	p := &Progress{chapter: chapterIn(lib, f), Players: f.Need("players").Int(1, 4)}
	p.Rounds = f.Need("rounds").Int(0, maxRounds)
	p.Lost = f.Get("lost").Int(0, p.Rounds)
	if p.chapter == nil || p.Players == 0 {
		return nil
	}
	p.Chapter = p.chapter.ID
	if f.Has("won") {
		if p.Won = f.Get("won").Text(); !day().MatchString(p.Won) {
			f.Get("won").Errorf("won is the day the chapter was won, such as \"2026-11-21\"")
		}
		p.WonIn = f.Need("won_in").Int(1, max(p.Rounds-p.Lost, 1)+p.Lost)
	} else if f.Has("won_in") {
		f.Key("won_in").Errorf("won_in goes with won, the day the chapter was won: add it, or remove won_in")
	}
	p.readRoad(lib, f)
	known := p.known()
	list := func(key string, what say.Word, known []string) []string {
		var out []string
		if f.Has(key) && !p.chapter.Long {
			f.Key(key).Errorf("%s belongs to long chapters: chapter %s is won in one round (L1); remove it", key, p.Chapter)
			return nil
		}
		for _, w := range f.Get(key).AtMost(mostListed).List() {
			switch id := w.Text(); {
			case id == "":
			case !slices.Contains(known, id):
				w.Errorf("%q is not %s of chapter %s%s", id, what, p.Chapter, strictyaml.DidYouMean(id, known))
			case slices.Contains(out, id):
				w.Errorf("%s is listed twice: remove one of them", id)
			default:
				out = append(out, id)
			}
		}
		return out
	}
	p.Completed = list("completed", "a character", known)
	p.EventsDone = list("events_done", "an event", chapters.VariantIDs(p.chapter.Events))
	p.GroupsDone = list("groups_done", "a group", chapters.VariantIDs(p.chapter.Groups))
	p.MithrilUsed, p.Cleared, p.Failed = f.Get("mithril_used").Bool(), f.Get("cleared").Bool(), f.Get("failed").Bool()
	something := len(p.Completed)+len(p.EventsDone)+len(p.GroupsDone) > 0
	switch {
	case p.Cleared && p.chapter.Long:
		f.Key("cleared").Errorf("cleared belongs to short chapters: chapter %s is long (L2); remove it", p.Chapter)
	case p.MithrilUsed && !something:
		f.Key("mithril_used").Errorf("nothing is completed, so Mithril was not used: a lost round gives it back (K); remove it")
	case p.Failed && (!something || p.Lost == 0):
		f.Key("failed").Errorf("failed says that a round was lost after others were won (L3), but there is none; remove it")
	case p.Failed && p.Done():
		f.Key("failed").Errorf("chapter %s is won, so nothing is to be chosen (L3); remove it", p.Chapter)
	case (something || p.Cleared) && p.Rounds == p.Lost:
		f.Key("rounds").Errorf("no round was won, but something is completed: correct rounds or lost")
	case p.Done() && p.Won == "":
		f.Errorf("chapter %s is won: say on which day, as won: \"2026-11-21\", and in how many rounds, as won_in: %d", p.Chapter, max(p.Rounds, 1))
	case p.Won != "" && p.Rounds == p.Lost:
		f.Key("won").Errorf("no round was won: correct rounds or lost, or remove won and won_in")
	}
	return p
}

// readRoad reads what the Road has drawn (L5).
func (p *Progress) readRoad(lib *chapters.Library, f strictyaml.Fields) {
	pool := p.chapter.Pool
	if pool == nil {
		for _, key := range []string{"pool", "gift", "rider", "rider_done"} {
			if f.Has(key) {
				f.Key(key).Errorf("%s belongs to the Road (L5), not to chapter %s; remove it", key, p.Chapter)
			}
		}
		return
	}
	for _, v := range f.Need("pool").AtMost(mostListed).List() {
		switch id := v.Str(); {
		case id == "":
		case p.chapter.Entry(id) == nil:
			v.Errorf("%q is not a character of the Road", id)
		case slices.Contains(p.Pool, id):
			v.Errorf("%s is listed twice: remove one of them", id)
		default:
			p.Pool = append(p.Pool, id)
		}
	}
	p.Gift = f.Need("gift").OneOf("gift", pool.Gifts...)
	p.Rider = f.Need("rider").OneOf("rider", pool.Riders...)
	p.RiderDone = f.Get("rider_done").Bool()
	if want := len(lib.DrawRoad(p.chapter, p.Players, 0).Pool); len(p.Pool) > 0 && len(p.Pool) != want {
		f.Get("pool").Errorf("the pool has %d characters, but with %d players it is %d (L5)", len(p.Pool), p.Players, want)
	}
	for _, e := range p.chapter.Roster {
		if e.Starred && len(p.Pool) > 0 && !slices.Contains(p.Pool, e.Character.ID) {
			f.Get("pool").Errorf("%s is always in the pool (L5): add it", e.Character.ID)
		}
	}
}

// playing reads the round that is being played.
func (c *Campaign) playing(v strictyaml.Value) {
	f := v.Map(strictyaml.Keys(Playing{})...).DropNulls()
	chapter := chapterIn(c.lib, f)
	at := Playing{
		Players: f.Need("players").Int(1, 4), Event: f.Get("event").Text(), Group: f.Get("group").Text(),
		Rider: f.Get("rider").Bool(), Save: f.Get("save").Str(),
	}
	if at.Save != "" && !PlainName(at.Save) {
		f.Get("save").Errorf("%.60q is not the name of a saved game: correct it, or remove save, and the round is dealt anew", at.Save)
	}
	seed := f.Need("seed")
	var err error
	if at.Seed, err = strconv.ParseUint(seed.Text(), 10, 64); err != nil {
		seed.Errorf("a seed is a whole number from 0 to 18446744073709551615")
	}
	if chapter == nil || at.Players == 0 {
		return
	}
	at.Chapter = chapter.ID
	p := c.At(at.Chapter, at.Players)
	switch {
	case p == nil:
		v.Errorf("chapter %s with %d players is being played, but not listed under chapters: remove playing, and the round is dealt anew", at.Chapter, at.Players)
		return
	case at.Rider && (p.Rider == "" || p.RiderDone):
		f.Key("rider").Errorf("there is no rider to be carried; remove it")
		return
	case p.Done():
		v.Errorf("chapter %s is won already; remove playing", at.Chapter)
		return
	}
	want, err := p.choose(Choice{Event: at.Event, Group: at.Group})
	if err != nil {
		v.Errorf("this round cannot be played: %v; remove playing, and it is dealt anew", err)
		return
	}
	if want != at.Event+at.Group {
		v.Errorf("the event or group is called %s", want)
		return
	}
	c.Playing = &at
	if _, err := c.Position(); err != nil {
		v.Errorf("this round cannot be dealt: %v; remove playing, and it is dealt anew", err)
	}
}

// longestName is more than the program's own names have.
const longestName = 100

// PlainName reports whether a saved game may be called so. Its name is that of a file, on any
// system, and is shown and typed in commands. It is made of letters, digits, hyphens, underscores,
// dots and spaces, does not begin or end with a dot or a space, and does not begin with a hyphen.
func PlainName(name string) bool {
	return name != "" && utf8.ValidString(name) && utf8.RuneCountInString(name) <= longestName &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("-_. ", r)
		}) &&
		strings.Trim(name, ". ") == name && name[0] != '-' && !reservedName(name)
}

// reservedName reports whether a file cannot be called so on Windows, with or without an extension.
func reservedName(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	switch stem = strings.TrimRight(stem, " "); stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	port, isCom := strings.CutPrefix(stem, "COM")
	if !isCom {
		port, isCom = strings.CutPrefix(stem, "LPT")
	}
	return isCom && len(port) == 1 && port[0] >= '0' && port[0] <= '9'
}
