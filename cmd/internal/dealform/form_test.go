package dealform

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// typed fills a form in as somebody would for a position that lies before him.
func typed(f *Form, pos *chapters.Position) {
	f.Set(Chapter, pos.Chapter)
	f.Set(Variant, pos.Event+pos.Group)
	f.Set(Players, fmt.Sprint(pos.Players))
	f.Set(Lost, strings.ToLower(tricks.FormatCards(pos.Lost)))
	f.Set(Pile, tricks.FormatCards(pos.Pile))
	for _, cards := range pos.Sides {
		f.Set(Side, tricks.FormatCards(cards))
	}
	var threats []string
	for _, n := range pos.Threats {
		threats = append(threats, fmt.Sprint(n))
	}
	f.Set(Threats, strings.Join(threats, " "))
	f.Set(Pool, strings.Join(pos.Pool, ", "))
	f.Set(Gift, pos.Gift)
	rider := pos.Rider
	if len(pos.RiderSeats) > 0 {
		rider += " " + pos.RiderSeats[0].String()
	}
	f.Set(Rider, rider)
	for s := range pos.Hands {
		h := &pos.Hands[s]
		words := []string{h.Character}
		if h.Rider != "" {
			words = append(words, "rider="+h.Rider)
		}
		if h.Gift != "" {
			words = append(words, "gift="+h.Gift)
		}
		if h.Threat > 0 {
			words = append(words, fmt.Sprint(h.Threat))
		}
		if h.Range != [2]int{} {
			words = append(words, fmt.Sprintf("%d-%d", h.Range[0], h.Range[1]))
		}
		words = append(words, h.Declared)
		for _, aside := range []struct {
			name  string
			cards tricks.Set
		}{{"tucked", h.Tucked}, {"first", h.First}, {"last", h.Last}} {
			if aside.cards != 0 {
				words = append(words, aside.name+"="+aside.cards.String())
			}
		}
		if len(h.Announced) > 0 {
			word := "announced="
			for _, s := range h.Announced {
				word += string(s.Letter())
			}
			words = append(words, word)
		}
		if h.Rows == nil {
			words = append(words, h.Cards.String())
		}
		for i, row := range h.Rows {
			if i > 0 {
				words = append(words, "/")
			}
			words = append(words, tricks.FormatCards(row))
		}
		if h.Extra != 0 {
			words = append(words, "+", h.Extra.String())
		}
		for _, stage := range pos.Staged {
			if h.Rows == nil {
				words = append(words, "|", stage[s].String())
			}
		}
		f.Set(Seat(s), strings.Join(words, " "))
	}
}

// TestEveryDeal types in a deal of every chapter, as it was dealt and again as it
// lies before the first trick, and gets the same position.
func TestEveryDeal(t *testing.T) {
	lib := chapters.Default()
	for _, id := range chapters.Default().Deals(4) {
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		f := New(lib, texts.New("en"))
		typed(f, &pos)
		got, err := f.Position()
		if assert.NoError(t, err, id) {
			dealt := pos
			dealt.Deal, dealt.ID = "", ""
			if len(dealt.RiderSeats) > 0 {
				dealt.RiderSeats = dealt.RiderSeats[:1] // who carries the rider is known, not who else was asked (L5)
			}
			assert.Equal(t, dealt, got, id)
		}
		r := f.Check()
		assert.Empty(t, r.Missing, id)

		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for g.Stage() != chapters.StagePlay {
			require.NoError(t, g.Apply(g.Options()[len(g.Decisions())%len(g.Options())]))
		}
		first, err := g.FirstTrick()
		require.NoError(t, err)
		f = New(lib, texts.New("de"))
		typed(f, &first)
		got, err = f.Position()
		if assert.NoError(t, err, id) {
			again, err := lib.NewGame(got)
			require.NoError(t, err)
			want, have := g.View(0), again.View(0)
			for s := range want.Seats {
				by := want.Seats[s].By
				assert.Equal(t, g.View(by).Seats[s].Hand, again.View(by).Seats[s].Hand, id)
				assert.Equal(t, want.Seats[s].Rows, have.Seats[s].Rows, id)
				assert.Equal(t, want.Seats[s].Threat, have.Seats[s].Threat, id)
			}
			assert.Equal(t, want.Goals, have.Goals, id)
			assert.Equal(t, want.Leader, have.Leader, id)
		}
	}
}

