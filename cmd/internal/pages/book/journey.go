package book

import (
	"fmt"
	"strings"

	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// places are the chapters at which the road comes by a place.
var places = map[string]string{
	"1": "journey.shire", "7": "journey.bree", "10": "journey.rivendell", "14": "journey.moria", "18": "journey.amonhen",
}

// Place is the place that the road passes at a chapter, empty for none.
func Place(t *texts.Texts, chapter string) string {
	if key := places[chapter]; key != "" {
		return t.T(key)
	}
	return ""
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
