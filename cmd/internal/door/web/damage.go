package web

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// damagePart says what is wrong with a file of a game or a campaign at home.
type damagePart struct {
	// Name names the game, the campaign or the file.
	Name string
	// Sentences say what is wrong, what is left and what the person can do.
	Sentences []string
	// Repair is the name of the file whose game can go on from what can be read; empty if it cannot.
	Repair string
}

// newDamagePart returns what a page says about a damage.
func newDamagePart(t *texts.Texts, lib *chapters.Library, d *saves.Damage) damagePart {
	said := book.SayDamage(t, lib, d)
	p := damagePart{Name: said.Name, Sentences: append([]string{said.What}, said.Details(false)...)}
	if d.CanRepair() {
		p.Repair = d.Name
	}
	return p
}
