package choose

import (
	"strconv"

	"fellowship/cmd/internal/table"
)

// HelpFields returns the fields about a table: how long it waits for a person who is away, and which help it
// allows.
func (s *Setup) HelpFields() []Field {
	var patiences []string
	for _, seconds := range table.Patiences {
		patiences = append(patiences, strconv.Itoa(seconds))
	}
	minutes := func(v string) string { return s.Texts.N("serve.minutes", ParseNumber(v)/60) }
	patience := NewField("patience", s.Texts.T("serve.new.patience"), strconv.Itoa(s.Patience), func(v string) {
		s.Patience = ParseNumber(v)
	}, labelled(minutes, patiences...)...)
	return []Field{
		patience,
		s.yesNo("hints", "serve.new.hints", &s.Hints),
		s.yesNo("opencards", "serve.new.open", &s.OpenCards),
	}
}
