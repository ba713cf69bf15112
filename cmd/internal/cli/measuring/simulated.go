package measuring

import (
	"bytes"
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"
)

// simulate plays one round.
func simulate(ctx context.Context, lib *chapters.Library, player players.Player, id chapters.DealID, policy string) (*chapters.Record, *chapters.Game, error) {
	pos, err := lib.Deal(id)
	if err != nil {
		return nil, nil, err
	}
	g, err := lib.NewGame(pos)
	if err != nil {
		return nil, nil, err
	}
	if err := players.Play(ctx, g, player, id.Seed); err != nil {
		return nil, nil, err
	}
	return &chapters.Record{
		Position: pos, Seed: &id.Seed, Decisions: g.Decisions(),
		By: slices.Repeat([]string{policy}, g.Seats()),
	}, g, nil
}

// SimulateChecked plays one round, writes its record, reads that and replays it.
func SimulateChecked(ctx context.Context, lib *chapters.Library, player players.Player, id chapters.DealID, policy string) (won bool, err error) {
	record, played, err := simulate(ctx, lib, player, id, policy)
	if err != nil {
		return false, err
	}
	if !played.Over() || played.Result() == chapters.Undecided {
		return false, say.Errorf("the round did not come to its end (T10): it is %s", played.Result())
	}
	for _, g := range played.Statuses() {
		if g.Status == characters.Open || g.Status == characters.Met {
			return false, say.Errorf("seat %d: the goal of %s%s is %s at the end (S12)", g.Seat, g.Character, g.Rider, g.Status)
		}
	}
	text, err := record.Text()
	if err != nil {
		return false, err
	}
	entries := slices.Collect(lib.Read(id.String(), bytes.NewReader(text)))
	switch {
	case len(entries) != 1:
		return false, say.Errorf("the record reads back as %d", len(entries))
	case entries[0].Err != nil:
		return false, entries[0].Err
	case !slices.Equal(entries[0].Decisions, record.Decisions):
		return false, say.New("the record reads back as other decisions")
	}
	again, err := hindsight.Replay(lib, &entries[0].Record, texts.New(texts.Default))
	if err != nil {
		return false, err
	}
	switch g := again.Game; {
	case !g.Over(), g.Result() != played.Result(), len(again.Tricks) != len(played.History()):
		return false, say.Errorf("the record replays to a round that is %s after %d tricks, not %s after %d",
			g.Result(), len(again.Tricks), played.Result(), len(played.History()))
	case !slices.Equal(g.Statuses(), played.Statuses()):
		return false, say.Errorf("the record replays to the goals %v, not %v", g.Statuses(), played.Statuses())
	}
	return played.Result() == chapters.Won, nil
}
