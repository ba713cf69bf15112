package book_test

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
)

// TestJourney holds that the map has a station for each chapter in any window, shows what is
// won and where the person is, and names the beginning and the end of the road.
func TestJourney(t *testing.T) {
	lib := chapters.Default()
	won := func(id string) bool { return id == "1" || id == "2" || id == "5" }
	for _, lang := range characters.Languages {
		for _, columns := range []int{46, 80, 120} {
			lines := book.Journey(texts.New(lang), lib, won, columns)
			assert.Equal(t, "**@o*ooooooooooooo", strings.ReplaceAll(lines[1], "-", ""))
			for _, l := range lines {
				assert.LessOrEqual(t, cells.Width(l), columns-6)
			}
			for _, place := range []string{"journey.shire", "journey.bree", "journey.amonhen"} {
				assert.Contains(t, lines[0]+lines[2], texts.New(lang).T(place))
			}
		}
	}
	all := book.Journey(texts.New("en"), lib, func(string) bool { return true }, 80)
	assert.NotContains(t, all[1], "@")
}

// TestStars holds that each mark is a star.
func TestStars(t *testing.T) {
	text, brief := book.Stars(texts.New("en"), []saves.ChapterStats{
		{Chapter: "1", Players: 3, Tally: saves.Tally{Won: 1, Lost: 1}, Tries: 2, Straight: true},
		{Chapter: "1", Players: 4, Tally: saves.Tally{Won: 1}, Tries: 1, Unaided: true, Straight: true},
		{Chapter: "2", Players: 4, Tally: saves.Tally{Open: 1}},
	}, "1")
	assert.Equal(t, "3: **..  4: ****", text)
	assert.Equal(t, "****", brief)
	text, _ = book.Stars(texts.New("en"), nil, "2")
	assert.Empty(t, text)
}
