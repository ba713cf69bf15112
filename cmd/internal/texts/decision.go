package texts

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// form says what parts the answer to a decision has.
type form uint8

const (
	// noForm is for kinds of decisions that have no words yet.
	noForm form = iota
	// characterForm is a character that is taken.
	characterForm
	// cardForm is a card that is put aside.
	cardForm
	// playForm is a card that is played and, for R1, whether it wins.
	playForm
	// passForm is a card and the seat that gets it, or no exchange.
	passForm
	// replyForm is a card for the seat that has to get one back.
	replyForm
	// wordForm is yes or no, more or fewer, or a range.
	wordForm
	// numberForm is a threat number.
	numberForm
	// seatForm is the seat that leads.
	seatForm
)

// decisionKeys are the keys of the texts about one kind of decision. A key that ends in a full stop
// is completed with the word of the answer.
type decisionKeys struct {
	form form
	// ask is the question.
	ask string
	// value returns the value of the question's text, nil if it has none.
	value func(t *Texts, v *chapters.View, a *chapters.Ask) string
	// answer names an answer. If it is empty the answer's parts name it.
	answer string
	// deed says what was decided.
	deed string
	// task asks for the card once the seat that gets it is known.
	task string
	// detail says what the choice of a card does.
	detail string
	// partner asks with whom to exchange a card.
	partner string
	// noAnswer names the answer that declines the exchange.
	noAnswer string
	// noDeed says that the exchange was declined.
	noDeed string
	// noDetail explains what declining does.
	noDetail string
}

// decisionWords has a row for every kind of decision.
var decisionWords = [...]decisionKeys{
	chapters.Draft: {form: characterForm, ask: "plain.ask.draft", deed: "deed.draft"},
	chapters.Exchange: {
		form: passForm, ask: "plain.ask.exchange", value: (*Texts).Receivers, deed: "deed.pass",
		task: "tui.ask.pass", detail: "tui.detail.pass", partner: "tui.ask.partner",
		noAnswer: "answer.none", noDeed: "deed.decline", noDetail: "tui.detail.decline",
	},
	chapters.Return: {
		form: replyForm, ask: "plain.ask.return", value: (*Texts).Receivers, deed: "deed.return",
		task: "tui.ask.return", detail: "tui.detail.return",
	},
	chapters.Give: {
		form: passForm, ask: "plain.ask.give", value: (*Texts).Receivers, deed: "deed.give",
		task: "tui.ask.together", detail: "tui.detail.give",
	},
	chapters.PlayCard:   {form: playForm, ask: "plain.ask.play", deed: "deed.play", detail: "tui.detail.play"},
	chapters.NameLeader: {form: seatForm, ask: "ask.name", deed: "deed.named"},
	chapters.Threat:     {form: numberForm, ask: "ask.threat", answer: "answer.threat", deed: "deed.threat"},
	chapters.Redraw: {
		form: wordForm, ask: "ask.redraw", value: threatValue,
		answer: "answer.redraw.", deed: "deed.redraw.",
	},
	chapters.Declare: {
		form: wordForm, ask: "ask.declare", value: threatValue,
		answer: "answer.declare.", deed: "deed.declare",
	},
	chapters.Range: {form: wordForm, ask: "ask.range", answer: "answer.range", deed: "deed.range"},
	chapters.TakeLost: {
		form: wordForm, ask: "ask.takelost", value: lostCards,
		answer: "answer.lost.", deed: "deed.takelost.",
	},
	chapters.Tuck:     {form: cardForm, ask: "ask.tuck", deed: "deed.tuck", detail: "tui.detail.tuck"},
	chapters.KeepLast: {form: cardForm, ask: "ask.keeplast", deed: "deed.keeplast", detail: "tui.detail.keeplast"},
	chapters.PutFirst: {form: cardForm, ask: "ask.putfirst", deed: "deed.putfirst", detail: "tui.detail.putfirst"},
	chapters.TakeBack: {
		form: wordForm, ask: "ask.takeback", value: tuckedCard,
		answer: "answer.back.", deed: "deed.takeback.",
	},
	chapters.Swap: {
		form: passForm, ask: "plain.ask.swap", value: (*Texts).Receivers, deed: "deed.pass",
		task: "tui.ask.pass", detail: "tui.detail.pass", partner: "tui.ask.swap",
		noAnswer: "answer.wait", noDeed: "deed.wait", noDetail: "tui.detail.wait",
	},
}

