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
	value func(r Round, a *chapters.Ask) string
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
		form: passForm, ask: "plain.ask.exchange", value: Round.Receivers, deed: "deed.pass",
		task: "question.pass", detail: "detail.pass", partner: "question.partner",
		noAnswer: "answer.none", noDeed: "deed.decline", noDetail: "detail.decline",
	},
	chapters.Return: {
		form: replyForm, ask: "plain.ask.return", value: Round.Receivers, deed: "deed.return",
		task: "question.return", detail: "detail.return",
	},
	chapters.Give: {
		form: passForm, ask: "plain.ask.give", value: Round.Receivers, deed: "deed.give",
		task: "question.together", detail: "detail.give",
	},
	chapters.PlayCard:   {form: playForm, ask: "plain.ask.play", deed: "deed.play", detail: "detail.play"},
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
	chapters.Tuck:     {form: cardForm, ask: "ask.tuck", deed: "deed.tuck", detail: "detail.tuck"},
	chapters.KeepLast: {form: cardForm, ask: "ask.keeplast", deed: "deed.keeplast", detail: "detail.keeplast"},
	chapters.PutFirst: {form: cardForm, ask: "ask.putfirst", deed: "deed.putfirst", detail: "detail.putfirst"},
	chapters.TakeBack: {
		form: wordForm, ask: "ask.takeback", value: tuckedCard,
		answer: "answer.back.", deed: "deed.takeback.",
	},
	chapters.Swap: {
		form: passForm, ask: "plain.ask.swap", value: Round.Receivers, deed: "deed.pass",
		task: "question.pass", detail: "detail.pass", partner: "question.swap",
		noAnswer: "answer.wait", noDeed: "deed.wait", noDetail: "detail.wait",
	},
}

func threatValue(r Round, a *chapters.Ask) string { return strconv.Itoa(r.view.Seats[a.Seat].Threat) }

func lostCards(r Round, _ *chapters.Ask) string { return r.texts.List(r.view.Lost) }

func tuckedCard(r Round, a *chapters.Ask) string { return r.texts.Code(r.view.Seats[a.Seat].Tucked) }

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
func (r Round) Question(a *chapters.Ask) string {
	w := &decisionWords[a.Kind]
	if w.value == nil {
		return r.texts.T(w.ask)
	}
	return r.texts.T(w.ask, w.value(r, a))
}

// PartnerQuestion asks with whom to exchange a card; it is "" for decisions that do not ask this
// separately.
func (t *Texts) PartnerQuestion(k chapters.DecisionKind) string {
	if key := decisionWords[k].partner; key != "" {
		return t.T(key)
	}
	return ""
}

// Task is the instruction for a card that is passed, played or put aside. In English it begins
// with a small letter.
func (r Round) Task(a *chapters.Ask, receiver tricks.Seat) string {
	w := &decisionWords[a.Kind]
	seat := &r.view.Seats[a.Seat]
	switch {
	case w.form == playForm:
		return r.playTask(a)
	case w.task == "":
		return r.Question(a)
	case receiver == chapters.LostCard:
		return r.texts.T("question.putdown", r.texts.List(r.view.Lost))
	case w.form == replyForm:
		return r.texts.T(w.task, r.NameAt(receiver), Received(r.view, a))
	case a.Kind == chapters.Give && seat.Character != nil && seat.Character.HasAction(characters.GiveEach):
		return r.texts.T("question.give", r.NameAt(receiver))
	}
	return r.texts.T(w.task, r.NameAt(receiver))
}

// playTask names the cards that may be played: the legal options, with the changes that characters
// and gifts make to the rules.
func (r Round) playTask(a *chapters.Ask) string {
	var legal tricks.Set
	for _, d := range a.Options {
		legal |= d.Card.Bit()
	}
	led := r.view.Led
	hand := r.view.Seats[a.Seat].Hand
	switch {
	case len(r.view.History) == 0 && r.view.Seats[a.Seat].First != tricks.NoCard:
		return r.texts.T("question.first")
	case led != tricks.NoSuit && legal.OfSuit(led) != 0 && legal != legal.OfSuit(led):
		return r.texts.T("question.neednot")
	case led != tricks.NoSuit && hand.OfSuit(led) != 0:
		return r.texts.T("question.follow", r.texts.Count(led))
	case led != tricks.NoSuit:
		return r.texts.T("question.free", r.texts.Suit(led))
	case r.view.RingsBroken:
	case hand&^tricks.RingSet == 0:
		return r.texts.T("question.onlyrings")
	case legal&tricks.RingSet != 0:
		return r.texts.T("question.rings")
	case hand&tricks.RingSet != 0:
		return r.texts.T("question.norings")
	}
	return r.texts.T("question.lead")
}

