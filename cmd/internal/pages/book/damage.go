package book

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// Damaged says what is wrong with the file of a saved game or a campaign. All screens, pages and commands say it with
// these sentences.
type Damaged struct {
	// Name names the game, the campaign or the file, with a word that says which of these it is.
	Name string
	// What is the sentence that says what is wrong, without the name.
	What string
	// Left says what can still be read, empty if there is nothing to say about it.
	Left string
	// Advice are sentences about what the person can do, without Repair and Delete.
	Advice []string
	// Repair says that the game can go on from what can be read. It is empty if it cannot.
	Repair string
	// RepairCommand says the same and names the command for it.
	RepairCommand string
	// Delete names the command that deletes the file, empty if none does.
	Delete string

	// headline is What with the name.
	headline string
}

// SayDamage says what is wrong with a file.
func SayDamage(t *texts.Texts, lib *chapters.Library, d *saves.Damage) Damaged {
	d.Complete(lib)
	said := Damaged{Name: DamagedName(t, d), What: texts.Sentence(t.Tell(d))}
	said.headline = t.T("damage.says", said.Name, t.Tell(d))
	switch {
	case d.Campaign != nil:
		said.Left = t.T(
			"damage.left",
			strings.Join(texts.NotEmpty(CampaignSummary(t, lib, d.Campaign), stageLeft(t, d)), ", "),
		)
	case d.Game != nil:
		said.Left = t.T("damage.left", stageLeft(t, d))
	case d.Kind == saves.Cut, d.Kind == saves.Changed, d.Kind == saves.Replaced:
		said.Left = t.T("damage.left.nothing")
	}
	said.Advice = damageAdvice(t, d)
	said.Delete = deleteAdvice(t, d)
	if d.CanRepair() {
		said.Repair = t.T("damage.repair.here")
		said.RepairCommand = t.T("damage.repair", "fellowship saves repair "+quoted(d.Name))
	}
	return said
}

// ProblemLines says why a game or a campaign cannot be shown: for a damaged file all sentences of [SayDamage].
func ProblemLines(t *texts.Texts, lib *chapters.Library, err error) []string {
	var d *saves.Damage
	if !errors.As(err, &d) {
		return []string{t.Problem(err)}
	}
	said := SayDamage(t, lib, d)
	return said.Lines(false)
}

// DamagedName names the game, the campaign or the file that is damaged.
func DamagedName(t *texts.Texts, d *saves.Damage) string {
	kind := "damage.file"
	name := d.Name
	switch {
	case d.Kind == saves.Copy || !d.IsKnown():
		name = filepath.Base(d.Path)
	case d.IsCampaign:
		kind = "damage.campaign"
	default:
		kind = "damage.game"
	}
	return t.T(kind, strictyaml.Visible(name))
}

// DamageStage says in a few words what is wrong with a file, for a list.
func DamageStage(t *texts.Texts, d *saves.Damage) string {
	switch d.Kind {
	case saves.Copy:
		return t.T("saves.copy", strictyaml.Visible(d.Original))
	case saves.Unreadable:
		return t.T("lobby.broken")
	case saves.Link, saves.DeadLink, saves.NoFile:
		return t.T("saves.nofile")
	default:
		return Stage(t, &saves.Save{Err: errors.Unwrap(d)})
	}
}

// DamageNote is one sentence for the menu about files in which something is wrong, empty if there are none. It names
// the first and says where the rest is told.
func DamageNote(t *texts.Texts, all []*saves.Damage) string {
	switch len(all) {
	case 0:
		return ""
	case 1:
		return t.T("damage.note", DamagedName(t, all[0]), t.T("lobby.saved"))
	}
	return t.T("damage.note.more", DamagedName(t, all[0]), len(all)-1, t.T("lobby.saved"))
}

// stageLeft says how far the last round can be read, empty if there is none.
func stageLeft(t *texts.Texts, d *saves.Damage) string {
	if d.Game == nil {
		return ""
	}
	return Stage(t, d.Game)
}

// deleteAdvice names the command that deletes a damaged file, empty if none does.
func deleteAdvice(t *texts.Texts, d *saves.Damage) string {
	switch d.Kind {
	case saves.Link, saves.DeadLink, saves.NoFile, saves.Copy, saves.Unreadable:
		return ""
	default:
		command := "fellowship saves delete "
		if d.IsCampaign {
			command = "fellowship campaign delete "
		}
		return t.T("damage.delete", command+quoted(d.Name))
	}
}

// damageAdvice says what the person can do about a damaged file, apart from going on with what can be read and from
// deleting it.
func damageAdvice(t *texts.Texts, d *saves.Damage) (all []string) {
	path := quoted(d.Path)
	look := t.T("damage.look", "fellowship replay "+path)
	switch d.Kind {
	case saves.Cut, saves.Changed, saves.Replaced:
		all = append(all, t.T("damage.restore", path))
		if d.Lines > 0 {
			all = append(all, look)
		}
	case saves.Unplayable:
		all = append(all, t.T("damage.unplayable"), look)
	case saves.Copy:
		all = append(all, t.T("damage.copy", strictyaml.Visible(d.Original)+".ndjson"), look)
	case saves.Unreadable:
		all = append(all, t.T("damage.unreadable", path))
	case saves.Link:
		all = append(all, t.T("damage.link", quoted(filepath.Dir(d.Path))))
	case saves.DeadLink:
		all = append(all, t.T("damage.deadlink", path))
	case saves.NoFile:
		all = append(all, t.T("damage.nofile", path))
	case saves.Foreign, saves.Empty: // nothing helps but to delete it
	}
	return all
}

// quoted returns a name or a path as a shell reads it, with nothing that a terminal does not show.
func quoted(name string) string { return texts.Quoted(strictyaml.Visible(name)) }

// Details returns the sentences after What. In a command Repair names the command, elsewhere the screen offers to go
// on itself.
func (d *Damaged) Details(inCommand bool) []string {
	repair := d.Repair
	if inCommand {
		repair = d.RepairCommand
	}
	return slices.Concat(texts.NotEmpty(d.Left), d.Advice, texts.NotEmpty(repair, d.Delete))
}

// Lines returns all sentences. The first one has the name.
func (d *Damaged) Lines(inCommand bool) []string {
	return append([]string{d.headline}, d.Details(inCommand)...)
}

// Page returns all sentences as a page for a screen that offers to go on itself.
func (d *Damaged) Page() (p page.Page) {
	p.Line(d.headline)
	for _, line := range d.Details(false) {
		p.Gap()
		p.Line(line)
	}
	return p
}
