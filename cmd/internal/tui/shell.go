package tui

import (
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table/words"

	tea "github.com/charmbracelet/bubbletea"
)

// Shell is a session at home or on a server, with everything offered there before and after a round. The menu
// and its sheets are the same everywhere.
type Shell struct {
	// Session runs the rounds and whatever else the person starts from the menu.
	Session *Session
	// Stack has the screens of the session.
	Stack *kit.Stack

	Library *chapters.Library

	// Now returns the current time.
	Now func() time.Time
	// New returns the sheet that sets up a game of a chapter.
	New func(chapter string) *kit.Sheet
	// Lesson plays the small round of the first evening.
	Lesson func() tea.Cmd
	// Campaign returns the sheet of the campaign that was played last, or the one that begins a campaign.
	Campaign func() *kit.Sheet
	// Today plays the deal of the day.
	Today func() tea.Cmd
	// Solve plays the puzzles of a chapter from the one with an id on; [choose.TodaysPuzzle] has only the puzzle of the
	// day.
	Solve func(chapter, id string) tea.Cmd
	// Stars returns the stars of the puzzles that the person has solved, by their names.
	Stars func() map[string]int
	// Played returns the games that the person has played; nil if none are kept.
	Played func() *saves.Played
	// AddGameActions adds the actions on a game to its page.
	AddGameActions func(all *saves.Played, g *saves.Save, c *kit.Content)

	// Settings are the person's settings.
	Settings settings.Settings
	// Change changes the person's settings.
	Change func(func(*settings.Settings)) tea.Cmd
	// Client decides which settings exist here.
	Client settings.Client
}

// T returns the text of a key in the session's language, see [texts.Texts.T].
func (sh *Shell) T(key string, args ...any) string { return sh.Stack.T(key, args...) }

// N returns the text for a number of things in the session's language, see [texts.Texts.N].
func (sh *Shell) N(key string, n int, args ...any) string { return sh.Stack.N(key, n, args...) }

// KeepTip keeps that the person has seen a tip.
func (sh *Shell) KeepTip(name string) tea.Cmd {
	return sh.Change(func(set *settings.Settings) { set.Tips = append(slices.Clone(set.Tips), name) })
}

// FieldRows returns the rows of a sheet for fields of a form.
func FieldRows(fields ...[]choose.Field) (all []kit.Row) {
	for _, f := range slices.Concat(fields...) {
		all = append(all, kit.Row{
			Letter:     f.Letter,
			Label:      f.Label,
			Value:      f.Value,
			SpaceAbove: f.SpaceAbove,
			Control:    fieldControl(&f),
		})
	}
	return all
}

// fieldControl returns the control of a row for a field of a form: for its options, its text or both. It is nil if
// there is nothing to choose.
func fieldControl(f *choose.Field) kit.Control {
	text := kit.TextField{Text: f.Text, MaxLength: f.MaxLength, Format: f.Format, OnChange: f.OnChange}
	choice := kit.Choice{Turn: func(step int) tea.Cmd {
		f.Step(step)
		return nil
	}}
	for _, o := range f.Options {
		choice.Options = append(choice.Options, kit.Option{Label: o.Label, Chosen: o.Chosen})
	}
	if f.Digits { // a digit chooses the option of this value
		choice.Digit = func(n int) {
			digit := strconv.Itoa(n)
			isOption := func(o words.Choice) bool { return o.Value == digit }
			if slices.ContainsFunc(f.Options, isOption) {
				f.Set(digit)
			}
		}
	}
	switch hasOptions := len(f.Options) > 0; {
	case hasOptions && f.Text != nil:
		return kit.ChoiceWithText{Choice: choice, Text: text}
	case hasOptions:
		return choice
	case f.Text != nil:
		return text
	}
	return nil
}
