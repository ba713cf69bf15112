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
	noForm        form = iota // of a kind that has no words yet
	characterForm             // that is taken
	cardForm                  // that is put aside
	playForm                  // a card, and for R1 whether it wins
	passForm                  // a card and whom it goes to, or nothing
	replyForm                 // a card that goes to whom it has to
	wordForm                  // yes or no, more or fewer, a range
	numberForm                // a threat
	seatForm                  // that leads
)

// decisionKeys are the keys of the texts of one kind of decision. A key that ends in a
// full stop goes on with the word that is said.
type decisionKeys struct {
	form form
	// ask is the question, and about its value: nil if it has none.
	ask   string
	value func(t *Texts, v *chapters.View, a *chapters.Ask) string
	// answer names an answer; where there is none, its parts do.
	// deed tells it once it is given.
	answer, deed string
	// task asks for the card once it is known whom it goes to, and detail says
	// what the choice of a card does.
	task, detail string
	// partner asks with whom a card is exchanged. The others name, tell and
	// explain the answer that nothing is.
	partner, noAnswer, noDeed, noDetail string
}

// decisionWords has a row for every kind of decision.
var decisionWords = [...]decisionKeys{
	chapters.Draft: {form: characterForm, ask: "plain.ask.draft", deed: "deed.draft"},
	chapters.Exchange: {
		form: passForm, ask: "plain.ask.exchange", value: (*Texts).Receivers, deed: "deed.pass",
		task: "tui.ask.pass", detail: "tui.detail.pass",
		partner: "tui.ask.partner", noAnswer: "answer.none", noDeed: "deed.decline", noDetail: "tui.detail.decline",
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
		form: wordForm, ask: "ask.redraw", value: threatValue, answer: "answer.redraw.",
		deed: "deed.redraw.",
	},
	chapters.Declare: {
		form: wordForm, ask: "ask.declare", value: threatValue, answer: "answer.declare.",
		deed: "deed.declare",
	},
	chapters.Range: {form: wordForm, ask: "ask.range", answer: "answer.range", deed: "deed.range"},
	chapters.TakeLost: {
		form: wordForm, ask: "ask.takelost", value: lostCards, answer: "answer.lost.",
		deed: "deed.takelost.",
	},
	chapters.Tuck:     {form: cardForm, ask: "ask.tuck", deed: "deed.tuck", detail: "tui.detail.tuck"},
	chapters.KeepLast: {form: cardForm, ask: "ask.keeplast", deed: "deed.keeplast", detail: "tui.detail.keeplast"},
	chapters.PutFirst: {form: cardForm, ask: "ask.putfirst", deed: "deed.putfirst", detail: "tui.detail.putfirst"},
	chapters.TakeBack: {
		form: wordForm, ask: "ask.takeback", value: tuckedCard, answer: "answer.back.",
		deed: "deed.takeback.",
	},
	chapters.Swap: {
		form: passForm, ask: "plain.ask.swap", value: (*Texts).Receivers, deed: "deed.pass",
		task: "tui.ask.pass", detail: "tui.detail.pass",
		partner: "tui.ask.swap", noAnswer: "answer.wait", noDeed: "deed.wait", noDetail: "tui.detail.wait",
	},
}

func threatValue(_ *Texts, v *chapters.View, a *chapters.Ask) string {
	return strconv.Itoa(v.Seats[a.Seat].Threat)
}

func lostCards(t *Texts, v *chapters.View, _ *chapters.Ask) string { return t.List(v.Lost) }

func tuckedCard(t *Texts, v *chapters.View, a *chapters.Ask) string {
	return t.Code(v.Seats[a.Seat].Tucked)
}

// HasWordAnswer reports whether a decision is answered with a word, a number or a name
// rather than with a card.
func HasWordAnswer(k chapters.DecisionKind) bool {
	f := decisionWords[k].form
	return f == wordForm || f == numberForm || f == seatForm
}

// IsDecline reports whether a decision is to exchange nothing.
func IsDecline(d chapters.Decision) bool {
	return decisionWords[d.Kind].form == passForm && d.Target == tricks.NoSeat
}

// Question asks for a decision. That of a decision with a word, or with a card
// that is put aside, begins with a small letter.
func (t *Texts) Question(v *chapters.View, a *chapters.Ask) string {
	w := &decisionWords[a.Kind]
	if w.value == nil {
		return t.T(w.ask)
	}
	return t.T(w.ask, w.value(t, v, a))
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

// Detail explains the effect of choosing a card, or no exchange.
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

// Answer names an answer to the person who gives it.
func (t *Texts) Answer(v *chapters.View, d chapters.Decision) string {
	if decisionWords[d.Kind].form == seatForm && d.Target == d.Seat {
		return t.T("answer.name.self")
	}
	return t.Choice(v, d)
}

// Choice names an answer in a few characters: a card, a name, a word.
func (t *Texts) Choice(v *chapters.View, d chapters.Decision) string {
	switch w := &decisionWords[d.Kind]; {
	case IsDecline(d):
		return t.T(w.noAnswer)
	case w.answer != "":
		return t.answerText(w.answer, v, d)
	}
	return t.answerContent(v, d, t.ShortName)
}

// Option is [Texts.Choice] with names in full, and without what the line around
// it says: that a number is a threat.
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

// Deed tells a decision and the character that made it.
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

// answerText is the text of a key for the phrase said.
func (t *Texts) answerText(key string, v *chapters.View, d chapters.Decision) string {
	if strings.HasSuffix(key, ".") {
		return t.T(key + d.Word)
	}
	return t.T(key, t.answerContent(v, d, t.Name))
}

// answerContent names the content of an answer, with the names that a function gives.
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

// passText names cards and who gets them.
func (t *Texts) passText(v *chapters.View, cards string, receiver tricks.Seat,
	name func(*characters.Character) string,
) string {
	if receiver == chapters.LostCard {
		return t.T("option.lost", cards)
	}
	return t.T("option.to", cards, t.characterName(v, receiver, name))
}

// characterName is the name of the character at a seat, or the seat's own.
func (t *Texts) characterName(v *chapters.View, s tricks.Seat, name func(*characters.Character) string) string {
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
	return t.NameAt(v, s)
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
		if o.Target != tricks.NoSeat && !slices.Contains(out, o.Target) {
			out = append(out, o.Target)
		}
	}
	return out
}

// Received is the card that is to be answered at a seat, NoCard if there is
// none: the last one that came from a seat that gets one back.
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
		return t.T("refused.follow", t.Suit(v.Led), v.Seats[r.Seat].Hand.OfSuit(v.Led))
	case rule == "T6":
		return t.T("refused.lead")
	case r.Kind == chapters.NameLeader:
		return t.T("refused.name", t.NameAt(v, r.Target))
	case r.Card == tricks.NoCard:
	case rule == "K" || rule == "S9":
		return t.refusedAside(v, r)
	case rule == "S6" && v.Seats[r.Seat].Hand.Contains(r.Card):
		return t.T("refused.keep", t.NameAt(v, r.Seat), r.Card)
	}
	return r.Reason()
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
		if r.Starred && !slices.ContainsFunc(v.Seats, func(s chapters.SeatView) bool {
			return s.Character == r.Character
		}) {
			names = append(names, t.Name(r.Character))
		}
	}
	return names
}