func threatValue(_ *Texts, v *chapters.View, a *chapters.Ask) string {
	return strconv.Itoa(v.Seats[a.Seat].Threat)
}

func lostCards(t *Texts, v *chapters.View, _ *chapters.Ask) string { return t.List(v.Lost) }

func tuckedCard(t *Texts, v *chapters.View, a *chapters.Ask) string {
	return t.Code(v.Seats[a.Seat].Tucked)
}

// HasWordAnswer reports whether a decision is answered with a word, a number or a name, and not
// with a card.
func HasWordAnswer(k chapters.DecisionKind) bool {
	f := decisionWords[k].form
	return f == wordForm || f == numberForm || f == seatForm
}

// IsDecline reports whether a decision declines an exchange.
func IsDecline(d chapters.Decision) bool {
	return decisionWords[d.Kind].form == passForm && d.Target == tricks.NoSeat
}

// Question asks for a decision. It begins with a small letter if the answer is a word or a card
// that is put aside.
func (t *Texts) Question(v *chapters.View, a *chapters.Ask) string {
	w := &decisionWords[a.Kind]
	if w.value == nil {
		return t.T(w.ask)
	}
	return t.T(w.ask, w.value(t, v, a))
}

// PartnerQuestion asks with whom to exchange a card; it is "" for decisions that do not ask this
// separately.
func (t *Texts) PartnerQuestion(k chapters.DecisionKind) string {
	if key := decisionWords[k].partner; key != "" {
		return t.T(key)
	}
	return ""
}

// Task is the instruction for a card that is passed, played or put aside. It begins with a small
// letter.
func (t *Texts) Task(v *chapters.View, a *chapters.Ask, receiver tricks.Seat) string {
	w := &decisionWords[a.Kind]
	seat := &v.Seats[a.Seat]
	switch {
	case w.form == playForm:
		return t.playTask(v, a)
	case w.task == "":
		return t.Question(v, a)
	case receiver == chapters.LostCard:
		return t.T("tui.ask.putdown", t.List(v.Lost))
	case w.form == replyForm:
		return t.T(w.task, t.NameAt(v, receiver), Received(v, a))
	case a.Kind == chapters.Give && seat.Character != nil && seat.Character.HasAction(characters.GiveEach):
		return t.T("tui.ask.give", t.NameAt(v, receiver))
	}
	return t.T(w.task, t.NameAt(v, receiver))
}

// playTask names the cards that may be played: the legal options, with the changes that characters
// and gifts make to the rules.
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
	case led != tricks.NoSuit && legal.OfSuit(led) != 0 && legal != legal.OfSuit(led):
		return t.T("tui.ask.neednot")
	case led != tricks.NoSuit && hand.OfSuit(led) != 0:
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

// Detail explains what choosing a card, or declining an exchange, does.
func (t *Texts) Detail(v *chapters.View, d chapters.Decision) string {
	w := &decisionWords[d.Kind]
	pass := w.form == passForm || w.form == replyForm
	switch {
	case d.Kind == chapters.Exchange && IsDecline(d) && v.Players == 1:
		return t.T("tui.detail.noexchange")
	case IsDecline(d):
		return t.T(w.noDetail)
	case pass && d.Target == chapters.LostCard:
		return t.T("tui.detail.putdown", d.Card, t.List(v.Lost))
	case pass:
		return t.T(w.detail, d.Card, t.NameAt(v, d.Target))
	case w.form == playForm && d.Card == tricks.OneRing:
		return t.T("tui.detail.ring")
	case w.form == playForm && d.Card == v.Seats[d.Seat].Tucked:
		return t.T("tui.detail.play.tucked", d.Card)
	}
	return t.T(w.detail, d.Card)
}

// Answer names an answer for the person who gives it.
func (t *Texts) Answer(v *chapters.View, d chapters.Decision) string {
	if decisionWords[d.Kind].form == seatForm && d.Target == d.Seat {
		return t.T("answer.name.self")
	}
	return t.Choice(v, d)
}

// Choice names an answer as briefly as possible: a card, a name, a word.
func (t *Texts) Choice(v *chapters.View, d chapters.Decision) string {
	switch w := &decisionWords[d.Kind]; {
	case IsDecline(d):
		return t.T(w.noAnswer)
	case w.answer != "":
		return t.answerText(w.answer, v, d)
	}
	return t.answerContent(v, d, t.ShortName)
}

