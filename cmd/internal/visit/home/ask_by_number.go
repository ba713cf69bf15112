package home

import (
	"fmt"

	"fellowship/characters/say"
)

// nothingChosen reports that a person was asked and chose nothing.
var nothingChosen = say.New("nothing was chosen, so nothing is played")

// askByNumber asks line by line for one entry of a list, and returns its index.
func (h *Home) askByNumber(question string, list []string) (int, error) {
	answers := h.Person.inputLines(h.Ctx, h.In)
	for {
		h.printLine(question)
		for i, line := range list {
			h.printLine(fmt.Sprintf("  %d  %s", i+1, line))
		}
		fmt.Fprint(h.Out, h.Person.Texts().T("campaign.ask.number", len(list)))
		answer, err := answers.Next()
		for i := range list {
			if answer == fmt.Sprint(i+1) {
				return i, nil
			}
		}
		switch {
		case err != nil:
			return 0, say.Errorf("nothing was chosen: %w", err)
		case answer == "q" || answer == "quit":
			return 0, nothingChosen
		}
	}
}
