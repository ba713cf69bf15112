package words

import (
	"context"
	"slices"

	"fellowship/characters/say"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"
)

// ErrNoAction means that an action is not possible at a table now.
var ErrNoAction = say.New("that cannot be done now")

// Actions are the names of the actions at a table, as forms and rows use them. The value reports whether
// the action needs the [table.Revision] that the person has seen.
var Actions = map[string]bool{
	"agree": true, "ready": true, "sit": false, "computer": false, "without": false, "return": false, "invite": false,
	"host": false, "free": false, "stand": false, "close": false, "say": false, "phrase": false,
}

// answers are the possible values of actions whose value is not a seat, a name or a text.
var answers = map[string][]string{
	"agree": {"yes", "no"}, "ready": {"yes", "no"}, "return": {"yes"},
	"invite": {"", "watch"},
}

// DoAction performs the action with a name at a table. The value is the action's parameter as a form
// sends it. seat is the seat that the action is about; the actions "host" and "free" take the seat from
// the value instead.
func DoAction(ctx context.Context, client *table.Client, seen table.Revision, name, value string,
	seat tricks.Seat,
) error {
	target, _ := tricks.ParseSeat(value) // NoSeat for other values, which host and free refuse
	if allowed := answers[name]; allowed != nil && !slices.Contains(allowed, value) {
		return ErrNoAction
	}
	switch name {
	case "agree":
		return client.Agree(ctx, seen, value == "yes")
	case "ready":
		return client.Ready(ctx, seen, value == "yes")
	case "sit":
		return client.Sit(ctx, seat)
	case "computer":
		return client.SeatComputer(ctx, seat, value)
	case "without":
		return client.ReplaceAbsent(ctx, seat, table.AbsenceAction(value))
	case "return":
		return client.Return(ctx)
	case "invite":
		_, err := client.Invite(ctx, value == "watch")
		return err
	case "host":
		return client.MakeHost(ctx, target)
	case "free":
		return client.FreeSeat(ctx, target)
	case "stand":
		return client.StandUp(ctx)
	case "close":
		return client.Close(ctx)
	case "say":
		return client.Say(ctx, value)
	case "phrase":
		return client.SayPhrase(ctx, table.Phrase(value))
	}
	return ErrNoAction
}