// TestWhatIsWrongIsPointedOut types what people mistype.
func TestWhatIsWrongIsPointedOut(t *testing.T) {
	base := map[Key]string{
		Chapter: "2", Players: "4", Lost: "F8", Threats: "3 1 2 4",
		Seat(0): "H56 M7 F1 S58 R245", Seat(1): "H4 M3 F345 S17 R13", Seat(2): "H1 M12458 F27 S3", Seat(3): "H2378 M6 F6 S246",
	}
	for _, tt := range []struct {
		at     Key
		text   string
		says   string
		report Key
	}{
		{at: Chapter, text: "31", says: "no chapter 31"},
		{at: Chapter, text: "14", says: "One of doors", report: Variant},
		{at: Players, text: "5", says: "1 to 4 players"},
		{at: Lost, text: "F8 F9", says: "F9 is not in the deck"},
		{at: Lost, text: "", says: "0 of 1 cards"},
		{at: Lost, text: "H5", says: "H5 is already there: Lost cards", report: Seat(0)},
		{at: Seat(0), text: "H56 M7 F1 S58 R24", says: "8 of 9 cards"},
		{at: Seat(0), text: "H55 M7 F1 S58 R245", says: "H5 stands here twice"},
		{at: Seat(0), text: "H56 M7 F1 S58 R245 H5", says: "H5 stands here twice"},
		{at: Seat(1), text: "H56 M3 F345 S17 R13", says: "H5 is already there: seat 1"},
		{at: Seat(1), text: "H9 M3 F345 S17 R13", says: "H9: cards are a suit"},
		{at: Seat(1), text: "V4 M3 F345 S17 R13", says: "V4 is not in the deck"},
		{at: Seat(1), text: "gollum H4 M3 F345 S17 R13", says: "Nothing is called gollum"},
		{at: Seat(1), text: "sam H4 M3 F345 S17 R13", says: "Sam needs a threat number"},
		{at: Seat(1), text: "frodo 3 H4 M3 F345 S17 R13", says: "Frodo has no threat number"},
		{at: Seat(1), text: "sam 3 H4 M3 F345 S17 R13", says: "The character is missing here", report: Seat(0)},
		{at: Seat(1), text: "gollum: h5 m3 h5", says: "Nothing is called gollum. H5 is already there: seat 1."},
		{at: Seat(1), text: "sam: h4 m3 h4", says: "H4 stands here twice"},
		{at: Seat(2), text: "H1 M1 / M2458 / F27 S3", says: "Only 2 players have a pyramid (S9)"},
		{at: Threats, text: "3 x 0", says: "Such as"},
	} {
		f := New(chapters.Default(), texts.New("en"))
		for k, v := range base {
			f.Set(k, v)
		}
		f.Set(tt.at, tt.text)
		r := f.Check()
		if tt.report == "" {
			tt.report = tt.at
		}
		if tt.at == Threats {
			tt.says = "such as 3 1 4 2"
		}
		assert.Contains(t, r.Problems[tt.report].Text, tt.says, "%s %s: %v", tt.at, tt.text, r)
		assert.False(t, r.Ready())
		_, err := f.Position()
		require.Error(t, err)
	}
	f := New(chapters.Default(), texts.New("en"))
	for k, v := range base {
		f.Set(k, v)
	}
	r := f.Check()
	assert.Empty(t, r.Problems)
	f.Set(Seat(3), "H2378 M6 F6 S2")
	assert.Equal(t, "S46", f.Rest())
	f.Set(Seat(3), f.Fill("H2378 M6 F6 S2 rest"))
	assert.Equal(t, "H2378 M6 F6 S2 S46", f.Value(Seat(3)))
	f.Set(Seat(3), "H2378 M6 F6 S246 H") // a suit whose ranks are to come
	assert.Empty(t, f.Check().Problems)
}

// TestRoadAndMirror types what people mistype in the chapters with more lines than
// others (L5, C16).
func TestRoadAndMirror(t *testing.T) {
	lib := chapters.Default()
	for _, tt := range []struct {
		chapter string
		players int
		at      Key
		text    string
		says    string
	}{
		{"road", 3, Pool, "", "The characters that were drawn"},
		{"road", 3, Pool, "frodo, gandalf, frodo", "Frodo also sits at another seat"},
		{"road", 3, Pool, "frodo, gollum", "Nothing is called gollum"},
		{"road", 3, Gift, "string", "Nothing is called string"},
		{"road", 3, Rider, "terrible 1", "Nothing is called terrible"},
		{"16", 4, Seat(1), "sam M2 R235 | M35 F47", "Seat 2, stage 3 has 0 cards, but 1 are dealt (C16)."},
		{"16", 4, Seat(1), "M2 R235 | M35 F47 | M4", "The character is missing here"},
		{"16", 4, Seat(1), "sam M2 R235 | M35 F47 | M2", "M2 stands here twice"},
		{"16", 1, Seat(1), "sam 3 H2 M5 F18", ""}, // after the setup the others need not have one
	} {
		pos, err := lib.Deal(chapters.DealID{Chapter: tt.chapter, Players: tt.players, Seed: 3})
		require.NoError(t, err)
		f := New(lib, texts.New("en"))
		typed(f, &pos)
		require.Empty(t, f.Check().Problems)
		f.Set(tt.at, tt.text)
		r := f.Check()
		if tt.says == "" {
			assert.True(t, r.Ready(), "%v", r.Problems)
			continue
		}
		assert.Contains(t, r.Problems[tt.at].Text, tt.says)
		assert.False(t, r.Ready())
	}
	f := New(lib, texts.New("en"))
	pos, err := lib.Deal(chapters.DealID{Chapter: "16", Players: 4, Seed: 3})
	require.NoError(t, err)
	for s := range pos.Hands {
		pos.Hands[s].Character = ""
	}
	typed(f, &pos)
	assert.Contains(t, f.Check().Problems[Seat(0)].Text, "the characters are dealt first")
	f.Set(Seat(0), "")
	r := f.Check()
	assert.False(t, r.Ready(), "an empty line is no less wrong")
}

