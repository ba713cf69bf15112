package home

import (
	"path/filepath"
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
)

// OfferRepair tells a person what is wrong with a file, and asks whether the game goes on from what can be read. It
// reports whether the person wanted that and it was done; otherwise nothing was changed. The error is
// [ErrNobodyToAsk] if no person is there.
func (h *Home) OfferRepair(asked Typist, d *saves.Damage) (repaired bool, err error) {
	t := h.Person.Texts()
	said := book.SayDamage(t, h.Library, d)
	question := append([]string{said.Name, said.What}, said.Details(false)...)
	answer, err := asked.Ask(h.Ctx, strings.Join(question, "\n"), []string{t.T("damage.button"), t.T("damage.leave")})
	if err != nil || answer != 0 {
		return false, err
	}
	return true, h.Repair(d)
}

// Repair makes a damaged game go on from what can be read, and says where the damaged file is kept.
func (h *Home) Repair(d *saves.Damage) error {
	kept, err := d.Repair()
	if err != nil {
		return err
	}
	name := book.DamagedName(h.Person.Texts(), d)
	h.say("damage.kept", name, strictyaml.Visible(filepath.Base(kept)))
	return nil
}

// ResumeRepaired continues the game or the campaign of a damaged file after [Home.Repair].
func (h *Home) ResumeRepaired(d *saves.Damage) error {
	switch {
	case d.IsCampaign:
		return h.PlayCampaign(Campaign{Name: d.Name, Choice: campaign.Choice{Seed: AnySeed()}})
	case d.Game == nil || d.Game.Finished:
		return nil
	}
	return h.ResumeNamed(d.Game.Name, true)
}
