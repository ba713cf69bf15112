package scene

import (
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// threeHands is a round in which seat 1 leads: Sam needs H3, Frodo has R1.
const threeHands = `{players: 3, hands: [{character: sam, threat: 3, cards: H3 H7 M1}, {character: frodo, cards: H5 R1 R2}, {character: merry, cards: H2 H4 M3}], plays: [`

// TestQuestionPlayCard checks the question for a card: the hand in order, the cards that must be followed, and the
// reason of the rule at each card that may not be played.
func TestQuestionPlayCard(t *testing.T) {
	g := gameOf(t, threeHands+`"1:H5"]}`)
	for _, words := range languages {
		q := questionOf(words, g)
		round := words.Round(q.View)
		c := q.Chooser()
		assert.Equal(t, tricks.Seat(2), c.Seat)
		assert.Equal(t, words.T("question.of", words.T("turn.you"), round.Task(q.Ask, tricks.NoSeat)), c.Prompt)
		assert.Len(t, c.Items, 3)
		for _, item := range c.Items {
			follows := item.Card.Suit() == tricks.Hills
			assert.Equal(t, follows, item.Ok, item.Label)
			if !follows {
				assert.Equal(t, words.T("refused.follow", words.Suit(tricks.Hills), q.View.Seats[2].Hand.OfSuit(tricks.Hills)),
					item.Detail)
			}
		}
		assert.True(t, c.Items[c.Cursor].Ok, "the cursor stands on a card that may be played")
		h2 := itemFor(t, c.Items, "H2")
		assert.Equal(t, round.Forecast(2).Outcome(h2.Decision.Move), h2.Effect)
		assert.Equal(t, h2.Effect, h2.Detail)
	}
}

// TestQuestionRing checks that R1 opens the question whether it is to win (T7), and that the cursor stands on the answer
// that helps the goal of the seat.
func TestQuestionRing(t *testing.T) {
	g := gameOf(t, `{players: 4, hands: [{character: sam, threat: 3, cards: H3 H7 M1}, {character: frodo, cards: H5 R1 R2},
		{character: merry, cards: H2 H4 M3}, {character: pippin, cards: H6 M2 M4}],
		plays: ["1:H5", "2:H4", "3:H6", "0:H7", "0:M1"]}`)
	for _, words := range languages {
		q := questionOf(words, g)
		c := q.Chooser()
		ring := itemFor(t, c.Items, "R1")
		require.True(t, ring.Ok)
		assert.Equal(t, ToWin, ring.NextStep)
		assert.Len(t, ring.AnswerDetails, 2)

		q.Step = ring.NextStep
		c = q.Chooser()
		assert.Equal(t, ToWin, c.Step)
		assert.Equal(t, words.T("question.of", words.T("turn.you"), words.T("question.ring")), c.Prompt)
		assert.ElementsMatch(t, []string{words.T("ring.win"), words.T("ring.lose")}, labels(c.Items))
		assert.Len(t, c.Hand, 2, "the hand stays")
		assert.True(t, c.Selected().Decision.ToWin, "Frodo wants Rings")
		assert.Equal(t, tricks.NoSeat, c.Seat, "the answers are no cards")
	}
}

// TestQuestionDraft checks the list of characters: digits, goals, the ones that must be taken, and that a character
// that another seat has taken is not listed (S4).
func TestQuestionDraft(t *testing.T) {
	g := dealt(t, "c02p4s7", chapters.Draft)
	for _, words := range languages {
		q := questionOf(words, g)
		c := q.Chooser()
		assert.True(t, c.List)
		assert.Equal(t, words.T("question.draft"), c.Prompt)
		for i, item := range c.Items {
			entry := q.View.Chapter.Entry(item.ID)
			require.NotNil(t, entry)
			assert.Equal(t, rune('1'+i), item.Digit)
			assert.Equal(t, entry.Starred, item.IsRequired, item.ID)
			assert.Equal(t, words.Round(q.View).GoalAt(entry.Character, q.Ask.Seat), item.Note)
			if item.Ok {
				assert.Contains(t, item.Detail, words.Round(q.View).GoalInFull(entry.Character, q.Ask.Seat))
			} else {
				assert.NotEmpty(t, item.Detail, "the reason")
			}
		}
	}
	before := len(questionOf(languages[0], g).Chooser().Items)
	taken := g.Options()[0]
	require.NoError(t, g.Apply(taken))
	c := questionOf(languages[0], g).Chooser()
	assert.Len(t, c.Items, before-1)
	for i := range c.Items {
		assert.NotEqual(t, taken.Character, c.Items[i].ID)
	}
}

// TestQuestionDraftSolo checks that in solo the question names the seat that takes a character (S10).
func TestQuestionDraftSolo(t *testing.T) {
	g := dealt(t, "c01p1s3", chapters.Draft)
	for _, words := range languages {
		q := questionOf(words, g)
		assert.Equal(t, words.T("question.draft.seat", words.Seat(q.Ask.Seat)), q.Chooser().Prompt)
	}
}

// TestQuestionExchange checks that an exchange asks for the partner first and for the card afterwards (S6).
func TestQuestionExchange(t *testing.T) {
	g := dealt(t, "c01p1s3", chapters.Exchange)
	for _, words := range languages {
		q := questionOf(words, g)
		round := words.Round(q.View)
		partners := q.partners()
		require.Greater(t, len(partners), 1)
		c := q.Chooser()
		assert.Contains(t, c.Prompt, words.PartnerQuestion(chapters.Exchange))
		for i, partner := range partners {
			if partner == tricks.NoSeat {
				assert.Equal(t, words.T("answer.none"), c.Items[i].Label)
				assert.Equal(t, Opening, c.Items[i].NextStep, "no card is asked for")
				continue
			}
			assert.Equal(t, words.Number(partner)+" "+round.NameAt(partner), c.Items[i].Label)
			assert.Equal(t, words.T("detail.partner", round.NameAt(partner)), c.Items[i].Detail)
			assert.Equal(t, whichCard, c.Items[i].NextStep)
		}

		q.Step = whichCard
		q.PartnerSeat = partners[0]
		c = q.Chooser()
		assert.Equal(t, whichCard, c.Step)
		assert.Equal(t, q.Ask.Seat, c.Seat)
		for i := range c.Items {
			if c.Items[i].Ok {
				assert.Equal(t, partners[0], c.Items[i].Decision.Target)
			}
		}
		q.PartnerSeat = tricks.NoSeat
		assert.Equal(t, Opening, q.Chooser().Step, "with nobody no card is passed")
	}
}

// TestQuestionWords checks the questions that are answered with a word or a number: every option has an answer, in the
// order of the options.
func TestQuestionWords(t *testing.T) {
	for deal, kind := range map[string]chapters.DecisionKind{
		"c08p1s3": chapters.Declare, "c13p3s1": chapters.Threat,
	} {
		g := dealt(t, deal, kind)
		for _, words := range languages {
			q := questionOf(words, g)
			round := words.Round(q.View)
			c := q.Chooser()
			assert.Equal(t, tricks.NoSeat, c.Seat, deal)
			assert.Contains(t, c.Prompt, round.Question(q.Ask), deal)
			require.Len(t, c.Items, len(q.Ask.Options), deal)
			for i, d := range q.Ask.Options {
				assert.Equal(t, round.Answer(d), c.Items[i].Label, deal)
				assert.Equal(t, d, c.Items[i].Decision, deal)
			}
		}
	}
}

// TestQuestionReceiver checks that a question names the seat that gets a card, at every moment of rounds of all chapters,
// and that a card that is played goes to nobody.
func TestQuestionReceiver(t *testing.T) {
	passed := 0
	everyMoment(t, func(g *chapters.Game, v *chapters.View) {
		if v.Ask == nil {
			return
		}
		words := languages[0]
		q := questionOf(words, g)
		if target := v.Ask.Options[0].Target; target >= 0 && v.Ask.Kind != chapters.PlayCard {
			q.Step, q.PartnerSeat = whichCard, target
		}
		c := q.Chooser()
		switch {
		case c.Seat == tricks.NoSeat || q.PartnerSeat < 0 || v.Ask.Kind == chapters.PlayCard:
			require.Empty(t, c.Receiver)
		default:
			passed++
			require.Equal(t, words.Round(v).NameAt(q.PartnerSeat), c.Receiver)
		}
	})
	require.Greater(t, passed, 50)
}
