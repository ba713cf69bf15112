package web

import (
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
)

// setupSign is one of the signs that draw what a character does in the setup.
type setupSign struct {
	// Icon is a symbol; empty for none.
	Icon string
	// CharacterID is a character whose emblem is drawn; empty for none.
	CharacterID string
	// Text is a short text; empty for none.
	Text string
	// Class is a class of the styles: struck for somebody who is excepted.
	Class string
}

// actionSigns are the symbols of setup actions.
var actionSigns = map[characters.ActionKind]setupSign{
	characters.Threat:    {Icon: "i-rider"},
	characters.Declare:   {Text: "±"},
	characters.TakeLost:  {Text: "?", Class: "small-card"},
	characters.TakeSide:  {Text: "?", Class: "small-card"},
	characters.Exchange:  {Icon: "i-swap"},
	characters.GiveEach:  {Icon: "i-out"},
	characters.PassRight: {Icon: "i-next"},
	characters.Reveal:    {Icon: "i-eye"},
	characters.Tuck:      {Icon: "i-hand"},
	characters.SetAside:  {Icon: "i-hand"},
}

// setupSigns draws what a character does in the setup of a round: each action, and for an exchange with whom it is
// possible. A character without a setup has a dash.
func setupSigns(r texts.Round, character *characters.Character) (all []setupSign) {
	for _, action := range character.Setup {
		all = append(all, actionSigns[action.Kind])
		if action.Kind == characters.GiveEach || action.Kind == characters.PassRight {
			all = append(all, setupSign{Icon: "i-all"})
		}
		if action.Kind != characters.Exchange {
			continue
		}
		struck := ""
		if action.Partners.AllExcept {
			all = append(all, setupSign{Icon: "i-all"})
			struck = "struck"
		}
		for _, id := range action.Partners.IDs {
			if r.CanMeet(character, id) {
				all = append(all, setupSign{CharacterID: id, Class: struck})
			}
		}
		if action.Lost {
			all = append(all, actionSigns[characters.TakeLost])
		}
	}
	if all == nil {
		return []setupSign{{Text: "–"}}
	}
	return all
}
