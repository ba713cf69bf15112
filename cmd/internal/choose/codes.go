package choose

import (
	"context"

	"fellowship/cmd/internal/table"
)

// Destination is where a code leads: to a table, or back to a person's account on this server.
type Destination struct {
	Code string
	// Ticket is the table that an invitation leads to.
	Ticket table.Ticket
	// Person is the person that a personal code belongs to.
	Person table.Person
	// Err is why the code leads nowhere. It matches [table.ErrCode] for a code that was never given out.
	Err error
}

// CodeLimiter limits how many wrong codes can be tried from one address.
type CodeLimiter interface {
	LimitGuesses(ctx context.Context, address string, countedErr error, do func() error) error
}

// ResolveCode looks up where a code leads. The limiter counts wrong codes for the address.
func ResolveCode(ctx context.Context, limiter CodeLimiter, service *table.Service, address, code string) Destination {
	destination := Destination{Code: code}
	destination.Err = limiter.LimitGuesses(ctx, address, table.ErrCode, func() (err error) {
		destination.Ticket, destination.Person, err = service.ResolveCode(code)
		return err
	})
	return destination
}
