// Package solver decides whether dealt hands could have been won with open
// cards: is there a legal cooperative line of draft, setup and plays that meets
// every goal?
package solver