// Detail explains what choosing a card, or declining an exchange, does.
func (r Round) Detail(d chapters.Decision) string {
	w := &decisionWords[d.Kind]
	pass := w.form == passForm || w.form == replyForm
	switch {
	case d.Kind == chapters.Exchange && IsDecline(d) && r.view.Players == 1:
		return r.texts.T("detail.noexchange")
	case IsDecline(d):
		return r.texts.T(w.noDetail)
	case pass && d.Target == chapters.LostCard:
		return r.texts.T("detail.putdown", d.Card, r.texts.List(r.view.Lost))
	case pass:
		return r.texts.T(w.detail, d.Card, r.NameAt(d.Target))
	case w.form == playForm && d.Card == tricks.OneRing:
		return r.texts.T("detail.ring")
	case w.form == playForm && d.Card == r.view.Seats[d.Seat].Tucked:
		return r.texts.T("detail.play.tucked", d.Card)
	}
	return r.texts.T(w.detail, d.Card)
}

// Answer names an answer for the person who gives it.
func (r Round) Answer(d chapters.Decision) string {
	if decisionWords[d.Kind].form == seatForm && d.Target == d.Seat {
		return r.texts.T("answer.name.self")
	}
	return r.Choice(d)
}

// Choice names an answer as briefly as possible: a card, a name, a word.
func (r Round) Choice(d chapters.Decision) string {
	switch w := &decisionWords[d.Kind]; {
	case IsDecline(d):
		return r.texts.T(w.noAnswer)
	case w.answer != "":
		return r.answerText(w.answer, d)
	}
	return r.answerContent(d, r.texts.ShortName)
}

// Option is like [Round.Choice], with names in full and without anything that the text around it
// says already, such as that a number is a threat.
func (r Round) Option(d chapters.Decision) string {
	switch {
	case IsDecline(d):
		return r.texts.T("answer.none")
	case d.ToWin:
		return r.texts.T("option.towin")
	case decisionWords[d.Kind].form == playForm && d.Card == tricks.OneRing:
		return r.texts.T("option.nottowin")
	}
	return r.answerContent(d, r.texts.Name)
}

// Deed says which character made a decision, and what it was.
func (r Round) Deed(d chapters.Decision) string {
	var deed string
	actor := r.AtSeat(d.Seat)
	switch w := &decisionWords[d.Kind]; {
	case IsDecline(d):
		deed = r.texts.T(w.noDeed)
	case d.Target == chapters.LostCard:
		deed = r.texts.T("deed.lost", d.Card)
	case w.form == passForm || w.form == replyForm:
		deed = r.texts.T(w.deed, d.Card, r.AtSeat(d.Target))
	case w.form == seatForm && d.Target == d.Seat:
		deed = r.texts.T("deed.led")
	case w.form == seatForm:
		deed = r.texts.T(w.deed, r.AtSeat(d.Target))
	case w.form == characterForm:
		actor = r.PlayerAt(d.Seat)
		deed = r.answerText(w.deed, d)
	case d.ToWin:
		deed = r.texts.T("deed.towin")
	default:
		deed = r.answerText(w.deed, d)
	}
	return actor + " " + deed
}

// answerText returns the text of a key with the content of an answer.
func (r Round) answerText(key string, d chapters.Decision) string {
	if strings.HasSuffix(key, ".") {
		return r.texts.T(key + d.Word)
	}
	return r.texts.T(key, r.answerContent(d, r.texts.Name))
}

// answerContent names the content of an answer; name names characters.
func (r Round) answerContent(d chapters.Decision, name func(*characters.Character) string) string {
	switch decisionWords[d.Kind].form {
	case characterForm:
		if e := r.view.Chapter.Entry(d.Character); e != nil {
			return name(e.Character)
		}
		return d.Character
	case passForm:
		return r.passText(r.texts.Code(d.Card), d.Target, name)
	case wordForm:
		return r.texts.Say(d.Word)
	case numberForm:
		return strconv.Itoa(d.Number)
	case seatForm:
		return r.characterName(d.Target, name)
	case cardForm, playForm, replyForm:
		return r.texts.Move(d.Move)
	case noForm:
	}
	return d.String()
}

// passText says which cards go to which seat.
func (r Round) passText(cards string, receiver tricks.Seat,
	name func(*characters.Character) string,
) string {
	if receiver == chapters.LostCard {
		return r.texts.T("option.lost", cards)
	}
	return r.texts.T("option.to", cards, r.characterName(receiver, name))
}

// characterName names the character at a seat, or the player if the seat has no character.
func (r Round) characterName(s tricks.Seat, name func(*characters.Character) string) string {
	if c := r.view.Seats[s].Character; c != nil {
		return name(c)
	}
	return r.PlayerAt(s)
}

// AtSeat names the player at a seat and the character.
func (r Round) AtSeat(s tricks.Seat) string {
	if c := r.view.Seats[s].Character; c != nil {
		return r.texts.T("deed.who", r.PlayerAt(s), r.texts.Name(c))
	}
	return r.PlayerAt(s)
}

// Partner names the other side of an exchange: a seat, or the lost card.
func (r Round) Partner(s tricks.Seat) string {
	if s == chapters.LostCard {
		return r.texts.T("lostcard", r.texts.List(r.view.Lost))
	}
	return r.NameAt(s)
}

// Receivers names the seats to which a card can be passed.
func (r Round) Receivers(a *chapters.Ask) string {
	var names []string
	for _, s := range Receivers(a) {
		names = append(names, r.Partner(s))
	}
	return r.texts.Names(names)
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
