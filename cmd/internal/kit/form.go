package kit

import (
	"slices"
	"strings"
	"unicode"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
)

// Row is a line of a [Form]: something to do, to change, or to write. A letter leads to
// it at once.
type Row struct {
	Letter rune
	Label  string
	// Key leads to it in the place of a letter, where letters are written.
	Key string
	// Value stands behind the label, or below it; of a text that is empty it is what
	// holds then. Note is a remark there, Brief in its place where it does not fit; Tell
	// is said below. The lines below tell about the row at the cursor.
	Value, Note, Brief, Tell string
	// Do is called for Enter, Turn changes the value to the next or the one before, and Text is
	// written here, with at most Most characters; nil where there is no such thing. Digit takes a
	// digit where nothing is written.
	Do    func() tea.Cmd
	Turn  func(by int) tea.Cmd
	Text  *string
	Most  int
	Digit func(n int)
	// Shown draws what was written, and Wrote is called when it changes. While Offered is
	// true the first letter takes the place of the text.
	Shown   func(text string) string
	Wrote   func()
	Offered *bool
	// Gap leaves a line free above it, and Group is the headline of the rows from this one on;
	// of that the free line is left where there is no room for more, or nothing.
	Gap   bool
	Group string
}

// Turns wraps a change of a value that has nothing to wait for.
func Turns(turn func(by int)) func(by int) tea.Cmd {
	return func(by int) tea.Cmd {
		turn(by)
		return nil
	}
}

// Form is a screen of rows between two texts: menus, settings, set-ups and questions. Its
// rows are made anew each time, because they may change.
type Form struct {
	Rows         func() []Row
	Above, Below func() []string
	// Enter is called for Enter on a row without Do; nil for nothing.
	Enter  func() tea.Cmd
	Cursor int
	// at is which row lies in each line, -1 for none, values the column of the values, and
	// seen how many rows were seen.
	at      []int
	values  int
	seen    int
	input   textinput.Model
	editing *string
}

// Here returns the row at the cursor, with the text that is written there in the input.
func (f *Form) Here() Row {
	all := f.Rows()
	return f.here(all)
}

func (f *Form) here(all []Row) Row {
	f.Cursor = max(0, min(f.Cursor, len(all)-1))
	if len(all) == 0 {
		return Row{}
	}
	r := all[f.Cursor]
	if r.Text != nil && (r.Text != f.editing || f.input.Value() != *r.Text) {
		f.input = textinput.New()
		f.input.CharLimit = r.Most
		f.input.KeyMap.Paste.SetEnabled(false) // it would be the clipboard of a server
		f.input.SetValue(*r.Text)
		f.input.Focus()
	}
	f.editing = r.Text
	return r
}

// Writes reports whether something was begun to be written at the cursor, of which any
// letter can be a part.
func (f *Form) Writes() bool {
	r := f.Here()
	return r.Text != nil && *r.Text != "" && (r.Offered == nil || !*r.Offered)
}

// Key takes a key, and reports whether it meant something here.
func (f *Form) Key(msg tea.KeyMsg) (cmd tea.Cmd, taken bool) {
	all := f.Rows()
	r, n := f.here(all), len(all)
	name := msg.String()
	letter := rune(0)
	if len(msg.Runes) == 1 && !msg.Alt {
		letter = msg.Runes[0]
	}
	switch {
	case n == 0:
		return nil, false
	case name == "up", name == "shift+tab":
		f.Cursor = (f.Cursor + n - 1) % n
	case name == "down", name == "tab":
		f.Cursor = (f.Cursor + 1) % n
	case name == "home" && !f.Writes():
		f.Cursor = 0
	case name == "end" && !f.Writes():
		f.Cursor = n - 1
	case name == "pgup":
		f.Cursor = max(f.Cursor-f.seen, 0)
	case name == "pgdown":
		f.Cursor = min(f.Cursor+f.seen, n-1)
	case name == "left" && r.Turn != nil:
		return r.Turn(-1), true
	case name == "right" && r.Turn != nil:
		return r.Turn(1), true
	case name == "enter", name == " " && r.Text == nil:
		return f.enter(&r), true
	case r.Text != nil && name != "esc":
		return nil, f.write(&r, msg)
	case r.Digit != nil && letter >= '0' && letter <= '9':
		r.Digit(int(letter - '0'))
	default:
		i := slices.IndexFunc(all, func(r Row) bool { return letter != 0 && r.Letter == letter })
		if i < 0 {
			return nil, false
		}
		if f.Cursor = i; all[i].Text != nil { // it is to be written first
			return nil, true
		}
		return f.enter(&all[i]), true
	}
	return nil, true
}

