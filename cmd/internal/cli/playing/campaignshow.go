package playing

import (
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/saves"

	"github.com/spf13/cobra"
)

// The shapes of a campaign in JSON.
type (
	campaignAnswer struct {
		Name        string           `json:"name"`
		Path        string           `json:"path"`
		Modified    time.Time        `json:"modified"`
		Players     int              `json:"players,omitempty"`
		Humans      int              `json:"humans"`
		By          []string         `json:"by,omitempty"`
		Round       int              `json:"round,omitempty"` // the one being played, or the next
		Won         int              `json:"won"`
		Of          int              `json:"of,omitempty"`
		Recommended any              `json:"recommended,omitempty"`
		Playing     *playingAnswer   `json:"playing,omitempty"`
		Chapters    []progressAnswer `json:"chapters,omitempty"`
		Error       string           `json:"error,omitempty"`
	}
	playingAnswer struct {
		Chapter any    `json:"chapter"`
		Players int    `json:"players"`
		Seed    uint64 `json:"seed"`
		Event   string `json:"event,omitempty"`
		Group   any    `json:"group,omitempty"`
		Rider   bool   `json:"rider,omitempty"`
		Game    string `json:"game,omitempty"`
	}
	progressAnswer struct {
		Chapter     any      `json:"chapter"`
		Players     int      `json:"players"`
		Rounds      int      `json:"rounds"`
		Lost        int      `json:"lost"`
		Won         string   `json:"won,omitempty"`
		WonIn       int      `json:"won_in,omitempty"`
		Least       int      `json:"least"` // rounds still to be won
		Completed   []string `json:"completed,omitempty"`
		Left        []string `json:"left,omitempty"`
		EventsDone  []string `json:"events_done,omitempty"`
		GroupsDone  []string `json:"groups_done,omitempty"`
		MithrilUsed bool     `json:"mithril_used,omitempty"`
		Failed      bool     `json:"failed,omitempty"`
		Pool        []string `json:"pool,omitempty"`
		Gift        string   `json:"gift,omitempty"`
		Rider       string   `json:"rider,omitempty"`
		RiderDone   bool     `json:"rider_done,omitempty"`
	}
)

func answerCampaign(lib *chapters.Library, k *saves.Kept) *campaignAnswer {
	a := &campaignAnswer{Name: k.Name, Path: k.Path, Modified: k.Modified.UTC()}
	if k.Err != nil {
		a.Error = k.Err.Error()
		return a
	}
	c := k.Campaign
	a.Players, a.Humans, a.By, a.Round = c.Players, c.Humans, c.By, c.Number()
	a.Won, a.Of = book.ChaptersWon(lib, c)
	if next := c.Recommended(); next != "" {
		a.Recommended = command.ChapterNumber(next)
	}
	if at := c.Playing; at != nil {
		a.Playing = &playingAnswer{
			Chapter: command.ChapterNumber(at.Chapter), Players: at.Players, Seed: at.Seed, Event: at.Event, Rider: at.Rider, Game: at.Save,
		}
		if at.Group != "" {
			a.Playing.Group = command.ChapterNumber(at.Group)
		}
	}
	for _, ch := range lib.Chapters {
		for _, p := range c.Progress {
			if p.Chapter != ch.ID {
				continue
			}
			a.Chapters = append(a.Chapters, progressAnswer{
				Chapter: command.ChapterNumber(p.Chapter), Players: p.Players, Rounds: p.Rounds, Lost: p.Lost, Won: p.Won, WonIn: p.WonIn,
				Least: p.Least(), Completed: p.Completed, Left: p.Left(), EventsDone: p.EventsDone, GroupsDone: p.GroupsDone,
				MithrilUsed: p.MithrilUsed, Failed: p.Failed, Pool: p.Pool, Gift: p.Gift, Rider: p.Rider, RiderDone: p.RiderDone,
			})
		}
	}
	return a
}

func (opt *campaignOptions) show(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	k, err := saves.DefaultCampaigns().Find(lib, command.FirstArg(args))
	if err == nil {
		err = k.Err
	}
	if err != nil {
		return seeCampaigns(err)
	}
	if opt.JSON {
		return command.WriteJSON(cmd.OutOrStdout(), answerCampaign(lib, &k))
	}
	p := book.Campaign(opt.Texts(), lib, k.Name, k.Campaign)
	p.Line(opt.Texts().T("campaign.next", "fellowship campaign play "+k.Name))
	return opt.Print(cmd.OutOrStdout(), p)
}

// chapterName names a chapter by its number in an error.
func chapterName(ch *chapters.Chapter) string {
	if ch.ID == chapters.Road {
		return "the Road"
	}
	return "chapter " + ch.ID
}
