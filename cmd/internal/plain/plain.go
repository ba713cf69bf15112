// Package plain plays a game line by line, for pipes, screen readers and simple terminals. It prints what
// happens as sentences, and reads each answer as a line of text. It shows a person only the person's own
// chapters.View.
package plain

import (
	"context"
	"errors"
	"io"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/lines"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Options configure a game line by line.
type Options struct {
	play.RoundOptions
	// In is read line by line. Reading should fail when the context of [Run] ends.
	In  io.Reader
	Out io.Writer
	// Library has the rules to look up; nil means [chapters.Default].
	Library *chapters.Library
	// Reader is the person who plays. Without texts it reads English.
	Reader reader.Reader
	// ASCII limits the output to ASCII characters.
	ASCII bool
	// Terminal reports whether a person reads the output. Then there is a prompt, and one person's cards are
	// scrolled away before the next person looks.
	Terminal bool
	// Columns returns the current width of the terminal, at which lines are wrapped; 0 or a nil function means
	// no limit.
	Columns func() int
	// Campaign names the campaign of the game, empty for none.
	Campaign string
	// Analyse returns the finished round with the verdicts on every card; nil for a game without that.
	Analyse func(context.Context) string
}

// Run plays the game to its end, and returns what the person wants to play next. The person may quit and the
// input may end without an error, because the game is always saved. An error comes from the context, the
// output, or the writing of the record.
func Run(ctx context.Context, home *table.Home, opt Options) (play.AfterRound, error) {
	if opt.Reader.Texts == nil {
		opt.Reader = reader.WithoutWishes(texts.New(texts.Default))
	}
	if opt.Advice == nil {
		opt.Advice = &play.Advice{}
	}
	opt.Replayable = opt.Analyse != nil
	if opt.Library == nil {
		opt.Library = chapters.Default()
	}
	home.Pace(0, true)
	g := &game{
		ctx:     ctx,
		home:    home,
		client:  &play.Client{Client: home.Client, Puzzle: opt.Puzzle},
		opt:     opt,
		t:       opt.Reader.Texts,
		english: texts.New("en"),
		in:      lines.New(opt.In),
		asked:   tricks.NoSeat,
		out:     &output{texts: opt.Reader.Texts, writer: opt.Out, ascii: opt.ASCII, columns: opt.Columns},
	}
	g.acts = play.Bind(g.t, nil, acts()...)
	if opt.ASCII {
		g.out.writer = texts.ASCII(opt.Out)
	}
	g.begin()
	err := g.loop()
	if errors.Is(err, errLeave) {
		err = nil
	}
	return g.next, errors.Join(err, g.out.err)
}

// errLeave ends the loop when the person leaves.
var errLeave = say.New("leave")

// game is a round that is played line by line.
type game struct {
	ctx    context.Context
	home   *table.Home
	client *play.Client
	opt    Options
	t      *texts.Texts
	// english are the English texts, whose words are understood in every language.
	english *texts.Texts
	in      *lines.Reader
	// acts are the actions.
	acts play.List[*game, error]
	// now is the moment at which the round waits.
	now round.Moment
	// view is the round as the person sees it at that moment.
	view chapters.View

	// asked is the seat that has been shown the current question in full, [tricks.NoSeat] for none.
	asked tricks.Seat
	// open reports whether a person's cards are visible on the terminal.
	open bool

	// pending is a line that was read too early and answers the next question.
	pending string
	// toldGoal is the goal that was told with the last question, with its seat.
	toldGoal string
	// justPlayed is how many cards of the current trick were told since the person's last answer.
	justPlayed int
	// hasEpilogue reports whether it was told where the round was lost.
	hasEpilogue bool
	// toldEvents is how many events of a puzzle's log have been printed.
	toldEvents int

	// out prints the lines.
	out *output
	// loss tells where the finished round was lost, as far as it is known.
	loss hindsight.Loss
	// next says how the person goes on after the round.
	next play.AfterRound
}

// printer prints what a view shows.
func (g *game) printer(v *chapters.View) printer { return printer{g.out, g.opt.Reader, g.t, v} }

// answers understands the answers to the current question.
func (g *game) answers() answers { return answers{g.opt.Reader, g.t, g.english, &g.view} }

// begin prints what the person has to know before the first question.
func (g *game) begin() {
	round := g.home.Round()
	v := round.View(tricks.NoSeat)
	if g.opt.Campaign != "" {
		g.out.say(g.opt.Campaign)
	}
	g.introduce(&v)
	switch {
	case g.client.Puzzle != nil:
		open := g.client.Look().View
		g.toldEvents = len(open.Log)
		for _, line := range g.t.Round(&open).Log(open.Log) {
			g.out.say(line)
		}
		g.printer(&open).goals()
	case v.Players == 1:
		g.out.tell("plain.solo")
	case len(round.Humans()) == 1:
		g.out.tell("plain.you", g.t.Seat(round.Humans()[0]))
	case len(round.Humans()) > 1:
		g.out.tell("plain.people", len(round.Humans()))
	}
	g.out.tell("plain.hint")
	if made := round.Decisions(); made > 0 {
		g.out.say("")
		g.out.say(g.t.N("plain.resumed", made))
	}
}

// introduce prints the chapter and its special rules.
func (g *game) introduce(v *chapters.View) {
	g.view = *v
	if v.Chapter != nil {
		board := g.printer(&g.view).board()
		board.Name = g.opt.Name(g.t)
		g.out.say(texts.Sentence(board.Heading()))
	}
	g.out.say(g.t.N("plain.players", v.Players))
	if v.Deal != "" {
		g.out.tell("plain.deal", v.Deal)
	}
	for _, text := range g.printer(&g.view).board().SpecialTexts() {
		g.out.say(text)
	}
	g.printer(v).lost()
}

// loop goes from moment to moment until the person leaves or there is an error.
func (g *game) loop() error {
	for g.out.err == nil {
		if err := g.ctx.Err(); err != nil {
			g.reportSaved()
			return err
		}
		if err := g.moment(); err != nil {
			return err
		}
	}
	return nil
}

// moment does what the present moment of the round asks for: it asks the person, or waits for the others.
func (g *game) moment() error {
	now := g.client.Look()
	g.now, g.view = now.Now, now.View
	switch g.now {
	case round.End:
		g.catchUp()
		g.printEnd()
		return g.askNext()
	case round.Settled:
		return g.offerStop()
	case round.Curtain:
		return g.handOver()
	case round.Turn:
		return g.turn()
	case round.Thinking, round.Elsewhere, round.TrickEnd, round.Notice: // Only Thinking occurs here.
	}
	err := g.client.Wait(g.ctx, now.Event)
	if g.ctx.Err() != nil {
		return nil //nolint:nilerr // the loop returns that error, and says that the game is saved
	}
	return err
}

// catchUp prints the events since the person's last turn.
func (g *game) catchUp() {
	g.justPlayed = 0
	if g.client.Puzzle != nil { // One person plays all seats, so each event is printed only once.
		events := g.view.Log[min(g.toldEvents, len(g.view.Log)):]
		g.countPlays(events)
		for _, line := range g.t.Round(&g.view).Log(events) {
			g.out.say(line)
		}
		g.toldEvents = len(g.view.Log)
		return
	}
	news, v := g.home.News()
	var events []chapters.Event // These have happened since the last change of a goal.
	tell := func() {
		g.countPlays(events)
		for _, line := range g.t.Round(&v).Log(events) {
			g.out.say(line)
		}
		events = nil
	}
	for _, item := range news {
		if item.Goal == nil {
			events = append(events, v.Log[item.Event])
			continue
		}
		tell()
		if !texts.HasAim(&v, item.Goal) {
			continue
		}
		status := item.Goal.Status
		g.out.tell("plain.status", g.printer(&v).goalOwner(item.Goal), g.t.Status(status))
	}
	tell()
}

// countPlays counts the cards of the current trick among events that are told.
func (g *game) countPlays(events []chapters.Event) {
	for _, e := range events {
		switch e.Kind {
		case chapters.Played:
			g.justPlayed++
		case chapters.WonTrick:
			g.justPlayed = 0
		default:
		}
	}
}

// turn asks the person for the decision that is due, and carries out one line: a decision or an action. A line
// that is neither is explained, and the next call asks again.
func (g *game) turn() error {
	g.catchUp()
	v := &g.view
	if g.asked != v.Player {
		g.out.say("")
		g.printTurn(v)
		g.asked = v.Player
		g.open = true
	}
	line, err := g.read()
	if err != nil {
		return err
	}
	if line == "" {
		g.print(v, false, 0)
		return nil
	}
	if a, rest := g.acts.ByLine(g, line); a != nil {
		return a.Run(g, rest)
	}
	d, complaint := g.answers().read(line)
	if complaint != "" {
		g.out.say(complaint)
		return nil
	}
	if err := g.client.Decide(d); err != nil {
		if errors.Is(err, play.ErrLosingMove) {
			g.out.say(g.client.Puzzle.LossText(g.t, v))
			return nil
		}
		var write *table.WriteError
		if errors.As(err, &write) {
			return err
		}
		g.out.say(g.t.Tell(err)) // unreachable while the view's options are the game's
		return nil
	}
	g.in.Decided()
	g.asked = tricks.NoSeat
	return nil
}

// handOver waits until the person whose turn it is sits at the terminal.
func (g *game) handOver() error {
	if g.open && g.opt.Terminal {
		g.out.write(strings.Repeat("\n", 60))
	}
	g.open = false
	g.asked = tricks.NoSeat
	g.toldGoal = ""
	now := g.client.Look()
	v, player := now.View, now.Player
	g.out.say("")
	g.out.tell("plain.handover", g.printer(&v).seatLabel(player))
	for {
		line, err := g.read()
		switch {
		case err != nil:
			return err
		case line == "":
			g.client.GoOn()
			return nil
		}
		if a, _ := g.acts.ByLine(g, line); a != nil && (a.Name == "undo" || a.Name == "quit") {
			return a.Do(g)
		}
		g.out.tell("plain.handover.enter", g.printer(&v).seatLabel(player))
	}
}

// offerStop asks whether to end the round early (T11). Answering with a card continues the round.
func (g *game) offerStop() error {
	g.catchUp()
	g.out.say("")
	g.out.say(g.printer(&g.view).board().CertainResult())
	g.out.tell("plain.settled.ask")
	line, err := g.read()
	if err != nil {
		return err
	}
	if a, _ := g.acts.ByLine(g, line); a != nil && a.Name == "stop" {
		return a.Do(g)
	}
	if !g.answers().matches(line, "word.on") {
		g.pending = line
	}
	g.client.GoOn()
	return nil
}

// read returns the next line without the spaces around it. At the end of the input it leaves the game, which is
// saved.
func (g *game) read() (string, error) {
	if line := g.pending; line != "" {
		g.pending = ""
		return line, nil
	}
	if g.opt.Terminal {
		g.out.write("> ")
	}
	line, err := g.in.Next()
	if err == nil {
		return line, nil
	}
	g.reportSaved()
	switch {
	case errors.Is(err, io.EOF):
		return "", errLeave
	case g.ctx.Err() != nil:
		return "", g.ctx.Err()
	}
	return "", say.Errorf("read an answer: %w", err)
}

// reportSaved says that the game is saved, and how to continue it. If saving fails, the caller that closes the file
// reports that.
func (g *game) reportSaved() {
	if g.opt.Unsaved || g.home.Round().IsOver() || g.home.CheckSaved() != nil {
		return
	}
	g.out.say("")
	g.out.tell("saved", g.opt.Continue)
}
