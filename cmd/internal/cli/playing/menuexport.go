package playing

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
)

// menuKeeping is what the menu can do with saved games beside playing them.
func menuKeeping(lib *chapters.Library, shelf *saves.Shelf, stats *saves.Stats, in func(settings.Settings) *texts.Texts) tui.Keeping {
	return tui.Keeping{
		Stats:   func(s settings.Settings, columns int) page.Page { return book.Stats(in(s), lib, stats, columns) },
		Formats: []string{"record", "page"}, StatsFormats: []string{"csv", "json", "text"},
		Export: func(name, format string, s settings.Settings) (string, error) {
			var doc []byte
			var err error
			file := name
			if name == "" {
				file = "stats"
				doc, err = statsExport(lib, stats, format, in(s))
			} else {
				doc, err = gameExport(lib, shelf, name, format, in(s))
			}
			if err != nil {
				return "", err
			}
			return keepExport(file, exportEndings[format], doc)
		},
		Delete: func(name string) error {
			g, err := shelf.Find(lib, name)
			if err != nil {
				return err
			}
			return shelf.Delete(&g)
		},
	}
}

// exportEndings are how the names of files of a format end.
var exportEndings = map[string]string{"record": ".ndjson", "page": ".txt", "text": ".txt", "json": ".ndjson", "csv": ".csv"}

// keepExport writes a file beside the saved games, into the folder exports: of that name,
// or with a number behind it where there is one already.
func keepExport(name, ending string, doc []byte) (file string, err error) {
	file, err = writeFree("exports", doc, func(n int) string {
		if n == 1 {
			return name + ending
		}
		return fmt.Sprintf("%s-%d%s", name, n, ending)
	})
	return strictyaml.Visible(file), err
}

// gameExport is a saved game as a record, or as a text.
func gameExport(lib *chapters.Library, shelf *saves.Shelf, name, format string, t *texts.Texts) ([]byte, error) {
	g, err := shelf.Find(lib, name)
	if err = errors.Join(err, g.Err); err != nil {
		return nil, err
	}
	if format == "record" {
		return g.Record.Text()
	}
	p, err := book.Saved(t, lib, &g)
	return []byte(p.String(page.Style{Width: command.Width})), err
}

// statsExport is the statistics as a table, as JSON objects or as a text.
func statsExport(lib *chapters.Library, stats *saves.Stats, format string, t *texts.Texts) ([]byte, error) {
	var b bytes.Buffer
	switch format {
	case "json":
		err := command.WriteAll(&b, book.StatsAnswers(stats))
		return b.Bytes(), err
	case "csv":
		w := csv.NewWriter(&b)
		rows := [][]string{{"chapter", "players", "games", "won", "lost", "open", "tries"}}
		for _, c := range stats.Chapters {
			row := []string{c.Chapter}
			for _, n := range []int{c.Players, c.Games(), c.Won, c.Lost, c.Open, c.Tries} {
				row = append(row, strconv.Itoa(n))
			}
			rows = append(rows, row)
		}
		err := w.WriteAll(rows)
		return b.Bytes(), err
	}
	return []byte(book.Stats(t, lib, stats, command.Width).String(page.Style{Width: command.Width})), nil
}
