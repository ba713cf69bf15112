package texts

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// form tells the parts of an answer.
type form uint8

const (
	noForm     form = iota // of a kind that has no words yet
	aCharacter             // that is taken
	aCard                  // that is put aside
	aPlay                  // a card, and for R1 whether it wins
	aPass                  // a card and whom it goes to, or nothing
	aReply                 // a card that goes to whom it has to
	aWord                  // yes or no, more or fewer, a range
	aNumber                // a threat
	aSeat                  // that leads
)

// words are the keys of the texts of one kind of decision. A key that ends in a
// full stop goes on with the word that is said.
type words struct {
	form form
	// ask is the question, and about its value: nil if it has none.
	ask   string
	about func(t *Texts, v *chapters.View, a *chapters.Ask) string
	// answer names an answer; where there is none, its parts do.
	// deed tells it once it is given.
	answer, deed string
	// task asks for the card once it is known whom it goes to, and detail says
	// what the choice of a card does.
	task, detail string
	// partner asks with whom a card is exchanged. The others name, tell and
	// explain the answer that nothing is.
	partner, none, noDeed, noDetail string
}

// decisionWords has a row for every kind of decision.
var decisionWords = [...]words{
	chapters.Draft: {form: aCharacter, ask: "plain.ask.draft", deed: "deed.draft"},
	chapters.Exchange: {
		form: aPass, ask: "plain.ask.exchange", about: (*Texts).Receivers, deed: "deed.pass",
		task: "tui.ask.pass", detail: "tui.detail.pass",
		partner: "tui.ask.partner", none: "answer.none", noDeed: "deed.decline", noDetail: "tui.detail.decline",
	},
	chapters.Return: {
		form: aReply, ask: "plain.ask.return", about: (*Texts).Receivers, deed: "deed.return",
		task: "tui.ask.return", detail: "tui.detail.return",
	},
	chapters.Give: {
		form: aPass, ask: "plain.ask.give", about: (*Texts).Receivers, deed: "deed.give",
		task: "tui.ask.together", detail: "tui.detail.give",
	},
	chapters.PlayCard:   {form: aPlay, ask: "plain.ask.play", deed: "deed.play", detail: "tui.detail.play"},
	chapters.NameLeader: {form: aSeat, ask: "ask.name", deed: "deed.named"},
	chapters.Threat:     {form: aNumber, ask: "ask.threat", answer: "answer.threat", deed: "deed.threat"},
	chapters.Redraw:     {form: aWord, ask: "ask.redraw", about: threat, answer: "answer.redraw.", deed: "deed.redraw."},
	chapters.Declare:    {form: aWord, ask: "ask.declare", about: threat, answer: "answer.declare.", deed: "deed.declare"},
	chapters.Range:      {form: aWord, ask: "ask.range", answer: "answer.range", deed: "deed.range"},
	chapters.TakeLost:   {form: aWord, ask: "ask.takelost", about: lost, answer: "answer.lost.", deed: "deed.takelost."},
	chapters.Tuck:       {form: aCard, ask: "ask.tuck", deed: "deed.tuck", detail: "tui.detail.tuck"},
	chapters.KeepLast:   {form: aCard, ask: "ask.keeplast", deed: "deed.keeplast", detail: "tui.detail.keeplast"},
	chapters.PutFirst:   {form: aCard, ask: "ask.putfirst", deed: "deed.putfirst", detail: "tui.detail.putfirst"},
	chapters.TakeBack:   {form: aWord, ask: "ask.takeback", about: tucked, answer: "answer.back.", deed: "deed.takeback."},
	chapters.Swap: {
		form: aPass, ask: "plain.ask.swap", about: (*Texts).Receivers, deed: "deed.pass",
		task: "tui.ask.pass", detail: "tui.detail.pass",
		partner: "tui.ask.swap", none: "answer.wait", noDeed: "deed.wait", noDetail: "tui.detail.wait",
	},
}

func threat(_ *Texts, v *chapters.View, a *chapters.Ask) string {
	return strconv.Itoa(v.Seats[a.Seat].Threat)
}

func lost(t *Texts, v *chapters.View, _ *chapters.Ask) string { return t.List(v.Lost) }

