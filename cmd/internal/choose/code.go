package choose

import (
	"context"

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

// House bounds how many codes are tried from an address.
type House interface {
	Tries(ctx context.Context, from string, wrong error, do func() error) error
}

// Leads looks up where a code leads that somebody has typed who comes from an address.
func Leads(ctx context.Context, house House, hall *table.Hall, from, code string) Destination {
	to := Destination{Code: code}
	to.Err = house.Tries(ctx, from, table.ErrCode, func() (err error) {
		to.Ticket, to.Back, err = hall.Leads(code)
		return err
	})
	return to
}
