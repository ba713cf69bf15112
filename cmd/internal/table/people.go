package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
)

// personRecord is the server's record of a person. It is stored under a hash of the person's ID, see
// keyOf.
type personRecord struct {
	Name string `json:"name"`
	// Tables are the tables where the person was, the latest first.
	Tables []visited `json:"tables,omitempty"`
	// Settings are the person's [settings.Settings].
	Settings json.RawMessage `json:"wants,omitempty"`
}

// visited is a table where a person was.
type visited struct {
	// Table is the table's ID.
	Table string `json:"table"`
	// Begun reports whether the person created the table.
	Begun bool `json:"begun,omitempty"`
}

// mostVisited is how many tables are kept in a person's record.
const mostVisited = 100

// begunCount returns the number of tables that the person created.
func (r *personRecord) begunCount() (n int) {
	for _, v := range r.Tables {
		if v.Begun {
			n++
		}
	}
	return n
}

// loadPerson returns the record of a person, empty for a new one.
func (s *Service) loadPerson(id string) (personRecord, error) {
	_, record, err := s.findPerson(id)
	return record, err
}

// findPerson returns the record of a person and the bucket that holds it, nil if there is no record.
// A person whose record is damaged counts as new, and the damaged record is not overwritten.
func (s *Service) findPerson(id string) (*folder.Bucket, personRecord, error) {
	for _, bucket := range []*folder.Bucket{s.serverFolder.People, s.serverFolder.Newcomers} {
		value, err := bucket.Get(keyOf(id))
		switch {
		case errors.Is(err, store.ErrNone):
			continue
		case errors.Is(err, store.ErrDamaged):
			s.opts.Log.Error("what is kept of a person is damaged; "+
				"it stays as it is, and the person is like a new one until it is put back or removed", "error", err)
			return bucket, personRecord{}, nil
		}
		return bucket, parsePersonRecord(value), err
	}
	return nil, personRecord{}, nil
}

// parsePersonRecord reads a person's record. One that cannot be read counts as empty: nothing in it is
// needed to play.
func parsePersonRecord(value []byte) (record personRecord) {
	if json.Unmarshal(value, &record) != nil {
		return personRecord{}
	}
	return record
}

// changePerson changes the record of a person. Nothing is stored about a person without a record.
func (s *Service) changePerson(id string, change func(*personRecord)) error {
	bucket, _, err := s.findPerson(id)
	if err != nil || bucket == nil {
		return err
	}
	return changeRecord(bucket, id, change)
}

// changeRecord changes the record of a person in a bucket. A damaged record stays as it is, and a
// change without effect keeps the stored bytes.
func changeRecord(bucket *folder.Bucket, id string, change func(*personRecord)) error {
	err := bucket.Change(keyOf(id), func(previous []byte) ([]byte, error) {
		record := parsePersonRecord(previous)
		oldJSON, oldErr := json.Marshal(record)
		change(&record)
		newJSON, err := json.Marshal(record)
		if bytes.Equal(oldJSON, newJSON) && previous != nil {
			newJSON = previous
		}
		return newJSON, errors.Join(oldErr, err)
	})
	if errors.Is(err, store.ErrDamaged) {
		return nil
	}
	return err
}

// remember notes that a person is at a table. The record of a person who has never sat at a table is
// kept among the newcomers, which are forgotten sooner; sitting down moves it.
func (s *Service) remember(person Person, table string, begun, sits bool) error {
	source, record, err := s.findPerson(person.ID)
	if err != nil {
		return err
	}
	target := s.serverFolder.People
	if !sits && source != target {
		target = s.serverFolder.Newcomers
	}
	err = changeRecord(target, person.ID, func(stored *personRecord) {
		if source != target {
			*stored = record
		}
		if i := slices.IndexFunc(stored.Tables, func(v visited) bool { return v.Table == table }); i >= 0 {
			begun = stored.Tables[i].Begun
			stored.Tables = slices.Delete(stored.Tables, i, i+1)
		}
		stored.Name = person.Name
		stored.Tables = slices.Insert(stored.Tables, 0, visited{table, begun})
		most := mostVisited
		if person.ID == address(person.Network) {
			most = s.limits.tablesPerAddress
		}
		stored.Tables = stored.Tables[:min(len(stored.Tables), most)]
	})
	if err == nil && source != nil && source != target {
		err = source.Change(keyOf(person.ID), func([]byte) ([]byte, error) { return nil, nil })
	}
	return err
}

// checkTableLimits returns why a person may not create another table, nil if they may.
func (s *Service) checkTableLimits(host Person) error {
	err := s.checkLimit(host.ID, s.limits.tablesPerPerson, ErrOwnTables)
	if err == nil && host.Network != "" {
		err = s.checkLimit(address(host.Network), s.limits.tablesPerAddress, ErrAddress)
	}
	return err
}

