package choose

import (
	"context"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table"
)

// Destination is where a code leads: to a table, or back to the person who somebody was.
type Destination struct {
	Code   string
	Ticket table.Ticket
	Back   table.Person
	// Err is why it leads nowhere; it matches [table.ErrCode] where nobody has given it out.
	Err error
}

// Leads looks up where a code leads that somebody has typed. The house bounds how many are tried from an
// address.
func Leads(ctx context.Context, house *guest.House, hall *table.Hall, from, code string) Destination {
	to := Destination{Code: code}
	to.Err = house.Tries(ctx, from, table.ErrCode, func() (err error) {
		to.Ticket, to.Back, err = hall.Leads(code)
		return err
	})
	return to
}