// Option is like [Texts.Choice], with names in full and without anything that the text around it
// says already, such as that a number is a threat.
func (t *Texts) Option(v *chapters.View, d chapters.Decision) string {
	switch {
	case IsDecline(d):
		return t.T("answer.none")
	case d.ToWin:
		return t.T("option.towin")
	case decisionWords[d.Kind].form == playForm && d.Card == tricks.OneRing:
		return t.T("option.nottowin")
	}
	return t.answerContent(v, d, t.Name)
}

// Deed says which character made a decision, and what it was.
func (t *Texts) Deed(v *chapters.View, d chapters.Decision) string {
	var deed string
	actor := t.AtSeat(v, d.Seat)
	switch w := &decisionWords[d.Kind]; {
	case IsDecline(d):
		deed = t.T(w.noDeed)
	case d.Target == chapters.LostCard:
		deed = t.T("deed.lost", d.Card)
	case w.form == passForm || w.form == replyForm:
		deed = t.T(w.deed, d.Card, t.AtSeat(v, d.Target))
	case w.form == seatForm && d.Target == d.Seat:
		deed = t.T("deed.led")
	case w.form == seatForm:
		deed = t.T(w.deed, t.AtSeat(v, d.Target))
	case w.form == characterForm:
		actor = t.Seat(d.Seat)
		deed = t.answerText(w.deed, v, d)
	case d.ToWin:
		deed = t.T("deed.towin")
	default:
		deed = t.answerText(w.deed, v, d)
	}
	return actor + " " + deed
}

// answerText returns the text of a key with the content of an answer.
func (t *Texts) answerText(key string, v *chapters.View, d chapters.Decision) string {
	if strings.HasSuffix(key, ".") {
		return t.T(key + d.Word)
	}
	return t.T(key, t.answerContent(v, d, t.Name))
}

// answerContent names the content of an answer; name names characters.
func (t *Texts) answerContent(v *chapters.View, d chapters.Decision, name func(*characters.Character) string) string {
	switch decisionWords[d.Kind].form {
	case characterForm:
		if e := v.Chapter.Entry(d.Character); e != nil {
			return name(e.Character)
		}
		return d.Character
	case passForm:
		return t.passText(v, t.Code(d.Card), d.Target, name)
	case wordForm:
		return t.Say(d.Word)
	case numberForm:
		return strconv.Itoa(d.Number)
	case seatForm:
		return t.characterName(v, d.Target, name)
	case cardForm, playForm, replyForm:
		return t.Move(d.Move)
	case noForm:
	}
	return d.String()
}

// passText says which cards go to which seat.
func (t *Texts) passText(v *chapters.View, cards string, receiver tricks.Seat,
	name func(*characters.Character) string,
) string {
	if receiver == chapters.LostCard {
		return t.T("option.lost", cards)
	}
	return t.T("option.to", cards, t.characterName(v, receiver, name))
}

// characterName names the character at a seat, or the seat if it has no character.
func (t *Texts) characterName(v *chapters.View, s tricks.Seat, name func(*characters.Character) string) string {
	if c := v.Seats[s].Character; c != nil {
		return name(c)
	}
	return t.Seat(s)
}

// AtSeat names a seat and its character.
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
	return t.NameAt(v, s)
}

// Receivers names the seats to which a card can be passed.
func (t *Texts) Receivers(v *chapters.View, a *chapters.Ask) string {
	var names []string
	for _, s := range Receivers(a) {
		names = append(names, t.Partner(v, s))
	}
	return t.Names(names)
}

// Receivers returns the seats to which a card can be passed.
func Receivers(a *chapters.Ask) []tricks.Seat {
	var out []tricks.Seat
	for _, o := range a.Options {
		if o.Target != tricks.NoSeat && !slices.Contains(out, o.Target) {
			out = append(out, o.Target)
		}
	}
	return out
}

// Received returns the card that a seat has to answer: the last card that came from a seat to which
// it owes one. It is NoCard if there is none.
func Received(v *chapters.View, a *chapters.Ask) tricks.Card {
	if decisionWords[a.Kind].form != replyForm {
		return tricks.NoCard
	}
	for i := len(v.Log) - 1; i >= 0; i-- {
		if e := v.Log[i]; e.Kind == chapters.Passed && e.Target == a.Seat && e.Seat == a.Options[0].Target {
			return e.Card
		}
	}
	return tricks.NoCard
}
