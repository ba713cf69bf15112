package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// What a moment of a round and its choices are worth, in words.

// judged is what is known of the choices of a moment.
type judged struct {
	options []chapters.Decision
	by      map[solver.Verdict]*answers
	// chosen is what was decided, nil if nothing was, and made what that is worth.
	chosen *chapters.Decision
	made   solver.Verdict
	// moment is what the moment is worth as a whole.
	moment solver.Verdict
}

// judgedNow gathers what is known of this moment; ok is false as long as nothing
// is.
func (l *review) judgedNow() (j judged, ok bool) {
	worth := l.worth[l.at]
	if len(worth) == 0 || worth[0] == "" {
		return j, false
	}
	j = judged{options: l.options(l.at), by: map[solver.Verdict]*answers{}, moment: worth[0]}
	for _, v := range []solver.Verdict{"", solver.Winnable, solver.Unwinnable, solver.Unknown} {
		j.by[v] = &answers{}
	}
	if l.at < l.walk.Len() {
		d := l.walk.Decision(l.at)
		j.chosen = &d
	}
	for i, d := range j.options {
		v := worth[i+1]
		j.by[v].add(d, l.Choice(l.V, d))
		if j.chosen != nil && d == *j.chosen {
			j.made = v
		}
	}
	return j, true
}

// verdict says what this moment and its options are worth, as far as is known, in
// no more lines than there are: rather with numbers than with half of the names.
func (l *review) verdict(w, lines int) string {
	if l.finding {
		return l.T("look.finding")
	}
	if l.opts.Judge == nil || l.V.Over {
		return ""
	}
	j, ok := l.judgedNow()
	if !ok {
		return l.T("look.thinking")
	}
	text, lost := l.inNames(&j)
	if len(l.Wrap(text, w)) > lines {
		text, lost = l.inNumbers(&j)
	}
	if lost {
		text = l.Bad.On(text)
	}
	return text
}

// inNames says it with the names of the choices; lost says that the decision lost
// the round.
func (l *review) inNames(j *judged) (text string, lost bool) {
	wins, loses := j.by[solver.Winnable], j.by[solver.Unwinnable]
	switch {
	case j.moment == solver.Unwinnable:
		return l.T("look.lost"), false
	case j.made == solver.Unwinnable && !wins.none():
		return l.T("look.here", l.Choice(l.V, *j.chosen), l.Names(l.list(wins))) + l.rest(j), true
	case j.made == solver.Unwinnable && j.moment == solver.Winnable:
		return l.T("look.here.only", l.Choice(l.V, *j.chosen)) + l.rest(j), true
	case j.moment == solver.Unknown && wins.none():
		return l.T("look.unknown") + l.rest(j), false
	case wins.none() && loses.none():
		return l.T("look.open") + l.rest(j), false
	case len(wins.each) == len(j.options) && l.V.Stage != chapters.StagePlay:
		return l.T("look.all"), false
	}
	// Of many choices the fewer are named.
	var parts []string
	if !wins.none() && (len(j.options) <= many || len(wins.each) <= len(loses.each)) {
		parts = append(parts, l.T("look.wins", strings.Join(l.list(wins), " ")))
	}
	switch {
	case !loses.none() && len(parts) == 0:
		parts = append(parts, l.T("look.loses.only", l.All(l.list(loses))))
	case !loses.none() && len(j.options) <= many:
		parts = append(parts, l.T("look.loses", strings.Join(l.list(loses), " ")))
	}
	if len(parts) == 0 {
		parts = append(parts, l.T("look.open"))
	}
	return strings.Join(parts, " ") + l.rest(j), false
}

// inNumbers says it with the number of choices that still win.
func (l *review) inNumbers(j *judged) (text string, lost bool) {
	wins := len(j.by[solver.Winnable].each)
	if j.made == solver.Unwinnable && j.moment != solver.Unwinnable {
		return l.T("look.here.number", l.Choice(l.V, *j.chosen), wins, len(j.options), kit.KeyName(l.keys.worth)), true
	}
	return l.T("look.number", wins, len(j.options), kit.KeyName(l.keys.worth)), false
}

// worthLines is a page with every choice and what it is worth.
func (l *review) worthLines(w int) []string {
	j, ok := l.judgedNow()
	if !ok {
		return []string{l.T("look.thinking")}
	}
	var out []string
	for _, v := range []solver.Verdict{solver.Winnable, solver.Unwinnable, solver.Unknown, ""} {
		if all := j.by[v]; !all.none() {
			out = append(out, l.Strong(l.T("look.worth."+worthName(v))))
			out = append(out, kit.Indent(l.Wrap(strings.Join(all.each, ", "), w-2), "  ")...)
		}
	}
	return out
}

// worthName is the end of the key of a verdict.
func worthName(v solver.Verdict) string {
	if v == "" {
		return "pending"
	}
	return string(v)
}

// many is more choices than fit into the line; few is how many are named one by
// one.
const many, few = 14, 4

// rest names the options nobody knows about, or not yet.
func (l *review) rest(j *judged) string {
	out := ""
	if all := j.by[solver.Unknown]; !all.none() {
		out += " " + l.T("look.unsure", strings.Join(l.list(all), " "))
	}
	switch all := j.by[""]; {
	case len(all.each) > few:
		out += " " + l.T("look.pending.many", len(all.each))
	case !all.none():
		out += " " + l.T("look.pending", strings.Join(l.list(all), " "))
	}
	return out
}

// answers are answers worth the same.
type answers struct {
	each []string
	// Of many, cards that go to the same seat stand together in the notation of
	// T2, and behind them whatever is no card.
	to    []tricks.Seat
	cards map[tricks.Seat]tricks.Set
	more  []string
}

func (a *answers) add(d chapters.Decision, text string) {
	a.each = append(a.each, text)
	if d.Card == tricks.NoCard || d.ToWin {
		a.more = append(a.more, text)
		return
	}
	to := texts.Receiver(d)
	if !slices.Contains(a.to, to) {
		a.to = append(a.to, to)
	}
	if a.cards == nil {
		a.cards = map[tricks.Seat]tricks.Set{}
	}
	a.cards[to] |= d.Card.Bit()
}

func (a *answers) none() bool { return len(a.each) == 0 }

// list names them: one by one where they are few.
func (l *review) list(a *answers) []string {
	if len(a.each) <= few {
		return a.each
	}
	var out []string
	for _, to := range a.to {
		if to == tricks.NoSeat {
			out = append(out, strings.Fields(l.Codes(a.cards[to]))...)
		} else {
			out = append(out, l.Passed(l.V, l.Codes(a.cards[to]), to))
		}
	}
	return append(out, a.more...)
}
