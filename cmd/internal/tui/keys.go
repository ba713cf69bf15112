package tui

import (
	"strings"

	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
)

// keyMap is every key there is. The help is made from it, so it cannot be
// wrong. The letters of the suits are left to cards.
type keyMap struct {
	move, pick, suits, rank, ring, back key.Binding
	goOn, stop                          key.Binding
	last, goals, won, log, help         key.Binding
	undo, auto, quit, why               key.Binding
	again, another, solve               key.Binding
	nextChapter, look                   key.Binding
	know, hint, openCards, mouse        key.Binding
	scroll, closePage                   key.Binding
	yes, no                             key.Binding
	coach, intro, step                  key.Binding
}

// binder makes keys whose names and help are texts that begin so.
func binder(t *texts.Texts, named, help string) func(name string, keys ...string) key.Binding {
	return func(name string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(t.T(named+name), t.T(help+name)))
	}
}

// newKeys returns the keys with their names in a language. Other keys than the
// usual ones may be given by the name of what they do.
func newKeys(t *texts.Texts, other map[string][]string) keyMap {
	letters := t.SuitLetters()
	usual := binder(t, "tui.key.", "tui.help.")
	bind := func(name string, keys ...string) key.Binding {
		b := usual(name, keys...)
		if mine := other[name]; len(mine) > 0 {
			b.SetKeys(mine...)
			b.SetHelp(mine[0], b.Help().Desc)
		}
		return b
	}
	return keyMap{
		move:  bind("move", "left", "right", "up", "down", "tab", "shift+tab", "home", "end"),
		pick:  bind("pick", "enter", " "),
		suits: bind("suits", strings.Split(letters+strings.ToLower(letters), "")...),
		rank:  bind("rank", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-"),
		ring:  bind("ring", "!"),
		back:  bind("back", "esc", "backspace"),

		goOn: bind("goon", "enter", " "),
		stop: bind("stop", "x"),

		last:  bind("last", "t"),
		goals: bind("goals", "g"),
		won:   bind("won", t.T("tui.key.won")), // no letter of a suit
		log:   bind("log", "l"),
		help:  bind("help", "?"),

		undo: bind("undo", "u"),
		auto: bind("auto", "a"),
		why:  bind("why", "y"),
		quit: bind("quit", "q", "ctrl+c"),

		again:   bind("again", "r"),
		another: bind("another", "n"),
		solve:   bind("solve", "s"),

		nextChapter: bind("nextchapter", "c"),
		look:        bind("look", "v"),
		know:        bind("know", "k"),
		hint:        bind("hint", "d"),
		openCards:   bind("opencards", "o"),
		mouse:       bind("mouse", "e"),

		scroll:    bind("scroll", "up", "down", "pgup", "pgdown", "home", "end"),
		closePage: bind("close", "esc", "enter", " ", "q"),

		yes: bind("yes", "y", "j", "enter"),
		no:  bind("no", "n", "esc"),

		coach: bind("coach", "i"),
		intro: bind("intro", t.T("tui.key.intro")),
		step:  bind("step", "v"),
	}
}

// helpColumns draws groups of keys and what they do side by side.
func (t *theme) helpColumns(groups [][]key.Binding, w int) []string {
	for _, g := range groups {
		for i := range g { // folded before they are set in columns, as some get longer
			g[i].SetHelp(t.fold(g[i].Help().Key), t.fold(g[i].Help().Desc))
		}
	}
	h := help.New()
	h.Width, h.FullSeparator, h.Ellipsis = w, "   ", ".."
	h.Styles = help.Styles{FullKey: t.bold.style(), FullDesc: t.faint.style()}
	return strings.Split(h.FullHelpView(groups), "\n")
}

// groups is the whole help, in columns.
func (k *keyMap) groups() [][]key.Binding {
	end := []key.Binding{k.help, k.auto, k.mouse, k.stop, k.again, k.another, k.nextChapter, k.quit}
	asks := []key.Binding{k.hint, k.last, k.goals, k.intro, k.know, k.won, k.log, k.why, k.undo, k.openCards}
	return [][]key.Binding{{k.move, k.suits, k.rank, k.pick, k.ring, k.back}, asks, end}
}

// listed are the keys as the help tells them: without those that do nothing in this
// game, and with the one for the table that it is played at.
func (m *Model) listed() keyMap {
	k := m.keys
	k.openCards.SetEnabled(m.canOpen())
	if m.opts.Table == nil {
		return k
	}
	for _, b := range []*key.Binding{&k.again, &k.another, &k.nextChapter} {
		b.SetEnabled(false)
	}
	for _, b := range []*key.Binding{&k.hint, &k.why} {
		b.SetEnabled(m.opts.Table.Hints)
	}
	k.again = key.NewBinding(key.WithKeys(m.opts.Table.Key), key.WithHelp(m.opts.Table.Key, m.opts.Table.Help))
	return k
}
