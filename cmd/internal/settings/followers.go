package settings

import "sync"

// Followers are told when the settings of people change. The zero value has no followers and is ready for use. Its
// methods may be called from several goroutines.
type Followers struct {
	mu sync.Mutex
	// byPerson has the functions that are called when the settings of a person change, by the ID of the person.
	byPerson map[string]map[*func(Settings)]bool
}

// Follow calls changed after each change of a person's settings, until the caller calls stop. It does not call changed
// with the settings of this moment. The function changed must not wait, and must not call methods of Followers.
func (f *Followers) Follow(person string, changed func(Settings)) (stop func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byPerson == nil {
		f.byPerson = map[string]map[*func(Settings)]bool{}
	}
	if f.byPerson[person] == nil {
		f.byPerson[person] = map[*func(Settings)]bool{}
	}
	f.byPerson[person][&changed] = true
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.byPerson[person], &changed)
		if len(f.byPerson[person]) == 0 {
			delete(f.byPerson, person)
		}
	}
}

// Tell tells the followers of a person that the settings have changed. It reads the settings itself, so that of two
// changes at the same time the later one is told last. Nobody is told what cannot be read.
func (f *Followers) Tell(person string, read func() (Settings, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.byPerson[person]) == 0 {
		return
	}
	now, err := read()
	if err != nil {
		return
	}
	for changed := range f.byPerson[person] {
		(*changed)(now)
	}
}
