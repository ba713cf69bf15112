package saves

import "fellowship/characters/say"

// Errors about saved games. The errors of this package wrap them.
var (
	ErrUnknown    = say.New("there is no such saved game")
	ErrGameName   = say.New("a saved game's name is made of letters, digits, -, _, . and spaces")
	ErrInUse      = say.New("another program is playing this game")
	ErrEmpty      = say.New("the file holds no game yet")
	ErrForeign    = say.New("the file is not a game of this program")
	ErrDamaged    = say.New("the file is damaged")
	ErrOfCampaign = say.New("it belongs to a campaign, which is deleted as a whole:")
)

// Errors about campaigns.
var (
	ErrNoCampaign = say.New("there is no such campaign")
	ErrTaken      = say.New("a campaign or a saved game has that name already")
	ErrName       = say.New("a name is made of letters, digits, - and _, up to 40 of them, " +
		"and does not begin with -")
	ErrReserved      = say.New("Windows reserves this name for a device, so no file there can have it")
	ErrCampaignInUse = say.New("another program is playing this campaign")
)
