package compare_test

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

// aspRules are the rules of play for an answer set solver: the same question as
// in encoding, for full deals of plain hands that all have the same number of
// cards.
const aspRules = `% Rules of play (T, S). Seats, tricks and cards are facts below.
{ play(C,T) : card(C,_,_,S) } = 1 :- seat(S), trick(T).
{ play(C,T) : trick(T) } = 1 :- card(C,_,_,_).
gone(C,T+1) :- play(C,T), trick(T+1).
gone(C,T+1) :- gone(C,T), trick(T+1).
plays(S,U,T) :- play(C,T), card(C,U,_,S).
led(U,T) :- leads(S,T), plays(S,U,T).
% T4 follow suit.
:- led(U,T), card(C,U,_,S), not gone(C,T), not plays(S,U,T).
% T6 Rings.
broken(T+1) :- play(C,T), card(C,r,_,_), trick(T+1).
broken(T+1) :- broken(T), trick(T+1).
:- led(r,T), not broken(T), leads(S,T), card(C,U,_,S), U != r, not gone(C,T).
% T5, T7 who wins, and leads the next trick.
{ towin(T) } :- play(r1,T).
beaten(C,T) :- card(C,U,R,_), play(D,T), card(D,U,Q,_), Q > R.
wins(S,T) :- towin(T), card(r1,_,_,S).
wins(S,T) :- not towin(T), play(C,T), card(C,U,_,S), led(U,T), not beaten(C,T).
leads(S,T+1) :- wins(S,T), trick(T+1).
:- trick(T), { wins(S,T) : seat(S) } != 1.
won(C,S) :- play(C,T), wins(S,T).
atleast(S,N) :- seat(S), trick(N-1), N { wins(S,T) : trick(T) }.
`

// aspProgram returns the program for a deal, or false if it holds more than that
// encoding covers: it is there to be measured on the sets of comparison deals.
func aspProgram(pos *chapters.Position) (string, bool) {
	var b strings.Builder
	b.WriteString(aspRules)
	n := pos.Hands[0].Cards.Len()
	fmt.Fprintf(&b, "seat(0..%d). trick(0..%d). leads(%d,0).\n", len(pos.Hands)-1, n-1, pos.Leader)
	for s, h := range pos.Hands {
		if h.Cards.Len() != n {
			return "", false
		}
		for _, c := range h.Cards.Cards() {
			fmt.Fprintf(&b, "card(%s,%s,%d,%d). ", atom(c), suitAtom(c.Suit()), c.Rank(), s)
		}
		b.WriteByte('\n')
	}
	for s, h := range pos.Hands {
		goal, ok := aspGoal(pos, &h, s, n-1)
		if !ok || h.Rider != "" || h.Gift != "" {
			return "", false
		}
		fmt.Fprintf(&b, "%% %s\n%s\n", h.Character, goal)
	}
	b.WriteString("#show play/2. #show towin/1.\n")
	return b.String(), true
}

func atom(c tricks.Card) string     { return strings.ToLower(c.String()) }
func suitAtom(u tricks.Suit) string { return strings.ToLower(string(u.Letter())) }

// aspGoal returns the constraints of a goal (K).
func aspGoal(pos *chapters.Position, h *chapters.HandInfo, s, last int) (string, bool) {
	tricksWon := fmt.Sprintf("#count{ T : wins(%d,T) }", s)
	card := func(u tricks.Suit) string {
		return fmt.Sprintf(":- not won(%s%d,%d).", suitAtom(u), h.Threat, s)
	}
	switch h.Character {
	case "frodo":
		n := 4
		if pos.Players == 4 {
			n = 2
		}
		return fmt.Sprintf(":- #count{ C : won(C,%d), card(C,r,_,_) } < %d.", s, n), true
	case "gandalf":
		return fmt.Sprintf(":- %s < 1.", tricksWon), true
	case "merry":
		return fmt.Sprintf(":- %s < 1. :- %s > 2.", tricksWon, tricksWon), true
	case "bill":
		return fmt.Sprintf(":- %s != 1.", tricksWon), true
	case "aragorn":
		return fmt.Sprintf(":- %s != %d.", tricksWon, h.Threat), true
	case "goldberry":
		return fmt.Sprintf(":- %s != 3. :- wins(%d,T), wins(%d,Q), Q > T+2.", tricksWon, s, s), true
	case "pippin":
		return fmt.Sprintf(":- atleast(%d,N), seat(S), not atleast(S,N).", s), true
	case "galadriel":
		return fmt.Sprintf(":- not fewer. fewer :- atleast(%d,N), seat(S), not atleast(S,N). "+
			":- not more. more :- atleast(S,N), not atleast(%d,N).", s, s), true
	case "sam":
		return card(tricks.Hills), true
	case "legolas":
		return card(tricks.Forests), true
	case "gimli":
		return card(tricks.Mountains), true
	case "glorfindel":
		return fmt.Sprintf(":- #count{ C : won(C,%d), card(C,s,_,_) } < 8.", s), true
	case "elrond":
		return ":- seat(S), not ringed(S). ringed(S) :- won(C,S), card(C,r,_,_).", true
	case "boromir":
		return fmt.Sprintf(":- not wins(%d,%d). :- won(r1,%d).", s, last, s), true
	}
	return "", false
}
