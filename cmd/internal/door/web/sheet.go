package web

import (
	"net/http"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// sheet is the common part of pages beside a table, which stand under a bar that leads back.
type sheet struct {
	frame
	// Back is where the bar leads back to, Headline and Under stand in it.
	Back, Headline, Under string
}

// sheet begins such a page.
func (v *visitor) sheet(back, headline string) sheet {
	s := sheet{frame: v.frame, Back: back, Headline: headline}
	s.Title = headline + " - " + v.Title
	return s
}

// sends sends the page of a name.
func (v *visitor) sends(name string, page any) { v.show(v.w, v.r, http.StatusOK, name, page) }

type (
	// tile leads to another page.
	tile struct{ Path, Icon, Label, Note string }
	// tab is one of several pages of which one is open.
	tab struct {
		Path, Label, Note string
		On                bool
	}
	// figure is a number with what it counts.
	figure struct {
		N     int
		Label string
	}
	// member is a character of a chapter. Must reports whether it has to be taken.
	member struct {
		ID, Name, Goal, Setup string
		Also                  []string
		Must                  bool
	}
	// starred are N of Most stars.
	starred struct {
		N, Most int
		Says    string
	}
)

// stars are so many stars of those that there may be.
func stars(t *texts.Texts, n, most int) starred {
	return starred{n, most, t.T("lobby.book.stars", n, most)}
}

// All are the stars one by one: whether each is there.
func (s starred) All() []bool {
	all := make([]bool, s.Most)
	for i := range s.N {
		all[i] = true
	}
	return all
}

// fan is a hand to look at.
func fan(t *texts.Texts) (all []*card) {
	for _, c := range [...]tricks.Card{tricks.NewCard(tricks.Hills, 3), tricks.NewCard(tricks.Mountains, 7), tricks.OneRing, tricks.NewCard(tricks.Forests, 5), tricks.NewCard(tricks.Shadows, 8)} {
		all = append(all, cardOf(t, c))
	}
	return all
}

// emblem is the character for which a chapter stands: the first one that no chapter before it has.
func emblem(lib *chapters.Library, of *chapters.Chapter) string {
	before, first := map[string]bool{}, ""
	for _, c := range lib.Chapters {
		rosters := c.Roster
		for _, v := range c.Variants() {
			rosters = append(slices.Clone(rosters), v.Chapter.Roster...)
		}
		for i := range rosters {
			id := rosters[i].Character.ID
			if c.ID == of.ID && !before[id] {
				return id
			}
			if before[id] = true; c.ID == of.ID && first == "" {
				first = id
			}
		}
		if c.ID == of.ID {
			break
		}
	}
	return first
}

// cast are the characters of a chapter.
func cast(t *texts.Texts, lib *chapters.Library, c *chapters.Chapter) (all []member) {
	for i := range c.Roster {
		e := &c.Roster[i]
		m := member{
			ID: e.Character.ID, Name: t.Name(e.Character), Must: e.Starred,
			Goal: e.Character.GoalText.In(t.Lang()), Setup: t.Setup(lib, e.Character, texts.InChapter(c)),
		}
		if e.Rider != nil {
			m.Also = append(m.Also, t.T("chapters.rider")+": "+t.Name(e.Rider)+". "+e.Rider.GoalText.In(t.Lang()))
		}
		if e.Gift != nil {
			m.Also = append(m.Also, t.T("chapters.gift")+": "+e.Gift.Name.In(t.Lang())+". "+e.Gift.Text.In(t.Lang()))
		}
		all = append(all, m)
	}
	return all
}

// one is a field of which one option is chosen.
func one(t *texts.Texts, name, label, now string, keys map[string]string, values ...string) choose.Field {
	var options []words.Choice
	for _, v := range values {
		options = append(options, words.Choice{Value: v, Label: t.T(keys[v])})
	}
	return choose.Among(name, t.T(label), now, nil, options...)
}

// chapterPage tells of a chapter, with what there is to begin it.
type chapterPage struct {
	readPage
	Which, Called, Notes string
	Cast                 []member
	Play                 string
}

// chapter tells of a chapter, and leads to a table for it.
func (v *visitor) chapter(c *chapters.Chapter) {
	p := chapterPage{Which: v.T("board.chapter", c.ID), Called: c.Title.In(v.Lang()), Notes: c.Notes.In(v.Lang()), Cast: cast(v.Texts, v.Library, c)}
	p.sheet = v.sheet("/read/rules", p.Called)
	if c.Pool != nil {
		p.Which = v.T("lobby.road")
	}
	if p.Under = v.T("lobby.short"); c.Long {
		p.Under = v.T("lobby.long")
	}
	if v.me.Name != "" {
		p.Back, p.Play = "/book", "/new?chapter="+c.ID
	}
	p.Doc = rulebook.OfChapter(v.Texts, c).Page
	v.sends("chapter", &p)
}
