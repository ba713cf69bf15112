package scene

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// End is the end of a round.
type End struct {
	Title string
	// States are texts to show beside the title, longest first. One of them is enough.
	States []string
	// Won reports whether the round was won.
	Won bool
	// Open reports whether the round ended undecided.
	Open bool
	// Banner says in a few words how the round ended.
	Banner string
	// More are further sentences about the result.
	More []string
	// Seats are all seats with their goals, clockwise from the nearest.
	Seats []Outcome
	// Stars are the stars of a solved puzzle or of the chapter of a won round, nil where they are not counted.
	Stars stars.Row
	// Wish says what the first star wants that is not lit.
	Wish string
	// Block can be sent to others; nil for nothing.
	Block *share.Block
	// BlockWords are the words beside the tiles of the block.
	BlockWords BlockWords
	// Region is the picture for a won round.
	Region Region
	// Trick is the trick in which a lost round was lost, or its last one.
	Trick []Play
	// BreakingCard is the index in Trick of the card that lost the round, -1 for none.
	BreakingCard int
	// Loss are texts that say where the round was lost, the longest first; none if that is not searched for. One of
	// them is enough. They have the same place before it is known.
	Loss []string
	// LossCards are the cards that Loss names, when it is known: the one that lost the round, and those that would still
	// have won.
	LossCards []tricks.Card
	// PlayOn says how the person can play on from where the round was lost, empty for not.
	PlayOn string
	// KeepsPlayOn reports whether PlayOn has a place also while it is empty.
	KeepsPlayOn bool
	// PlayOnIsNext reports whether PlayOn is likelier than Next.
	PlayOnIsNext bool
	// Lines are further texts about the round, such as what could have been played better.
	Lines []string
	// Next says what can follow.
	Next string
	// RevealedGoals is how many goals are already shown as met or lost.
	RevealedGoals int
	// RingOffset is how many half rows the rising ring is still below its place.
	RingOffset int
}

// BlockWords are the words beside the tiles of a block.
type BlockWords struct {
	// Won stands beside the winners of the tricks.
	Won string
	// Met stands beside the seats whose goals were met or lost.
	Met string
	// Lost stands below the trick in which the round was lost.
	Lost string
}

// blockWords returns the words beside the tiles.
func (t *Board) blockWords() BlockWords {
	said := t.Reader.Texts
	return BlockWords{said.T("share.head.won"), said.T("share.head.met"), said.T("share.head.lost")}
}

// Breaks reports whether the card at an index of Trick lost the round. Web templates call it.
func (e *End) Breaks(index int) bool { return index == e.BreakingCard }

// Outcome is a seat at the end of the round.
type Outcome struct {
	Seat
	// Verdict says whether the goal was met.
	Verdict string
	// Progress are texts about how far the goal has come, longest first. One of them is enough.
	Progress []string
}

// End returns the end of the round without the texts about its result, which the caller adds. A lost
// round shows the trick of the loss, or the last trick if the loss is not known.
func (t *Board) End(loss *Loss) *End {
	v := t.View
	e := &End{
		Title: t.Title(), Won: v.Result == chapters.Won, Open: v.Result == chapters.Undecided, BreakingCard: -1,
		RevealedGoals: len(v.Seats), Region: RegionOf(v.Chapter), BlockWords: t.blockWords(),
	}
	long, brief := t.Stage()
	e.States = []string{long, brief}
	for i := range v.Seats {
		seat := tricks.Seat((int(t.nearSeat) + i) % len(v.Seats))
		e.Seats = append(e.Seats, t.seatOutcome(seat))
	}
	if all := Tricks(v); v.Result == chapters.Lost && len(all) > 0 {
		t.addLosingTrick(e, all, loss)
	}
	return e
}

// seatOutcome describes how the goal of a seat has ended.
func (t *Board) seatOutcome(seat tricks.Seat) Outcome {
	v := t.View
	outcome := Outcome{Seat: t.SeatOf(seat)}
	if g := texts.AimOf(v, seat); g != nil {
		outcome.Verdict = t.endWord(texts.ToldStatus(v, g.Status))
	}
	progress := t.words().Progress(seat)
	if g := texts.RiderAimOf(v, seat); g != nil {
		riderText := t.words().Rider(seat) + " " + t.endWord(g.Status)
		progress = append(progress, riderText)
		if g.Status == characters.Failed { // A failed rider outweighs the character's own goal.
			outcome.Verdict = t.endWord(g.Status)
			outcome.Progress = []string{strings.Join(progress, "  "), riderText, t.words().Rider(seat)}
		}
	}
	for n := len(progress); n > 0; n-- {
		outcome.Progress = append(outcome.Progress, strings.Join(progress[:n], "  "))
	}
	brief := t.words().Meters(seat)[0].Brief
	outcome.Progress = append(outcome.Progress, texts.NotEmpty(brief)...)
	if len(progress) == 1 || brief == "" {
		outcome.Progress = append(outcome.Progress, t.Reader.Texts.TricksWon(v.Seats[seat].Won))
	}
	return outcome
}