func tucked(t *Texts, v *chapters.View, a *chapters.Ask) string {
	return t.Code(v.Seats[a.Seat].Tucked)
}

// Worded reports whether a decision is answered with a word, a number or a name
// rather than with a card.
func Worded(k chapters.DecisionKind) bool {
	f := decisionWords[k].form
	return f == aWord || f == aNumber || f == aSeat
}

// Declines reports whether a decision is to exchange nothing.
func Declines(d chapters.Decision) bool {
	return decisionWords[d.Kind].form == aPass && d.To == tricks.NoSeat
}

// Question asks for a decision. That of a decision with a word, or with a card
// that is put aside, begins with a small letter.
func (t *Texts) Question(v *chapters.View, a *chapters.Ask) string {
	w := &decisionWords[a.Kind]
	if w.about == nil {
		return t.T(w.ask)
	}
	return t.T(w.ask, w.about(t, v, a))
}

// PartnerQuestion asks with whom a card is exchanged; "" where that is not asked
// apart.
func (t *Texts) PartnerQuestion(k chapters.DecisionKind) string {
	if key := decisionWords[k].partner; key != "" {
		return t.T(key)
	}
	return ""
}

// Task is the instruction for a card that goes to a seat, is played or is put aside. It begins with
// a small letter.
func (t *Texts) Task(v *chapters.View, a *chapters.Ask, receiver tricks.Seat) string {
	w := &decisionWords[a.Kind]
	seat := &v.Seats[a.Seat]
	switch {
	case w.form == aPlay:
		return t.playTask(v, a)
	case w.task == "":
		return t.Question(v, a)
	case receiver == chapters.LostCard:
		return t.T("tui.ask.putdown", t.List(v.Lost))
	case w.form == aReply:
		return t.T(w.task, t.Who(v, receiver), Received(v, a))
	case a.Kind == chapters.Give && seat.Character != nil && seat.Character.Has(characters.GiveEach):
		return t.T("tui.ask.give", t.Who(v, receiver))
	}
	return t.T(w.task, t.Who(v, receiver))
}

// playTask names the cards that may be played: the options as they are, with the changes that
// characters and gifts make to the rules.
func (t *Texts) playTask(v *chapters.View, a *chapters.Ask) string {
	var legal tricks.Set
	for _, d := range a.Options {
		legal |= d.Card.Bit()
	}
	led := v.Led
	hand := v.Seats[a.Seat].Hand
	switch {
	case len(v.History) == 0 && v.Seats[a.Seat].First != tricks.NoCard:
		return t.T("tui.ask.first")
	case led != tricks.NoSuit && legal.Of(led) != 0 && legal != legal.Of(led):
		return t.T("tui.ask.neednot")
	case led != tricks.NoSuit && hand.Of(led) != 0:
		return t.T("tui.ask.follow", t.Count(led))
	case led != tricks.NoSuit:
		return t.T("tui.ask.free", t.Suit(led))
	case v.RingsBroken:
	case hand&^tricks.RingSet == 0:
		return t.T("tui.ask.onlyrings")
	case legal&tricks.RingSet != 0:
		return t.T("tui.ask.rings")
	case hand&tricks.RingSet != 0:
		return t.T("tui.ask.norings")
	}
	return t.T("tui.ask.lead")
}

// Detail explains the effect of choosing a card, or no exchange.
func (t *Texts) Detail(v *chapters.View, d chapters.Decision) string {
	w := &decisionWords[d.Kind]
	pass := w.form == aPass || w.form == aReply
	switch {
	case d.Kind == chapters.Exchange && Declines(d) && v.Players == 1:
		return t.T("tui.detail.noexchange")
	case Declines(d):
		return t.T(w.noDetail)
	case pass && d.To == chapters.LostCard:
		return t.T("tui.detail.putdown", d.Card, t.List(v.Lost))
	case pass:
		return t.T(w.detail, d.Card, t.Who(v, d.To))
	case w.form == aPlay && d.Card == tricks.OneRing:
		return t.T("tui.detail.ring")
	case w.form == aPlay && d.Card == v.Seats[d.Seat].Tucked:
		return t.T("tui.detail.play.tucked", d.Card)
	}
	return t.T(w.detail, d.Card)
}

