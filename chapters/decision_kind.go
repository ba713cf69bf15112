package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// DecisionKind is the kind of a decision.
type DecisionKind uint8

// The kinds of decisions.
const (
	// Draft takes a character (S4).
	Draft DecisionKind = iota
	// Exchange passes a card to a character (S6) or exchanges it for the lost card, or declines to do
	// so (Target is NoSeat).
	Exchange
	// Return passes a card back to the character that passed one (S6).
	Return
	// Give gives a card away for good (C4, C10, C16).
	Give
	// PlayCard plays a card (T3).
	PlayCard
	// NameLeader names who leads the trick (K: Bilbo Baggins). Target is the seat, maybe his own. A
	// play that leads the trick names its own seat.
	NameLeader
	// Threat takes a threat card: any card of the deck (K: Aragorn), or one of the cards drawn (K:
	// Aragorn, Arathorn's son).
	Threat
	// Redraw decides whether another threat card is drawn in place of the one just drawn (K: Meriadoc).
	Redraw
	// Declare declares more or fewer (K: Strider).
	Declare
	// Range chooses a range of tricks (the Sword).
	Range
	// TakeLost decides whether the lost cards are taken, if that is optional (L5).
	TakeLost
	// Tuck tucks a card away (K: Shadowfax).
	Tuck
	// KeepLast sets a card aside for the last trick (K: Radagast).
	KeepLast
	// PutFirst puts a card into the first trick (K: Radagast).
	PutFirst
	// TakeBack decides before a trick whether the tucked card comes back (K: Shadowfax). A play of the
	// tucked card takes it back, too.
	TakeBack
	// Swap exchanges a card before a trick with the lost card or with the seat that took it, or waits
	// (Target is NoSeat; the gift Sting).
	Swap

	numKinds = iota
)

// kindRow is everything that the engine knows about one kind of decision. Which seats may see a decision
// is stated by the events that it leads to (see eventKinds).
type kindRow struct {
	// name is the key in a record.
	name string
	// rule is the number of the rule in the error when this kind is due and another decision is tried.
	rule string
	// form is how the decision is written.
	form form
	// words are the possible answers of the form aWord.
	words []string
	// declines reports whether the decision may be declined.
	declines bool
	// toLost reports whether the card may go to the lost card.
	toLost bool
	*answers
	// apply carries out a legal decision.
	apply func(g *Game, d Decision)
}

// answers is how a decision can be answered. Kinds with the same answers share it.
type answers struct {
	// candidates appends the answers that a player might try, legal or not. Each is a copy of d, which
	// has only its kind and its seat, with the fields of the answer filled in.
	candidates func(g *Game, d Decision, out []Decision) []Decision
	// legal returns nil for a decision that may be made when its kind is due at its seat.
	legal func(g *Game, d Decision) error
}

// form is how a decision is written (see [Decision.String]).
type form uint8

const (
	aWord      form = iota // 1:yes
	aCharacter             // 1:sam
	aRange                 // 1:3-4
	aNumber                // 1:5
	aCard                  // 1:H3
	aPass                  // 1>0:H3, or 1:- to decline
	aSeat                  // 1>2
	aPlay                  // 1:R1!
)

// decisionKinds has a row for every kind of decision. The functions of a row are in the file of the stage or the
// job that the decision belongs to.
var decisionKinds [numKinds]kindRow

// The rows name functions that use decisionKinds. They are set in init because an initial value of the
// variable would refer to itself.
func init() {
	yesOrNo := []string{Yes, No}
	drafts := &answers{draftCandidates, draftLegal}
	trades := &answers{exchangeCandidates, exchangeLegal}
	passes := &answers{transferCandidates, transferLegal}
	plays := &answers{playCandidates, playLegal}
	leaders := &answers{nameCandidates, nameLegal}
	threats := &answers{threatCandidates, threatLegal}
	words := &answers{wordCandidates, wordLegal}
	cards := &answers{asideCandidates, asideLegal}
	swaps := &answers{swapCandidates, swapLegal}
	decisionKinds = [...]kindRow{
		Draft: {name: "draft", rule: "S4", form: aCharacter, answers: drafts, apply: applyDraft},
		Exchange: {
			name: "exchange", rule: "S5", form: aPass, declines: true, toLost: true, answers: trades,
			apply: applyExchange,
		},
		Return: {
			name: "return", rule: "S5", form: aPass, toLost: true, answers: passes,
			apply: applyTransfer,
		},
		Give:       {name: "give", rule: "S5", form: aPass, answers: passes, apply: applyTransfer},
		PlayCard:   {name: "play", rule: "T3", form: aPlay, answers: plays, apply: applyPlay},
		NameLeader: {name: "name", rule: "K", form: aSeat, answers: leaders, apply: applyName},
		Threat:     {name: "threat", rule: "S5", form: aNumber, answers: threats, apply: applyThreat},
		Redraw:     {name: "redraw", rule: "S5", form: aWord, words: yesOrNo, answers: words, apply: applyRedraw},
		Declare: {
			name: "declare", rule: "S5", form: aWord, words: []string{characters.More, characters.Fewer},
			answers: words, apply: applyDeclare,
		},
		Range:    {name: "range", rule: "S5", form: aRange, answers: words, apply: applyDeclare},
		TakeLost: {name: "lost", rule: "S5", form: aWord, words: yesOrNo, answers: words, apply: applyTakeLost},
		Tuck:     {name: "tuck", rule: "S5", form: aCard, answers: cards, apply: applyAside},
		KeepLast: {name: "last", rule: "S5", form: aCard, answers: cards, apply: applyAside},
		PutFirst: {name: "first", rule: "S5", form: aCard, answers: cards, apply: applyAside},
		TakeBack: {name: "back", rule: "K", form: aWord, words: yesOrNo, answers: words, apply: applyTakeBack},
		Swap: {
			name: "swap", rule: "K", form: aPass, declines: true, toLost: true, answers: swaps,
			apply: applySwap,
		},
	}
}

// String returns the key of the kind in a record, "" if there is no such kind.
func (k DecisionKind) String() string {
	if int(k) < numKinds {
		return decisionKinds[k].name
	}
	return ""
}

// MarshalText writes the kind as [DecisionKind.String].
func (k DecisionKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// kindNamed returns the kind of a key in a record.
func kindNamed(name string) (k DecisionKind, ok bool) {
	for k := range numKinds {
		if decisionKinds[k].name == name {
			return DecisionKind(k), true
		}
	}
	return 0, false
}

// newDecision returns a decision of a kind at a seat with no answer yet.
func newDecision(kind DecisionKind, s tricks.Seat) Decision {
	return Decision{Kind: kind, Seat: s, Target: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}}
}
