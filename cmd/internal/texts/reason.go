package texts

import "fellowship/solver/players"

// Reason says in a few words why a computer player made a decision.
func (t *Texts) Reason(r players.Reason) string {
	switch {
	case r.Options == 1:
		return t.T("reason.only")
	case r.Worlds > 0 && r.Open > 0:
		return t.T("reason.worlds.open", r.Won, r.Worlds, r.Options, r.Open)
	case r.Worlds > 0:
		return t.T("reason.worlds", r.Won, r.Worlds, r.Options)
	case r.Imagined > 0:
		return t.N("reason.imagined", r.Imagined, r.Options)
	}
	return t.T("reason.chance", r.Options)
}