// write gives a key to the text that is written.
func (f *Form) write(r *Row, msg tea.KeyMsg) bool {
	if msg.Type == tea.KeyRunes || msg.Type == tea.KeyBackspace {
		if r.Offered != nil && *r.Offered {
			if *r.Offered = false; msg.Type == tea.KeyRunes {
				f.input.SetValue("")
			}
		}
	}
	msg.Runes = slices.DeleteFunc(slices.Clone(msg.Runes), func(r rune) bool { return !unicode.IsPrint(r) })
	before := f.input.Value()
	f.input, _ = f.input.Update(msg)
	if *r.Text = f.input.Value(); *r.Text != before && r.Wrote != nil {
		r.Wrote()
	}
	return true
}

func (f *Form) enter(r *Row) tea.Cmd {
	switch {
	case r.Do != nil:
		return r.Do()
	case f.Enter != nil:
		return f.Enter()
	case r.Turn != nil:
		return r.Turn(1)
	}
	return nil
}

// Click takes the mouse: a row with an action does it, other rows are chosen first.
func (f *Form) Click(x, y int) tea.Cmd {
	all := f.Rows()
	if y < 0 || y >= len(f.at) || f.at[y] < 0 || f.at[y] >= len(all) {
		return nil
	}
	r, here := &all[f.at[y]], f.at[y] == f.Cursor
	f.Cursor = f.at[y]
	switch {
	case r.Turn != nil && here:
		return r.Turn(f.side(x))
	case r.Turn == nil && r.Do != nil && (r.Text == nil || here):
		return r.Do()
	}
	return nil
}

// side is which way a click turns a row that says < this >: back in front of it, on
// behind it.
func (f *Form) side(x int) int {
	if x <= f.values+1 {
		return -1
	}
	return 1
}

// The columns of a row: the cursor's mark, and what is between a label and its value.
const formFront, formGap = 5, 3