// Answer names an answer to the person who gives it.
func (t *Texts) Answer(v *chapters.View, d chapters.Decision) string {
	if decisionWords[d.Kind].form == aSeat && d.To == d.Seat {
		return t.T("answer.name.self")
	}
	return t.Choice(v, d)
}

// Choice names an answer in a few characters: a card, a name, a word.
func (t *Texts) Choice(v *chapters.View, d chapters.Decision) string {
	switch w := &decisionWords[d.Kind]; {
	case Declines(d):
		return t.T(w.none)
	case w.answer != "":
		return t.saying(w.answer, v, d)
	}
	return t.said(v, d, t.ShortName)
}

// Option is [Texts.Choice] with names in full, and without what the line around
// it says: that a number is a threat.
func (t *Texts) Option(v *chapters.View, d chapters.Decision) string {
	switch {
	case Declines(d):
		return t.T("answer.none")
	case d.ToWin:
		return t.T("option.towin")
	case decisionWords[d.Kind].form == aPlay && d.Card == tricks.OneRing:
		return t.T("option.nottowin")
	}
	return t.said(v, d, t.Name)
}

// Deed tells a decision and the character that made it.
func (t *Texts) Deed(v *chapters.View, d chapters.Decision) string {
	var deed string
	actor := t.AtSeat(v, d.Seat)
	switch w := &decisionWords[d.Kind]; {
	case Declines(d):
		deed = t.T(w.noDeed)
	case d.To == chapters.LostCard:
		deed = t.T("deed.lost", d.Card)
	case w.form == aPass || w.form == aReply:
		deed = t.T(w.deed, d.Card, t.AtSeat(v, d.To))
	case w.form == aSeat && d.To == d.Seat:
		deed = t.T("deed.led")
	case w.form == aSeat:
		deed = t.T(w.deed, t.AtSeat(v, d.To))
	case w.form == aCharacter:
		actor = t.Seat(d.Seat)
		deed = t.saying(w.deed, v, d)
	case d.ToWin:
		deed = t.T("deed.towin")
	default:
		deed = t.saying(w.deed, v, d)
	}
	return actor + " " + deed
}

// saying is the text of a key for the phrase said.
func (t *Texts) saying(key string, v *chapters.View, d chapters.Decision) string {
	if strings.HasSuffix(key, ".") {
		return t.T(key + d.Say)
	}
	return t.T(key, t.said(v, d, t.Name))
}

// said names the content of an answer, with the names that a function gives.
func (t *Texts) said(v *chapters.View, d chapters.Decision, name func(*characters.Character) string) string {
	switch decisionWords[d.Kind].form {
	case aCharacter:
		if e := v.Chapter.Entry(d.Character); e != nil {
			return name(e.Character)
		}
		return d.Character
	case aPass:
		return t.passed(v, t.Code(d.Card), d.To, name)
	case aWord:
		return t.Say(d.Say)
	case aNumber:
		return strconv.Itoa(d.Number)
	case aSeat:
		return t.called(v, d.To, name)
	case aCard, aPlay, aReply:
		return t.Move(d.Move)
	case noForm:
	}
	return d.String()
}

// passed names cards and who gets them.
func (t *Texts) passed(v *chapters.View, cards string, receiver tricks.Seat, name func(*characters.Character) string) string {
	if receiver == chapters.LostCard {
		return t.T("option.lost", cards)
	}
	return t.T("option.to", cards, t.called(v, receiver, name))
}

// called is the name of the character at a seat, or the seat's own.
func (t *Texts) called(v *chapters.View, s tricks.Seat, name func(*characters.Character) string) string {
	if c := v.Seats[s].Character; c != nil {
		return name(c)
	}
	return t.Seat(s)
}

// AtSeat is a seat and its character.
func (t *Texts) AtSeat(v *chapters.View, s tricks.Seat) string {
	if c := v.Seats[s].Character; c != nil {
		return t.T("deed.who", t.Seat(s), t.Name(c))
	}
	return t.Seat(s)
}

