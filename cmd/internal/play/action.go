// Package play has what a person can do in a round, on a screen or line by line, at home or on a server.
//
// Each [Action] is declared once. Its keys, the line of keys, the page of help, the words of the
// line-by-line game and the names in the settings follow from that. [Round] has the actions that all front
// ends share; a front end may add some of its own, such as moving a cursor. A [Client] carries out what the
// person decides. Rounds that a person plays alone, puzzles and the first evening, are a [SoloMode].
package play

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/texts"
)

// Action is one thing that a person can do. F is the front end, and R what its functions return.
//
// The keys of its texts begin with "action." and the name. That text alone says in a few words what the
// action does, for the screen. With ".words" it has the words for the line-by-line game, which also accepts
// the English ones, and with ".line" a longer description for that game. An action without words exists only
// on the screen.
type Action[F, R any] struct {
	// Name is the name of the action in the settings.
	Name string
	// Keys are the usual keys. The first one is shown, unless Shown is set.
	Keys []string
	// Shown is the key of the text that is shown instead of the first key. Without Keys the text is also the
	// key itself, which then depends on the language.
	Shown string
	// Column is the column of the action on the page of help, counted from 1; 0 leaves it out.
	Column int
	// Rank is the place of the action in the line of keys, counted from 1; 0 leaves it out.
	Rank int
	// Available reports whether the action exists in this round; nil means always.
	Available func(F) bool
	// EnabledWhen reports whether the action can be done now; nil means always.
	EnabledWhen func(F) bool
	// Line reports whether the line of keys names the action now; nil means whenever it can be done.
	Line func(F) bool
	// Tryable lets the person try an action that does not exist in this round. The answer says so.
	Tryable bool
	// Do carries the action out. If it is nil the front end handles the key itself.
	Do func(F) R
	// DoWith carries the action out with the text typed after its word, instead of Do.
	DoWith func(F, string) R
}

// Binding has the keys of an action with the words of the help about them, in a language.
type Binding struct {
	// Keys are the keys that carry the action out; nil for none.
	Keys []string
	// Shown is the key that is named to the person.
	Shown string
	// Label says in a few words what the action does.
	Label string
}

// Bound is an action with its keys and words in a language.
type Bound[F, R any] struct {
	Action[F, R]
	// Binding has the keys of the action.
	Binding Binding
	// Word is the main word for the action in the line-by-line game, empty for an action of the screen.
	Word string
	// Long describes the action in a line.
	Long string
	// words are all words for the action.
	words []string
}

// List has the actions of a front end.
type List[F, R any] []Bound[F, R]

// Bind gives actions their keys and words. The custom keys, by the names of actions, replace the usual ones.
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
			Action:  a,
			Binding: Binding{Keys: keys, Shown: shown, Label: t.T(text)},
			Long:    t.Or(text+".line", t.T(text)),
			words:   append(words(t), words(english)...),
		}
		out[i].Word = append(out[i].words, "")[0]
	}
	return out
}

// Title returns the headline of the page that an action shows.
func Title(t *texts.Texts, name string) string { return texts.Title(t.T("action." + name)) }

// allows reports whether a condition of an [Action] holds. A nil condition always does.
func allows[F any](condition func(F) bool, f F) bool { return condition == nil || condition(f) }

// Possible reports whether the action can be done now.
func (b *Bound[F, R]) Possible(f F) bool {
	return allows(b.EnabledWhen, f) && (b.Tryable || allows(b.Available, f))
}

// Run carries the action out; rest is the text typed after its word.
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
		panic("there is no action " + name) // A test opens every page.
	}
	return &l[i]
}

// ByKey returns the action that a key stands for now, nil for none.
func (l List[F, R]) ByKey(f F, pressed string) *Bound[F, R] {
	for i := range l {
		if b := &l[i]; b.Do != nil && slices.Contains(b.Binding.Keys, pressed) && b.Possible(f) {
			return b
		}
	}
	return nil
}

// ByLine returns the action that a typed line stands for now, nil for none, and the text after its word.
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

// Line returns the keys for the line of keys, the most important first.
func (l List[F, R]) Line(f F) (keys []Binding) {
	ranked := slices.DeleteFunc(slices.Clone(l), func(b Bound[F, R]) bool {
		return b.Rank == 0 || !b.Possible(f) || !allows(b.Action.Line, f)
	})
	slices.SortStableFunc(ranked, func(a, b Bound[F, R]) int { return a.Rank - b.Rank })
	for i := range ranked {
		keys = append(keys, ranked[i].Binding)
	}
	return keys
}

// Columns returns the keys for the page of help, in columns.
func (l List[F, R]) Columns(f F) (columns [][]Binding) {
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
