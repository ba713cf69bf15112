package solver

import "fellowship/chapters"

// What the tests of package solver_test need to see.
var CheckSetup = checkSetup

// Missed returns decisions that lead to hands which the search does not come to, nil for none.
func (c setupCheck) Missed() []chapters.Decision { return c.missed }