// Partner names the other side of an exchange: a seat, or the lost card.
func (t *Texts) Partner(v *chapters.View, s tricks.Seat) string {
	if s == chapters.LostCard {
		return t.T("lostcard", t.List(v.Lost))
	}
	return t.Who(v, s)
}

// Receivers names those whom a card can be passed to.
func (t *Texts) Receivers(v *chapters.View, a *chapters.Ask) string {
	var names []string
	for _, s := range Receivers(a) {
		names = append(names, t.Partner(v, s))
	}
	return t.Names(names)
}

// Receivers lists whom a card can be passed to.
func Receivers(a *chapters.Ask) []tricks.Seat {
	var out []tricks.Seat
	for _, o := range a.Options {
		if o.To != tricks.NoSeat && !slices.Contains(out, o.To) {
			out = append(out, o.To)
		}
	}
	return out
}

// Received is the card that is to be answered at a seat, NoCard if there is
// none: the last one that came from a seat that gets one back.
func Received(v *chapters.View, a *chapters.Ask) tricks.Card {
	if decisionWords[a.Kind].form != aReply {
		return tricks.NoCard
	}
	for i := len(v.Log) - 1; i >= 0; i-- {
		if e := v.Log[i]; e.Kind == chapters.Passed && e.To == a.Seat && e.Seat == a.Options[0].To {
			return e.Card
		}
	}
	return tricks.NoCard
}

// Refusal says why an answer to the view's question is not legal, with the
// number of the rule.
func (t *Texts) Refusal(v *chapters.View, r chapters.Refusal) string {
	rule := r.Rule()
	switch {
	case r.Kind == chapters.Draft:
		if text := t.refusedDraft(v, r, rule); text != "" {
			return text
		}
	case rule == "T4":
		return t.T("refused.follow", t.Suit(v.Led), v.Seats[r.Seat].Hand.Of(v.Led))
	case rule == "T6":
		return t.T("refused.lead")
	case r.Kind == chapters.NameLeader:
		return t.T("refused.name", t.Who(v, r.To))
	case r.Card == tricks.NoCard:
	case rule == "K" || rule == "S9":
		return t.refusedAside(v, r)
	case rule == "S6" && v.Seats[r.Seat].Hand.Has(r.Card):
		return t.T("refused.keep", t.Who(v, r.Seat), r.Card)
	}
	return r.Why()
}

// refusedDraft says why a character cannot be taken; "" if that is nothing we
// know.
func (t *Texts) refusedDraft(v *chapters.View, r chapters.Refusal, rule string) string {
	name := r.Character
	if e := v.Chapter.Entry(r.Character); e != nil {
		name = t.Name(e.Character)
	}
	switch required := t.mustTake(v); {
	case rule == "S3":
		return t.T("refused.r1", name)
	case rule == "C15":
		return t.T("refused.pyramid", name)
	case rule == "S4" && len(required) > 0:
		return t.T("refused.draft", t.All(required))
	case rule == "S4":
		return t.T("refused.cast")
	}
	return ""
}

// refusedAside says why a card that is held is not in the hand: it is covered
// (S9), or it was put aside (K).
func (t *Texts) refusedAside(v *chapters.View, r chapters.Refusal) string {
	seat := &v.Seats[r.Seat]
	switch {
	case r.Card == seat.Last:
		return t.T("refused.last", r.Card)
	case r.Card == seat.First:
		return t.T("refused.first", r.Card)
	case r.Card == seat.Tucked:
		return t.T("refused.tucked", r.Card)
	case v.Stage == chapters.StagePlay && seat.First != tricks.NoCard && len(v.History) == 0:
		return t.T("refused.first.due", seat.First)
	}
	return t.T("refused.covered", r.Card)
}

// mustTake lists the characters that still have to be taken (S4).
func (t *Texts) mustTake(v *chapters.View) []string {
	var names []string
	for _, r := range v.Chapter.Roster {
		if r.Starred && !slices.ContainsFunc(v.Seats, func(s chapters.SeatView) bool { return s.Character == r.Character }) {
			names = append(names, t.Name(r.Character))
		}
	}
	return names
}