// TestColons types what people write: a colon behind a name, and behind a word that
// wants something behind it.
func TestColons(t *testing.T) {
	f := New(chapters.Default(), texts.New("en"))
	f.Set(Players, "3")
	f.Set(Seat(0), "bilbo: h8")
	f.Set(Seat(1), "Frodo : tucked:h1 h2")
	f.Set(Seat(2), "sam 2 m3")
	pos, err := f.Position()
	require.NoError(t, err)
	assert.Equal(t, "bilbo", pos.Hands[0].Character)
	assert.Equal(t, "frodo", pos.Hands[1].Character)
	assert.Equal(t, "H1", pos.Hands[1].Tucked.String())
	f.Set(Seat(0), "bilbo: h8 m3 tucked:")
	assert.Equal(t, "Nothing is called bilbo tucked.", f.Check().Problems[Seat(0)].Text)
	assert.Equal(t, "M3 is already there: seat 1.", f.Check().Problems[Seat(2)].Text)
}

// TestNames finds characters by what people call them.
func TestNames(t *testing.T) {
	f := New(chapters.Default(), texts.New("de"))
	for chapter, names := range map[string]map[string]string{
		"10": {"bilbo": "bilbo-baggins", "Bilbo Beutlin": "bilbo-baggins", "glóin": "gloin", "GLOIN": "gloin", "elr": "elrond"},
		"7":  {"unterberg": "", "herr unterberg": "underhill", "mr. underhill": "underhill", "barl": "barliman", "gerst": "barliman"},
		"18": {"samwise": "samwise"},
		"":   {"schattenfell": "shadowfax", "gandalf": "gandalf"},
	} {
		f.Set(Chapter, chapter)
		for name, id := range names {
			if id == "" {
				assert.Empty(t, f.read().find(name), name)
				continue
			}
			if chapter == "18" {
				f.Set(Variant, "1")
			}
			assert.Equal(t, []string{id}, f.read().find(name), name)
		}
	}
	f.Set(Chapter, "2")
	f.Set(Seat(0), "x H1")
	assert.Contains(t, f.Check().Problems[Seat(0)].Text, "x ist unbekannt")
}

// TestAsk fills a form in line by line, with mistakes on the way.
func TestAsk(t *testing.T) {
	f := New(chapters.Default(), texts.New("en"))
	var out bytes.Buffer
	pos, err := Ask(f, strings.NewReader(strings.Join([]string{
		"44", "2", "4", "F8", "H56 M7 F1 S58 R24", "H56 M7 F1 S58 R245", "h4 m3 f345 s17 r13",
		"H5 M12458 F27 S3", "back", "", "H1 M12458 F27 S3", "rest", "3 1 2 4",
	}, "\n")), &out)
	require.NoError(t, err, out.String())
	want, err := chapters.Default().Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 7})
	require.NoError(t, err)
	want.Deal, want.ID = "", ""
	assert.Equal(t, want, pos)
	for _, said := range []string{"There is no chapter 44.", "8 of 9 cards.", "H5 is already there: seat 1.", "Enter keeps: h4 m3"} {
		assert.Contains(t, out.String(), said)
	}

	_, err = Ask(New(chapters.Default(), texts.New("en")), strings.NewReader("2\nquit\n"), &out)
	require.ErrorIs(t, err, ErrLeft)
	_, err = Ask(New(chapters.Default(), texts.New("en")), strings.NewReader("2\n"), &out)
	require.ErrorIs(t, err, ErrLeft)
}