// Draw draws it, so many rows as fit around the cursor.
func (f *Form) Draw(t *Theme, w, h int) []string {
	all := f.Rows()
	here := f.here(all)
	lines := []string{""}
	if above := f.texts(t, f.Above, w); len(above) > 0 {
		lines = append(append(lines, above...), "")
	}
	c := f.columns(t, all, w)
	foot := 0
	for i := range all {
		foot = max(foot, len(c.said(t, &all[i], w)))
	}
	if foot > 0 {
		foot++
	}
	if c.below = c.below && 2*len(all)+foot < h; c.below {
		c.values = c.front + 2
	}
	below := f.texts(t, f.Below, w)
	if len(below) > 0 {
		below = append([]string{""}, below...)
	}
	c.groups = headlines
	rows, at, from, to := f.rows(t, all, &c, w)
	fits := func() bool { return len(lines)+len(rows)+foot+len(below) <= h }
	for ; c.groups > 0 && !fits(); rows, at, from, to = f.rows(t, all, &c, w) {
		c.groups--
	}
	if !fits() { // it scrolls anyway, with its headlines
		c.groups = headlines
		rows, at, from, to = f.rows(t, all, &c, w)
	}
	if len(lines) == 1 && len(rows) == h {
		lines = nil // rather without a gap than without an end
	}
	// The lines below are seen, at least the end of them, however many rows there are.
	least := min(len(rows), max(h/2, 3))
	foot = min(foot, max(h-len(lines)-least, 0))
	if over := len(lines) + least + foot + len(below) - h; over > 0 {
		below = below[min(over, len(below)):]
	}
	room := max(h-len(lines)-foot-len(below), 1)
	if over := len(lines) + min(len(rows), 1) - h; over > 0 { // a text longer than the window
		lines = lines[:max(len(lines)-over, 0)]
	}
	first := 0
	if len(rows) > room {
		first = max(min((from+to-room)/2, len(rows)-room), 0)
	}
	last := min(first+room, len(rows))
	f.at = append(slices.Repeat([]int{-1}, len(lines)), at[first:last]...)
	f.values, f.seen = c.values, 1
	for i := first + 1; i < last; i++ {
		if at[i] != at[i-1] {
			f.seen++
		}
	}
	shown := slices.Clone(rows[first:last])
	if first > 0 {
		shown[0] = t.goesOn(shown[0], "^")
	}
	if last < len(rows) {
		shown[len(shown)-1] = t.goesOn(shown[len(shown)-1], "v")
	}
	lines = append(append(lines, shown...), below...)
	if len(all) == 0 && f.Below == nil {
		lines = append(lines, "   "+t.T("lobby.nothing"))
	}
	if said := c.said(t, &here, w); foot > 1 && len(said) > 0 {
		lines = t.Fill(lines, w, max(h-foot+1, len(lines)))
		lines = append(lines, Indent(said[:min(len(said), foot-1)], "   ")...)
	}
	return lines
}

// rows draws all rows, and says which one lies in each line, and in which lines the one at
// the cursor.
func (f *Form) rows(t *Theme, all []Row, c *columns, w int) (rows []string, at []int, from, to int) {
	for i := range all {
		drawn := f.row(t, &all[i], i == f.Cursor, c, w)
		if i == 0 && all[i].Group != "" && c.groups >= gaps {
			drawn = drawn[1:] // something else is above it
		}
		if i == f.Cursor {
			from, to = len(rows), len(rows)+len(drawn)
		}
		rows, at = append(rows, drawn...), append(at, slices.Repeat([]int{i}, len(drawn))...)
	}
	return rows, at, from, to
}

// goesOn marks a line beyond which there is more.
func (t *Theme) goesOn(line, mark string) string {
	if strings.HasPrefix(line, "     ") {
		return "   " + mark + line[4:]
	}
	return line
}

// texts are paragraphs in the width of a form.
func (f *Form) texts(t *Theme, texts func() []string, w int) (out []string) {
	if texts == nil {
		return nil
	}
	for _, p := range texts() {
		if p != "" {
			out = append(out, t.Text(p, w)...)
		}
	}
	return out
}

// columns are where the parts of the rows stand.
type columns struct {
	front, wide, gap, values int
	// notes says that the remarks stand beside the labels, below that what can be changed
	// has a line of its own, if there is room.
	notes, below bool
	// groups tells how the headlines of groups are shown, by the room there is.
	groups int
}

// The headlines of groups: none, free lines in their place, or all.
const gaps, headlines = 1, 2

func (f *Form) columns(t *Theme, all []Row, w int) columns {
	c := columns{front: formFront}
	notes, briefs, valued := 0, 0, 0
	for i := range all {
		r := &all[i]
		if r.Letter != 0 {
			c.front = formFront + 2
		}
		n := cells.Width(t.Fold(r.Label))
		if r.Value != "" || r.Turn != nil || r.Text != nil {
			valued++
			if n > w/2 {
				continue // it has its own way
			}
		}
		c.wide = max(c.wide, n)
		notes, briefs = max(notes, cells.Width(t.Fold(r.Note))), max(briefs, cells.Width(t.Fold(r.Brief)))
	}
	if valued > 0 && valued < len(all) { // what has no value does not move those that have
		c.wide = 0
		for i := range all {
			if n := cells.Width(t.Fold(all[i].Label)); n <= w/2 && (all[i].Value != "" || all[i].Turn != nil || all[i].Text != nil || all[i].Note != "") {
				c.wide = max(c.wide, n)
			}
		}
	}
	c.gap = formGap
	if c.notes = c.front+c.wide+c.gap+notes <= w; !c.notes {
		c.gap = 1
		c.wide = max(min(c.wide, w-c.front-c.gap-briefs), 0)
	}
	c.values = c.front + c.wide + c.gap
	for i := range all {
		r := &all[i]
		label, value := cells.Width(t.Fold(r.Label)), cells.Width(t.Fold(r.Value))+len("<  >")
		c.below = c.below || r.Turn != nil && (label > c.wide || c.values+value > w)
	}
	return c
}

