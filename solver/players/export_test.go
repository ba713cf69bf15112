package players

// Rounds are all the ways there are to deal a round.
var Rounds = rounds