// TestAskAfterSetup takes down hands with characters: the first one makes the
// others needed.
func TestAskAfterSetup(t *testing.T) {
	f := New(chapters.Default(), texts.New("en"))
	var out bytes.Buffer
	pos, err := Ask(f, strings.NewReader(strings.Join([]string{
		"1", "3", "-", "frodo H1 R1", "bilbo H2 R2", "pippin H3 R3", "",
	}, "\n")), &out)
	require.NoError(t, err, out.String())
	assert.Equal(t, chapters.StagePlay, pos.Stage)
	assert.Equal(t, "bilbo", pos.Hands[1].Character)
	assert.Contains(t, out.String(), "Cards that you have not placed")
}

// TestAskRoadAfterSetup types a round of the Road whose setup is done: with the first
// character the lines of what was drawn are gone, and it goes on with the next seat.
func TestAskRoadAfterSetup(t *testing.T) {
	f := New(chapters.Default(), texts.New("en"))
	var out bytes.Buffer
	pos, err := Ask(f, strings.NewReader(strings.Join([]string{
		"road", "3", "", "-", "-", "-", "frodo H1 R1", "sam H2 R2", "sam 2 H2 R2", "gandalf 3 H3 R3", "gandalf H3 R3",
	}, "\n")), &out)
	require.NoError(t, err, out.String())
	assert.Equal(t, "gandalf", pos.Hands[2].Character)
	assert.Contains(t, out.String(), "Sam needs a threat number.\nseat 2.")
	assert.Contains(t, out.String(), "Gandalf has no threat number.\nseat 3.")
}

func FuzzForm(f *testing.F) {
	f.Add("2", "4", "sam 3 H137 M2", "M3 R2 F1 / S4 H2 + F1", "F8")
	f.Add("16", "4", "sam M2 | H1 | /", "|", "")
	f.Add("road", "3", "sam M2 rider=terror", "H1", "-")
	f.Add("14", "2", "rider:x gift= 3-4 more", "+/-/", "h")
	f.Fuzz(func(t *testing.T, chapter, players, seat0, seat1, lost string) {
		form := New(chapters.Default(), texts.New("en"))
		form.Set(Chapter, chapter)
		form.Set(Players, players)
		form.Set(Seat(0), seat0)
		form.Set(Seat(1), seat1)
		form.Set(Lost, lost)
		form.Set(Variant, "bridge")
		keys := form.Keys()
		for k := range form.Check().Problems {
			require.Contains(t, keys, k, "there is a line to mend it in")
		}
		_, _ = form.Position()
	})
}

// TestGerman types German letters, and reads German: also where the loader of documents
// says what is wrong, with people's numbers for the seats.
func TestGerman(t *testing.T) {
	base := map[Key]string{
		Chapter: "2", Players: "4", Lost: "w8",
		Seat(0): "sam 3 H56 B7 W1 S58 R245", Seat(1): "frodo H4 B3 W345 S17 R13", Seat(2): "gandalf H1 B12458 W27 S3", Seat(3): "merry H2378 B6 W6 S246",
	}
	for _, tt := range []struct {
		at     Key
		text   string
		says   string
		report Key
	}{
		{at: Seat(0), text: "sam 3 H56 B9 W1 S58 R245", says: "B9: Karten sind eine Farbe (H B W S R V)"},
		{at: Seat(0), text: "sam 3 H56 B3 W1 S58 R245", says: "B3 liegt schon dort: Platz 1.", report: Seat(1)},
		{at: Seat(0), text: "sam 3 H56 B7 W1 S58 R245 announced=XY", says: "XY: Karten sind eine Farbe"},
		{at: Seat(1), text: "frodo H4 B3 W345 S17 R13 tucked=B3", says: "B3 steht hier zweimal."},
	} {
		f := New(chapters.Default(), texts.New("de"))
		for k, v := range base {
			f.Set(k, v)
		}
		f.Set(tt.at, tt.text)
		if tt.report == "" {
			tt.report = tt.at
		}
		r := f.Check()
		assert.Contains(t, r.Problems[tt.report].Text, tt.says, "%s %s: %v", tt.at, tt.text, r)
	}
	mirror, err := chapters.Default().Deal(chapters.DealID{Chapter: "16", Players: 4, Seed: 3})
	require.NoError(t, err)
	f := New(chapters.Default(), texts.New("de"))
	typed(f, &mirror)
	f.Set(Seat(1), "sam B2 R235 | B35 W47")
	assert.Equal(t, "Platz 2, Schub 3 hat 0 Karten, aber gegeben werden 1 (C16).", f.Check().Problems[Seat(1)].Text)

	f = New(chapters.Default(), texts.New("de"))
	for k, v := range base {
		f.Set(k, v)
	}
	assert.Empty(t, f.Check().Problems)
	f.Set(Seat(0), base[Seat(0)]+" announced=HB")
	assert.NotContains(t, f.Check().Problems[Seat(0)].Text, "HB", "both kinds of letters are taken")
}
