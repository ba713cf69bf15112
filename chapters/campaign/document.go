package campaign

import (
	"cmp"
	"regexp"
	"slices"
	"sync"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"

	"gopkg.in/yaml.v3"
)

// campaignVersion is the value of the key "campaign".
const campaignVersion = 1

// YAML writes the campaign as a document, without the round that is being played.
func (c *Campaign) YAML() ([]byte, error) {
	return yaml.Marshal(struct {
		Version   int `yaml:"campaign"`
		*Campaign `yaml:",inline"`
	}{campaignVersion, c})
}

// MarshalYAML writes ids of chapters and groups that are numbers as numbers.
func (p *Progress) MarshalYAML() (any, error) {
	type plain Progress
	return strictyaml.PlainIDs((*plain)(p), "chapter", "groups_done")
}

// Read reads a document that [Campaign.YAML] has written. The error holds all mistakes, each with file,
// line and column, and says what to do.
func Read(lib *chapters.Library, file string, data []byte) (*Campaign, error) {
	src, root := strictyaml.Parse(file, data)
	f := root.Map(append(strictyaml.Keys(Campaign{}), "campaign")...).DropNulls()
	version := f.Need("campaign")
	if n := version.Int(1, 1<<20); n > campaignVersion {
		version.Errorf(
			"this campaign was written by a newer program, in form %d: this one knows form %d; bring it up to date",
			n, campaignVersion)
		return nil, src.Err()
	}
	c := &Campaign{lib: lib}
	f.Decode(c, strictyaml.Readers{"progress": c.readProgress})
	if c.Humans > c.Players && c.Players > 0 {
		f.Get("humans").Errorf("%d people cannot play in a campaign for %d (S1)", c.Humans, c.Players)
	}
	if n := len(c.PlayerNames); n > 0 && n != c.Players {
		f.Get("by").Errorf("by says who plays %s, but the campaign is for %s: name one for each seat",
			say.Count(n, "seat"), say.Count(c.Players, "player"))
	}
	if err := src.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// readChapter reads the id of a chapter and returns the chapter, nil if it is unknown.
func (c *Campaign) readChapter(v strictyaml.Value) *chapters.Chapter {
	id := v.Text()
	chapter, err := c.lib.Chapter(id)
	if err != nil && id != "" {
		v.Errorf(
			"there is no chapter %q: correct it; if it is a chapter of your own, name its folder with --chapters", id)
	}
	return chapter
}

// dayPattern matches a day such as 2026-11-21.
var dayPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`)
})

// readProgress reads how far a chapter has come.
func (c *Campaign) readProgress(v strictyaml.Value) *Progress {
	p := &Progress{lib: c.lib}
	// oneOf returns a reader of an id that the chapter of the progress, which is read first, knows.
	oneOf := func(kind string, known func(c *chapters.Chapter) []string) func(strictyaml.Value) string {
		return func(v strictyaml.Value) string {
			if p.chapter == nil { // the unknown chapter was reported
				return ""
			}
			return v.OneOf(kind, known(p.chapter)...)
		}
	}
	drawn := func(c *chapters.Chapter) *chapters.Pool { return cmp.Or(c.Pool, &chapters.Pool{}) }
	f := v.Map(strictyaml.Keys(p)...).DropNulls()
	f.Decode(p, strictyaml.Readers{
		"chapter": func(v strictyaml.Value) string {
			p.chapter = c.readChapter(v)
			if p.chapter == nil {
				return ""
			}
			return p.chapter.ID
		},
		"day": func(v strictyaml.Value) string {
			if !dayPattern().MatchString(v.Text()) {
				v.Errorf("won is the day the chapter was won, such as \"2026-11-21\"")
			}
			return v.Text()
		},
		"pool":      oneOf("character", rosterIDs),
		"gift":      oneOf("gift", func(c *chapters.Chapter) []string { return drawn(c).Gifts }),
		"rider":     oneOf("rider", func(c *chapters.Chapter) []string { return drawn(c).Riders }),
		"character": oneOf("character", func(*chapters.Chapter) []string { return p.completable() }),
		"event":     oneOf("event", func(c *chapters.Chapter) []string { return chapters.VariantIDs(c.Events) }),
		"group":     oneOf("group", func(c *chapters.Chapter) []string { return chapters.VariantIDs(c.Groups) }),
	})
	switch {
	case p.chapter == nil || p.Players == 0:
	case c.ProgressOf(p.Chapter, p.Players) != nil:
		v.Errorf("chapter %s with %s is listed twice: remove one of them", p.Chapter, say.Count(p.Players, "player"))
	default:
		p.check(c.lib, f)
		// An earlier program has asked for the rider although nobody may carry it (L5).
		p.Failed = p.Failed && !p.isWonWithoutRider()
		// An earlier program did not write whether the chapter was won at the first try.
		wonFirst := p.Lost == 0 || !p.chapter.Long && p.WonIn == 1
		p.First = p.First || p.Won != "" && wonFirst
	}
	return p
}

// check checks what was read about a chapter against the chapter, and its parts against each other.
func (p *Progress) check(lib *chapters.Library, f strictyaml.Fields) {
	p.checkKeys(f)
	p.checkPool(lib, f)
	p.checkResults(f)
}

// checkKeys reports keys that a chapter of this kind does not have, or keys that it lacks.
func (p *Progress) checkKeys(f strictyaml.Fields) {
	for _, key := range []string{"pool", "gift", "rider", "rider_done"} {
		switch road := p.chapter.Pool != nil; {
		case !road && f.HasKey(key):
			f.Key(key).Errorf("%s belongs to the Road (L5), not to chapter %s; remove it", key, p.Chapter)
		case road && key != "rider_done":
			f.Need(key)
		}
	}
	for _, key := range []string{"completed", "events_done", "groups_done"} {
		if f.HasKey(key) && !p.chapter.Long {
			f.Key(key).Errorf("%s belongs to long chapters: chapter %s is won in one round (L1); remove it", key,
				p.Chapter)
		}
	}
}

// checkPool checks that the pool of the Road can have been drawn (L5).
func (p *Progress) checkPool(lib *chapters.Library, f strictyaml.Fields) {
	if len(p.Pool) == 0 || p.chapter.Pool == nil {
		return
	}
	if want := len(lib.DrawRoad(p.chapter, p.Players, 0).Pool); len(p.Pool) != want {
		f.Get("pool").Errorf("the pool has %s, but with %s it is %d (L5)", say.Count(len(p.Pool), "character"),
			say.Count(p.Players, "player"), want)
	}
	for _, e := range p.chapter.Roster {
		if e.Starred && !slices.Contains(p.Pool, e.Character.ID) {
			f.Get("pool").Errorf("%s is always in the pool (L5): add it", e.Character.ID)
		}
	}
}

// checkResults reports the first two results that contradict each other.
func (p *Progress) checkResults(f strictyaml.Fields) {
	hasCompleted := p.completedCount() > 0
	switch {
	case p.Lost > p.Rounds:
		f.Key("lost").Errorf("so many cannot be lost of %s: correct rounds or lost", say.Count(p.Rounds, "round"))
	case p.Won != "" && (p.WonIn == 0 || p.WonIn > p.Rounds):
		f.Key("won_in").Errorf(
			"won_in is the number of the round in which the chapter was won, from 1 to %d: correct it", p.Rounds)
	case p.Won == "" && f.HasKey("won_in"):
		f.Key("won_in").Errorf("won_in goes with won, the day the chapter was won: add it, or remove won_in")
	case p.Cleared && p.chapter.Long:
		f.Key("cleared").Errorf("cleared belongs to short chapters: chapter %s is long (L2); remove it", p.Chapter)
	case p.MithrilUsed && !hasCompleted:
		f.Key("mithril_used").Errorf(
			"nothing is completed, so Mithril was not used: a lost round gives it back (K); remove it")
	case p.Failed && (!hasCompleted || p.Lost == 0):
		f.Key("failed").Errorf(
			"failed says that a round was lost after others were won (L3), but there is none; remove it")
	case p.Failed && p.Done() && !p.isWonWithoutRider():
		f.Key("failed").Errorf("chapter %s is won, so there is nothing to choose (L3); remove it", p.Chapter)
	case (hasCompleted || p.Cleared || p.Won != "") && p.Rounds == p.Lost:
		f.Key("rounds").Errorf("no round was won, but something is completed: correct rounds or lost")
	case p.Done() && p.Won == "" && !p.isWonWithoutRider():
		f.Errorf("chapter %s is won: say on which day, as won: \"2026-11-21\", and in how many rounds, as won_in: %d",
			p.Chapter, max(p.Rounds, 1))
	}
}