// said returns the lines below that tell about a row.
func (c *columns) said(t *Theme, r *Row, w int) (out []string) {
	if !c.notes && r.Note != "" {
		out = t.Wrap(r.Note, w-6)
	}
	if r.Tell != "" {
		out = append(out, t.Wrap(r.Tell, w-6)...)
	}
	return out
}

// row draws a row: the value beside the label, or below it. Of a value nothing is cut off.
func (f *Form) row(t *Theme, r *Row, here bool, c *columns, w int) []string {
	value := t.Fold(f.value(r, here))
	if r.Turn != nil {
		value = "< " + strings.TrimRight(value, " ") + " >"
	}
	head := func(label string) string {
		mark, letter := "  ", strings.Repeat(" ", c.front-formFront)
		if here {
			mark, label = "> ", felt.Chosen.On(label)
		}
		if r.Letter != 0 {
			letter = felt.Golden.On(string(r.Letter)) + " "
		}
		return "   " + mark + letter + label
	}
	note := r.Note
	if !c.notes {
		note = r.Brief
	}
	label := t.Fold(r.Label)
	long := cells.Width(label)
	var out []string
	switch {
	case value != "":
		if long <= c.wide {
			label, long = t.Fit(label, c.wide), c.wide
		}
		at := max(c.values, c.front+long+1)
		if room := w - at; !c.below && (cells.Width(value) <= room || room >= w/3) {
			out = Hang(head(label)+strings.Repeat(" ", at-c.front-long), strings.Repeat(" ", at), t.Wrap(value, room))
			break
		}
		below := strings.Repeat(" ", c.front+2)
		out = append([]string{head(strings.TrimRight(label, " "))}, Indent(t.Wrap(value, w-len(below)), below)...)
	case note != "":
		if c.notes {
			note = felt.Faint.On(t.Fold(note))
		}
		out = []string{head(t.Fit(label, c.wide)) + strings.Repeat(" ", c.gap) + note}
	default: // an answer may be a sentence
		words := t.Wrap(label, w-c.front-1)
		if len(words) == 1 {
			words[0] = t.Fit(words[0], max(long, min(c.wide, w-c.front)))
		}
		out = Hang(head(words[0]), strings.Repeat(" ", c.front), append([]string{""}, words[1:]...))
	}
	for i := range out {
		out[i] = t.Fit(out[i], w)
	}
	if r.Group != "" && c.groups == headlines {
		out = append([]string{t.Fit("   "+felt.Golden.On(t.Fold(r.Group)), w)}, out...)
	}
	if r.Gap || r.Group != "" && c.groups >= gaps {
		return append([]string{t.Fit("", w)}, out...)
	}
	return out
}

// value returns the text behind a label; a written one has a mark where the next letter goes.
func (f *Form) value(r *Row, here bool) string {
	if r.Text == nil {
		return r.Value
	}
	text := *r.Text
	switch {
	case here:
		runes := []rune(text)
		at := min(f.input.Position(), len(runes))
		text = string(runes[:at]) + "_" + string(runes[at:])
	case text == "":
		return r.Value
	}
	if r.Shown != nil {
		return r.Shown(text)
	}
	return text
}
