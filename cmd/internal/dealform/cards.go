package dealform

import (
	"slices"
	"strings"

	"fellowship/tricks"
)

// cards reads cards as they are typed: small letters, and a suit at the end
// whose ranks are still to come.
func (d *deal) cards(text string, parse func(string) ([]tricks.Card, error)) ([]tricks.Card, string) {
	shown := strings.Fields(strings.ToUpper(text))
	text = d.Typed(strings.TrimSpace(text))
	if text == "-" {
		return nil, ""
	}
	if n := len(text); n > 0 && strings.ContainsRune("HMFSRV", rune(text[n-1])) {
		text = text[:n-1]
	}
	var all []tricks.Card
	seen := map[tricks.Card]bool{}
	for i, group := range strings.Fields(text) {
		cards, err := parse(group)
		if err != nil {
			// A card twice in one group is an error of its own.
			if whole, err := tricks.ParseSequence(group); err == nil {
				for j, c := range whole {
					if seen[c] || slices.Contains(whole[j+1:], c) {
						return all, d.T("entry.twice", c)
					}
				}
			}
			return all, d.T("entry.notcards", shown[i])
		}
		for _, c := range cards {
			seen[c] = true
		}
		all = append(all, cards...)
	}
	return all, ""
}
