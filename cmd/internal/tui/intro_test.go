package tui

import (
	"strings"
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestIntro holds that the page of every chapter, with every number of players and in
// both languages, is whole on one screen of 80x24.
func TestIntro(t *testing.T) {
	for _, id := range chapters.Default().Deals(1) {
		for _, lang := range []string{"en", "de"} {
			pos, err := chapters.Default().Deal(id)
			require.NoError(t, err)
			s := open(t, pos, nil, setting{lang: lang, humans: alone})
			s.press(s.keyOf("intro"))
			s.whole(id.String())
			assert.NotContains(t, s.View(), s.T("tui.page.more.short"), "%s, %s", id, lang)
			for _, e := range s.view.Chapter.Roster {
				assert.Contains(t, strings.Join(strings.Fields(s.View()), " "), s.ShortName(e.Character), id)
			}
			s.press("enter")
			assert.Empty(t, s.on.Over)
		}
	}
}

// TestIntroFirst holds that the page comes first where it is asked for, and that a key
// begins the game.
func TestIntroFirst(t *testing.T) {
	pos := deal(t, "5", 4)
	s := open(t, pos, nil, setting{humans: alone})
	assert.Empty(t, s.on.Over)
	s = open(t, pos, nil, setting{humans: alone, intro: true})
	assert.NotEmpty(t, s.on.Over)
	assert.Contains(t, strings.Join(strings.Fields(s.View()), " "), "Old Man Willow")
	s.golden("intro")
	s.press("enter")
	assert.Empty(t, s.on.Over)
}
