package book

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// places are where the road comes by, by the chapters: those above it, and those below.
var places = []map[string]string{
	{"1": "journey.shire", "7": "journey.bree", "14": "journey.moria"},
	{"10": "journey.rivendell", "18": "journey.amonhen"},
}

// Place is the place that the road passes at a chapter, empty for none.
func Place(t *texts.Texts, chapter string) string {
	for _, all := range places {
		if key := all[chapter]; key != "" {
			return t.T(key)
		}
	}
	return ""
}

// Journey is a map of the road from the Shire to Amon Hen in so many columns: a station for
// each chapter, which of them are won, and where the person is.
func Journey(t *texts.Texts, lib *chapters.Library, won func(chapter string) bool, columns int) []string {
	var stations []string
	for _, c := range lib.Chapters {
		if c.Pool == nil {
			stations = append(stations, c.ID)
		}
	}
	step := min(max((columns-10)/max(len(stations), 1), 2), 4)
	var road strings.Builder
	names, here := make([]string, len(places)), false
	for i, id := range stations {
		mark := "o"
		switch {
		case won(id):
			mark = "*"
		case !here:
			mark, here = "@", true
		}
		if i > 0 {
			road.WriteString(strings.Repeat("-", step-1))
		}
		road.WriteString(mark)
		for row, all := range places {
			if key := all[id]; key != "" {
				name := t.T(key)
				at := i * step
				if i == len(stations)-1 {
					at = max(at+1-cells.Width(name), 0)
				}
				names[row] += strings.Repeat(" ", max(at-cells.Width(names[row]), 0)) + name
			}
		}
	}
	return []string{names[0], road.String(), names[1]}
}

// Stars are the best marks of a chapter, for each size of table at which it was played; brief
// are the most there.
func Stars(t *texts.Texts, stats []saves.ChapterStats, chapter string) (text, brief string) {
	var parts []string
	most := 0
	for i := range stats {
		if s := &stats[i]; s.Chapter == chapter && s.Finished() > 0 {
			parts = append(parts, fmt.Sprintf("%d: %s", s.Players, stars(s.Stars())))
			most = max(most, s.Stars())
			brief = stars(most)
		}
	}
	return strings.Join(parts, "  "), brief
}

func stars(n int) string {
	return strings.Repeat("*", n) + strings.Repeat(".", saves.MostStars-n)
}