// address returns the ID under which the tables created from a network address are recorded.
func address(network string) string { return "address:" + network }

// checkLimit returns the error full if the person or address with an ID has created most tables or
// more. Deleted tables do not count.
func (s *Service) checkLimit(id string, most int, full error) error {
	record, err := s.loadPerson(id)
	if err != nil || record.begunCount() < most {
		return err
	}
	all, err := s.serverFolder.Tables()
	if err != nil {
		return err
	}
	err = s.changePerson(id, func(stored *personRecord) {
		stored.Tables = slices.DeleteFunc(stored.Tables, func(v visited) bool { return !slices.Contains(all, v.Table) })
		record = *stored
	})
	if err == nil && record.begunCount() >= most {
		err = full
	}
	return err
}

// forget removes a table from a person's record.
func (s *Service) forget(id, table string) error {
	return s.changePerson(id, func(record *personRecord) {
		record.Tables = slices.DeleteFunc(record.Tables, func(v visited) bool { return v.Table == table })
	})
}

// Name returns the name that a person has used last. It is empty for a new person, and for a name from an earlier
// program that is not accepted any more, so that the person is asked for another one.
func (s *Service) Name(id string) (string, error) {
	record, err := s.loadPerson(id)
	name, _ := CleanName(record.Name)
	return name, err
}

// Settings returns the stored settings of a person. Settings that cannot be read count as default ones.
func (s *Service) Settings(id string) settings.Settings {
	record, _ := s.loadPerson(id)
	return record.parseSettings()
}

func (r *personRecord) parseSettings() (set settings.Settings) {
	if json.Unmarshal(r.Settings, &set) != nil {
		return settings.Settings{}
	}
	return set
}

// ChangeSettings changes the stored settings of a person, and tells those who follow them. Nothing is stored about
// people who only look around.
func (s *Service) ChangeSettings(id string, change func(*settings.Settings)) error {
	isStored := false
	var encodeErr error
	err := s.changePerson(id, func(record *personRecord) {
		set := record.parseSettings()
		change(&set)
		record.Settings, encodeErr = json.Marshal(set)
		isStored = true
	})
	if err = errors.Join(err, encodeErr); err != nil {
		return err
	}
	if isStored {
		s.settingsFollowers.Tell(id, func() (settings.Settings, error) {
			record, err := s.loadPerson(id)
			return record.parseSettings(), err
		})
	}
	return nil
}

// FollowSettings calls changed after each change of a person's stored settings, in whichever session of the person,
// until the caller calls stop. The function changed must not wait, see [settings.Followers.Follow].
func (s *Service) FollowSettings(id string, changed func(settings.Settings)) (stop func()) {
	return s.settingsFollowers.Follow(id, changed)
}

// Rename cleans a new name for a person and returns it, to be used when they enter a table. It is stored
// in the person's record; nothing is stored about people who only look around.
func (s *Service) Rename(id, name string) (string, error) {
	name, err := CleanName(name)
	if err != nil {
		return "", err
	}
	return name, s.changePerson(id, func(record *personRecord) { record.Name = name })
}

// Visited is a table where a person was before and which they may enter again.
type Visited struct {
	Ticket Ticket
	Now    TableView
	// Damaged is why the table's log cannot be read, nil if it can.
	Damaged error
}

// mostVisits is how many tables Visited lists.
const mostVisits = 8

// Visited returns the tables where a person was before and which still exist, the latest first.
func (s *Service) Visited(id string) (out []Visited, err error) {
	record, err := s.loadPerson(id)
	for _, t := range record.Tables {
		if len(out) >= mostVisits {
			break
		}
		ticket := Ticket{Table: t.Table}
		switch now, err := s.preview(id, t.Table); {
		case err == nil:
			out = append(out, Visited{Ticket: ticket, Now: now})
		case errors.Is(err, store.ErrDamaged):
			out = append(out, Visited{Ticket: ticket, Damaged: err})
		}
	}
	return out, err
}

// ReturnCode creates a code with which a person without a key or cookie can prove later who they are.
// Whoever knows the code is treated as that person.
func (s *Service) ReturnCode(p Person) (string, error) {
	bucket, _, err := s.findPerson(p.ID)
	if err != nil {
		return "", err
	}
	giveBack, err := s.arrivals.take(p.Network, s.opts.Now())
	if err != nil {
		return "", err
	}
	code := ""
	if bucket == nil {
		err = changeRecord(s.serverFolder.Newcomers, p.ID, func(record *personRecord) { record.Name = p.Name })
	}
	if err == nil {
		code, err = s.issue(returnLength, codeTarget{Person: p.ID})
	}
	if err != nil {
		giveBack()
		return "", err
	}
	return code, nil
}
