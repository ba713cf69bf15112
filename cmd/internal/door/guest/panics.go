package guest

import (
	"log/slog"
	"runtime/debug"

	"fellowship/characters/strictyaml"
)

// LogPanic logs a panic of a page or of a session, which ends only that page or session. It logs where the panic was,
// but no values of the program, because there may be hands among them.
func (s *Sessions) LogPanic(log *slog.Logger, place string, panicked any) {
	s.Counters.Panics.Add(1)
	message := "a value"
	switch p := panicked.(type) {
	case error:
		message = p.Error()
	case string:
		message = p
	}
	const most = 200
	if len(message) > most {
		message = message[:most]
	}
	log.Error("panic", "where", place, "what", strictyaml.Visible(message), "trace", string(debug.Stack()))
}
