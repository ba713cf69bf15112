package realtable_test

import (
	"testing"

	"fellowship/cmd/internal/realtable"

	"github.com/stretchr/testify/assert"
)

// tapped is a note that was written by taps.
const tapped = `2 4 lost F8
frodo* H1 H2
sam 3 tucked=H3 H5

sam>frodo H5 H1
frodo: H1 H2 H3 H4 /
left sam R1! -
`

// TestTapsOfAPlace checks which words and which cards stand at a place.
func TestTapsOfAPlace(t *testing.T) {
	taps := realtable.ParseTaps(tapped)
	for _, tt := range []struct {
		place        string
		line         int
		words, cards []string
	}{
		{"2", 0, []string{"4", "lost"}, []string{"F8"}},
		{"frodo*", 1, nil, []string{"H1", "H2"}},
		{"frodo", -1, nil, nil},
		{"sam", 2, []string{"3", "tucked=H3"}, []string{"H5"}},
		{"sam tucked=", -1, nil, []string{"H3"}},
		{"sam first=", -1, nil, nil},
		{"sam>frodo", 3, nil, []string{"H5", "H1"}},
		{"frodo:", 4, nil, []string{"H1", "H2", "H3", "H4"}},
		{"left sam", 5, nil, []string{"R1!", "-"}},
		{"left frodo", -1, nil, nil},
		{"", -1, nil, nil},
	} {
		assert.Equal(t, tt.line, taps.Find(tt.place), tt.place)
		assert.Equal(t, tt.cards, taps.Cards(tt.place), tt.place)
		if tt.line >= 0 {
			assert.Equal(t, tt.words, taps.Words(tt.place), tt.place)
		}
	}
}

// TestIsTap checks that cards, the signs of a pyramid and names with a colon are taps, and words are not.
func TestIsTap(t *testing.T) {
	for word, want := range map[string]bool{
		"H1": true, "R1!": true, "-": true, "+": true, "sam:": true,
		"h1": false, "H9": false, "H1 H2": false, "3": false, "tucked=H3": false, "": false,
		"a-name-that-is-longer-than-forty-letters:": false,
	} {
		assert.Equal(t, want, realtable.IsTap(word), word)
	}
}

// TestPutTaps checks the line that the words and cards of a place make.
func TestPutTaps(t *testing.T) {
	four := realtable.Grouping{Sizes: []int{4}, Sign: "/"}
	for _, tt := range []struct {
		name, place  string
		words, cards []string
		cut          realtable.Grouping
		want         string
	}{
		{"a hand", "sam", []string{"3"}, []string{"H5", "M2"}, realtable.Grouping{}, "sam 3 H5 M2"},
		{
			"a pyramid", "sam", nil,
			[]string{"H1", "-", "M1", "M2", "M3", "+", "F1", "F2"},
			realtable.Grouping{Sizes: []int{2, 3}, Sign: "/"},
			"sam H1 - / M1 M2 M3 / + F1 F2",
		},
		{
			"tricks in order", ";", nil,
			[]string{"H1", "H2", "sam:", "M1"},
			realtable.Grouping{Sizes: []int{2}, Sign: ";"},
			"; H1 H2 ; sam: M1",
		},
		{"one trick of a pile", "sam:", nil, []string{"H1", "H2", "H3", "H4"}, four, "sam: H1 H2 H3 H4 /"},
		{"an unfinished trick of a pile", "sam:", nil, []string{"H1", "H2"}, four, "sam: H1 H2 /"},
		{
			"a full group of a place that is no pile", "left sam", nil,
			[]string{"H1", "H2", "H3", "H4"},
			four,
			"left sam H1 H2 H3 H4",
		},
		{"nothing", "sam", nil, nil, four, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var taps realtable.Taps
			taps.Put(tt.place, tt.words, tt.cards, tt.cut)
			want := tt.want + "\n"
			assert.Equal(t, want, taps.String())
		})
	}
}

// TestPutMark checks that the card of a word such as tucked= replaces the one before, and that the other words and
// the cards of the line stay.
func TestPutMark(t *testing.T) {
	taps := realtable.ParseTaps("2 4\nsam 3 tucked=H3 H5")
	taps.Put("sam tucked=", nil, []string{"H5"}, realtable.Grouping{})
	assert.Equal(t, "2 4\nsam 3 tucked=H5 H5\n", taps.String())
	taps.Put("sam tucked=", nil, nil, realtable.Grouping{})
	assert.Equal(t, "2 4\nsam 3 H5\n", taps.String())
}

// TestReplaceLine checks that the line of a place is replaced, added and deleted.
func TestReplaceLine(t *testing.T) {
	var taps realtable.Taps
	taps.Line("sam", "")
	assert.Empty(t, taps)
	taps.Line("sam", "sam H1")
	taps.Line("frodo", "frodo H2")
	taps.Line("sam", "sam H3")
	assert.Equal(t, realtable.Taps{"sam H3", "frodo H2"}, taps)
	taps.Line("sam", "")
	assert.Equal(t, realtable.Taps{"frodo H2"}, taps)
}

// TestSetSeats checks that new names take the places of the old ones in all lines but the pool, that the cards and
// marks of the seats stay, and that their words change.
func TestSetSeats(t *testing.T) {
	for _, tt := range []struct {
		name, before string
		names        []string
		words        [][]string
		want         string
	}{
		{
			"first names", "2 4",
			[]string{"frodo", "Bill the Pony", ""},
			[][]string{{"*"}, {"3"}, nil},
			"2 4\nfrodo *\nBill-the-Pony 3\n-\n",
		},
		{
			"new names",
			"road 2\nfrodo * H1 tucked=H2 announced=HM\nsam 3 H5 / M1\npool frodo sam\nfrodo>sam H1 H5\nfrodo: H1 H5 /",
			[]string{"merry", "frodo"},
			[][]string{nil, {"4"}},
			"road 2\nmerry H1 tucked=H2\nfrodo 4 H5 / M1\npool frodo sam\nmerry>frodo H1 H5\nmerry: H1 H5 /\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			taps := realtable.ParseTaps(tt.before)
			taps.SetSeats(tt.names, tt.words)
			assert.Equal(t, tt.want, taps.String())
		})
	}
}
