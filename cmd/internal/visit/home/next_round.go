package home

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
)

// beginNext makes the table begin the round that the person wants after this one: the same again, another
// deal of the chapter, or one of the next chapter. A round that was played on from another game begins at
// the same position again. A round that is no deal begins again as it began, also if another deal is wanted
// and it has no chapter.
func (g *Game) beginNext(wish play.AfterRound) (err error) {
	h := g.home
	record := g.record()
	pick := table.PickOf(h.Library, &record.Position)
	id := chapters.DealID{Chapter: pick.Chapter, Variant: pick.Variant, Players: record.Players, Seed: AnySeed()}
	switch {
	case g.campaignRun != nil:
		return g.beginNextOfCampaign(g.file.Home.TableView().Next.Chapter, wish)
	case wish == play.Again && g.start != nil:
		record = *g.start
	case wish == play.NextChapter:
		c := chapterAfter(h.Library, id.Chapter)
		if c == nil {
			return say.Errorf("there is no chapter after %s", id.Chapter)
		}
		id.Chapter = c.ID
		id.Variant = c.Letters()[0]
		record, err = h.newRecord(id, record.PlayerNames)
	case wish == play.Another && id.Chapter != "":
		record, err = h.newRecord(id, record.PlayerNames)
	default:
		record = chapters.Record{Position: record.Position, PlayerNames: record.PlayerNames, Seed: record.Seed}
	}
	if wish != play.Again {
		g.start = nil
	}
	if err == nil {
		err = g.begin(record)
	}
	g.named = false
	return err
}

// begin makes the table begin a round.
func (g *Game) begin(record chapters.Record) (err error) {
	if g.start != nil {
		err = g.file.Home.BeginPractice(g.home.Ctx, record)
	} else {
		err = g.file.Home.Begin(g.home.Ctx, nil, record)
	}
	if err != nil {
		err = say.Errorf("a new saved game: %w", err)
	}
	return err
}

// chapterAfter returns the next chapter, nil after the last one.
func chapterAfter(lib *chapters.Library, id string) *chapters.Chapter {
	i := slices.IndexFunc(lib.Chapters, func(c *chapters.Chapter) bool { return c.ID == id })
	if i < 0 || i+1 == len(lib.Chapters) {
		return nil
	}
	return lib.Chapters[i+1]
}
