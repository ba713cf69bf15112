// Package play is what a person can do in a round, and the chair of a table from which she does
// it: on a screen, or line by line, at home or as a visitor of a server. Each action is declared
// once: its keys, the line of keys, the page of help, the words of the line-by-line game and the
// names for the settings come from that. What a person plays alone, one round after the other, the
// first evening and puzzles, is in course.go.
//
// A front end is what a person plays in: the screen, or the line-by-line game. Round has
// what both offer; a front end may have actions of its own, such as moving a cursor.
package play

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
)

// Action is one thing that a person can do in a front end F, which goes on with an R.
//
// Its texts are called "action." and its name: what it does in a few words, for the screen; with ".words"
// the words for it in the line-by-line game, which also takes the English ones; and with ".line" what it
// does in a line there, if that is more. An action without words is for the screen alone.
type Action[F, R any] struct {
	// Name is its name in the settings.
	Name string
	// Keys are the usual keys. The first is shown, unless Shown is the text of another one: without
	// Keys that is the key itself, which depends on the language.
	Keys  []string
	Shown string
	// Column is where the page of help has it, counted from 1, Rank where the line of
	// keys does; 0 is for nowhere.
	Column, Rank int
	// Available reports whether it is there at all in this game, and Can whether it can be done now, nil
	// for always. Line is the same for the line of keys, where that names it less often.
	Available, EnabledWhen, Line func(F) bool
	// Tryable reports whether a person may try it where it is not there, and is told that it is not.
	Tryable bool
	// Do does it. Without it the front end does, which knows the key.
	Do func(F) R
	// DoWith does it with what was typed after the word, instead of Do.
	DoWith func(F, string) R
}

// Bound is an action with its keys and words in a language.
type Bound[F, R any] struct {
	Action[F, R]
	key.Binding
	// Word is how the action is called in the line-by-line game, empty if it is not there, and Long explains
	// it in a line.
	Word, Long string
	words      []string
}

// List is the actions of a front end.
type List[F, R any] []Bound[F, R]

// Bind gives actions their keys and words. Other keys than the usual ones may be given by
// the name of the action.
func Bind[F, R any](t *texts.Texts, customKeys map[string][]string, actions ...Action[F, R]) List[F, R] {
	english := texts.New(texts.Default)
	out := make(List[F, R], len(actions))
	for i, a := range actions {
		keys := a.Keys
		shown := t.T(a.Shown)
		if len(keys) == 0 && a.Shown != "" {
			keys = []string{shown}
		}
		if a.Shown == "" && len(keys) > 0 {
			shown = keys[0]
		}
		if custom := customKeys[a.Name]; len(custom) > 0 {
			keys = custom
			shown = custom[0]
		}
		text := "action." + a.Name
		words := func(t *texts.Texts) []string { return strings.Fields(t.Or(text+".words", "")) }
		out[i] = Bound[F, R]{
			Action: a, Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, t.T(text))),
			Long: t.Or(text+".line", t.T(text)), words: append(words(t), words(english)...),
		}
		out[i].Word = append(out[i].words, "")[0]
	}
	return out
}

// Title is the headline of what an action shows.
func Title(t *texts.Texts, name string) string { return texts.Title(t.T("action." + name)) }

// allows reports whether a function of [Action] says yes.
func allows[F any](condition func(F) bool, f F) bool { return condition == nil || condition(f) }

// Possible reports whether the action can be done now.
func (b *Bound[F, R]) Possible(f F) bool {
	return allows(b.EnabledWhen, f) && (b.Tryable || allows(b.Available, f))
}

// Run does the action, with what was typed after its word.
func (b *Bound[F, R]) Run(f F, rest string) R {
	if b.DoWith != nil {
		return b.DoWith(f, rest)
	}
	return b.Do(f)
}

// ByName returns the action of a name.
func (l List[F, R]) ByName(name string) *Bound[F, R] {
	i := slices.IndexFunc(l, func(b Bound[F, R]) bool { return b.Name == name })
	if i < 0 {
		panic("there is no action " + name) // a test opens every page
	}
	return &l[i]
}

// ByKey returns the action that a key is for now, nil for none.
func (l List[F, R]) ByKey(f F, pressed string) *Bound[F, R] {
	for i := range l {
		if b := &l[i]; b.Do != nil && slices.Contains(b.Binding.Keys(), pressed) && b.Possible(f) {
			return b
		}
	}
	return nil
}

// ByLine returns the action that a line is for now, and what was typed after its word; nil
// for none.
func (l List[F, R]) ByLine(f F, line string) (b *Bound[F, R], rest string) {
	line = strings.ToLower(line)
	first, rest, _ := strings.Cut(line, " ")
	for i := range l {
		b := &l[i]
		switch exact := slices.Contains(b.words, line); {
		case !exact && (b.DoWith == nil || !slices.Contains(b.words, first)), !b.Possible(f):
		default:
			return b, rest
		}
	}
	return nil, ""
}

// Line returns the keys for the line of keys, the most important ones first.
func (l List[F, R]) Line(f F) (keys []key.Binding) {
	ranked := slices.DeleteFunc(slices.Clone(l), func(b Bound[F, R]) bool {
		return b.Rank == 0 || !b.Possible(f) || !allows(b.Action.Line, f)
	})
	slices.SortStableFunc(ranked, func(a, b Bound[F, R]) int { return a.Rank - b.Rank })
	for i := range ranked {
		keys = append(keys, ranked[i].Binding)
	}
	return keys
}

// Columns returns the keys of the actions of this game for the page of help, in columns.
func (l List[F, R]) Columns(f F) (columns [][]key.Binding) {
	for i := range l {
		b := &l[i]
		if b.Column == 0 || !allows(b.Available, f) {
			continue
		}
		for len(columns) < b.Column {
			columns = append(columns, nil)
		}
		columns[b.Column-1] = append(columns[b.Column-1], b.Binding)
	}
	return columns
}
