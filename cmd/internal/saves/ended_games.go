package saves

import (
	"hash/crc32"
	"sync"
)

// endedGames are finished games that were replayed. A browser needs some milliseconds to replay a game, and each menu
// needs all of them.
type endedGames struct {
	mu    sync.Mutex
	saves map[endedGame]Save
}

// endedGame identifies a finished game and its text.
type endedGame struct {
	path    string
	number  int
	stopped bool
	length  int
	sum     uint32
}

// Remember makes the folder keep finished games in memory once they were replayed.
func (f *Folder) Remember() { f.ended = &endedGames{saves: map[endedGame]Save{}} }

// keyOf returns the key of a game.
func keyOf(g *Save) endedGame {
	return endedGame{g.Path(), g.Number, g.Stopped, len(g.Text), crc32.ChecksumIEEE(g.Text)}
}

// find returns a game that was replayed before. Its Game is a copy, which the caller may change.
func (e *endedGames) find(g *Save) (save Save, ok bool) {
	if e == nil {
		return save, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	save, ok = e.saves[keyOf(g)]
	if ok {
		save.Recorded = g.Recorded
		save.table = g.table
		save.Game = save.Game.Clone()
	}
	return save, ok
}

// keep keeps a game that was replayed, if it is finished.
func (e *endedGames) keep(save *Save) {
	if e == nil || !save.Finished || save.Err != nil {
		return
	}
	kept := *save
	kept.Game = save.Game.Clone()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.saves[keyOf(save)] = kept
}
