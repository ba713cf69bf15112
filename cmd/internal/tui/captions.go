package tui

import (
	"strings"

	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
)

// captions are the texts around the board of a round: the end of the headline, what the person is asked, and what
// there is to say about it.
type captions struct {
	// viewer is the person in front of the screen.
	viewer *viewer
	// opts are the settings of the screen.
	opts *Options
	// round is the round on the board.
	round *shownRound
	// answers has the answers that can be chosen.
	answers *answers
	// campaign is the campaign that is played.
	campaign *roundCampaign
	// pace says whether tricks go on by themselves.
	pace *pace
	// leaving says whether the person is asked about leaving.
	leaving *departure
	// note is a message that takes the place of other remarks.
	note *roundNote
}

// states returns texts for the end of the headline, the longest first.
func (c *captions) states() []string {
	if c.opts.Table != nil {
		return c.opts.Table.State()
	}
	long, brief := c.campaign.title()
	if !c.pace.auto {
		return []string{long, brief}
	}
	auto := c.viewer.texts().T("tui.auto")
	return []string{strings.Join(texts.NotEmpty(long, auto), "  "), strings.Join(texts.NotEmpty(brief, auto), "  ")}
}

// prompt returns what the person is asked or told about a board.
func (c *captions) prompt(b *scene.Board) string {
	if c.leaving.isAsked {
		return c.leaveQuestion()
	}
	v := &c.round.view
	switch c.round.phase {
	case choosing:
		return c.answers.choice.Prompt
	case trickEnd:
		return c.trickResult(b)
	case notice:
		return c.viewer.texts().T("setup.done", c.viewer.texts().Round(v).NameAt(v.Leader))
	case settled:
		return b.CertainResult() + " " + c.viewer.texts().T("settled.ask")
	case stuck:
		return c.viewer.texts().T("tui.stuck")
	}
	return c.waitText()
}

// waitText says whom or what the round waits for.
func (c *captions) waitText() string {
	v := &c.round.view
	if c.opts.Table != nil {
		if text := c.opts.Table.WaitText(); text != "" {
			return text
		}
		if name := c.round.client.LastSnapshot.NameAt(v.Decider); name != "" {
			return c.viewer.texts().T("turn.theirs", name)
		}
	}
	return c.viewer.texts().T("turn.thinking", c.viewer.texts().Round(v).NameAt(v.Due.Seat))
}

// leaveQuestion asks whether the person really leaves.
func (c *captions) leaveQuestion() string {
	switch {
	case c.opts.Table != nil:
		return c.viewer.texts().T("serve.leave.ask")
	case c.opts.Unsaved:
		return c.viewer.texts().T("tui.leave.unsaved")
	case c.opts.HasMenu:
		return c.viewer.texts().T("tui.leave.menu")
	}
	return c.viewer.texts().T("tui.leave", c.opts.Continue)
}

// trickResult names the winner of the trick, or says that its sum fell short of the Balrog (C14).
func (c *captions) trickResult(b *scene.Board) string {
	trick, number := c.round.shownTrick()
	key := "trick.end"
	if c.pace.auto {
		key = "event.won_trick"
	}
	return b.TrickResult(&trick, number, key)
}

// remark returns the note, or the detail of the selected answer, such as why it cannot be chosen. About the card that
// the coach means, only the coach speaks.
func (c *captions) remark() string {
	if c.note.text != "" {
		return c.note.text
	}
	if !c.answers.isOpen() || c.leaving.isAsked {
		return ""
	}
	if item := c.answers.choice.Selected(); item != nil && !c.answers.isSuggested(item) {
		return item.Detail
	}
	return ""
}

// tone returns how the remark is shown.
func (c *captions) tone() scene.Tone {
	switch {
	case c.note.isWarning:
		return scene.Warning
	case c.note.text != "":
		return scene.Hint
	}
	return scene.Neutral
}

// advice returns the advice for the current decision, "" while something else is shown.
func (c *captions) advice() string {
	if c.note.text != "" || !c.answers.isOpen() || c.leaving.isAsked {
		return ""
	}
	return c.opts.Advice.Line(c.viewer.reader, &c.round.view)
}