// addLosingTrick shows the trick in which the round was lost, and says who won it and whose goal failed.
func (t *Board) addLosingTrick(e *End, all []Trick, loss *Loss) {
	n := len(all)
	if loss != nil && loss.Trick > 0 && loss.Trick <= n {
		n = loss.Trick
	}
	shown := *t
	shown.ShowsResult = false
	shown.Shown = &all[n-1]
	shown.shownNumber = n
	long, brief := shown.Stage()
	e.States = []string{long, brief}
	e.Trick = shown.plays()
	e.BreakingCard = slices.IndexFunc(e.Trick, func(p Play) bool { return p.Best })
	if loss == nil {
		return
	}
	card := slices.IndexFunc(e.Trick, func(p Play) bool {
		return p.Card == t.SeatOf(loss.Goal.Seat).WantedCard && p.Card != tricks.NoCard
	})
	key := "result.lostin"
	winner := t.words().Winner(all[n-1].Winner)
	code := ""
	if card >= 0 && loss.Goal.Rider == "" {
		key = "result.lostcard"
		e.BreakingCard = card
		code = t.Reader.Texts.Code(e.Trick[card].Card)
	}
	e.More = append(e.More, t.Reader.Texts.T(key, n, winner, t.words().GoalOwner(loss.Goal), code))
}

// ShowLoss shows the trick in which the round was lost, and its card that lost it; 0 changes nothing.
func (t *Board) ShowLoss(e *End, number int, card tricks.Card) {
	all := Tricks(t.View)
	if number < 1 || number > len(all) {
		return
	}
	shown := *t
	shown.ShowsResult = false
	shown.Shown = &all[number-1]
	shown.shownNumber = number
	long, brief := shown.Stage()
	e.States = []string{long, brief}
	e.Trick = shown.plays()
	e.BreakingCard = slices.IndexFunc(e.Trick, func(p Play) bool { return p.Card == card && card != tricks.NoCard })
}

// Outcome says how the round ended, and what is special about that, empty for nothing. The argument
// stopped reports whether the group ended the round early (T11).
func (t *Board) Outcome(stopped bool) (result, more string) {
	v := t.View
	switch {
	case v.Short:
		more = t.words().Short("result.short.")
	case v.Spared && v.Result == chapters.Won:
		more = t.words().Short("result.spared.")
	case stopped:
		more = t.Reader.Texts.T("result.early", len(v.History), v.Tricks)
	}
	return t.Reader.Texts.T("result." + string(v.Result)), texts.Sentence(more)
}

// CertainResult explains a result that is certain before the round is over (T11).
func (t *Board) CertainResult() string {
	v := t.View
	if v.Result == chapters.Won {
		return t.Reader.Texts.T("settled.won")
	}
	if g := failed(v.Goals); g != nil {
		return t.Reader.Texts.T("settled.lost", t.words().GoalOwner(g))
	}
	return t.words().Short("settled.short.")
}

// failed returns the first goal that has failed, nil for none.
func failed(all []chapters.GoalStatus) *chapters.GoalStatus {
	i := slices.IndexFunc(all, func(g chapters.GoalStatus) bool { return g.Status == characters.Failed })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// Loss says where a round was lost.
type Loss struct {
	// Trick is the number of the trick in which the goal failed, 0 if that was before the first one.
	Trick int
	// Goal is the goal that failed.
	Goal *chapters.GoalStatus
}

// LossOf replays a record until a goal fails. It returns nil if none does.
func LossOf(lib *chapters.Library, record *chapters.Record) *Loss {
	for step, err := range record.Walk(lib) {
		if err != nil {
			break
		}
		v := step.Game.View(tricks.NoSeat)
		if g := failed(v.Goals); g != nil {
			n := len(v.History)
			if all := Tricks(&v); len(all) > n {
				n = len(all) // The goal failed in a trick that has not ended.
			}
			return &Loss{n, g}
		}
	}
	return nil
}

// TrickResult names the winner of a trick with the text of a key, or says that the trick fell short of
// the Balrog's sum (C14). The argument n is its number.
func (t *Board) TrickResult(tr *Trick, n int, key string) string {
	if sum, least := tr.Sum(), t.Least(tr); sum < least {
		if t.View.Spared {
			return t.words().Short("board.spared.", n, sum, least)
		}
		return t.words().Short("board.short.", n, sum, least)
	}
	return t.Reader.Texts.T(key, t.words().Winner(tr.Winner), n)
}
