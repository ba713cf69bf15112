package serving

import (
	"io"
	"log/slog"

	"fellowship/cmd/internal/texts"
)

// newLog writes to a writer what is at least as important as the level.
func newLog(w io.Writer, level string) *slog.Logger {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level)) // the flag takes no other words
	return slog.New(slog.NewTextHandler(texts.Raw(w), &slog.HandlerOptions{Level: least}))
}
