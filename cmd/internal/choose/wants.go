package choose

import (
	"encoding/json"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
)

// Wants reads the settings that a server keeps for a person. Those that cannot be read count as none.
func Wants(hall *table.Hall, id string) (set settings.Settings) {
	if data, err := hall.Wants(id); err == nil {
		return read(data)
	}
	return set
}

func read(data []byte) (set settings.Settings) {
	if json.Unmarshal(data, &set) != nil {
		return settings.Settings{}
	}
	return set
}

// Change changes the settings that a server keeps for a person. Of somebody who only looks around
// nothing is kept.
func Change(hall *table.Hall, id string, change func(*settings.Settings)) error {
	return hall.ChangeWants(id, func(data []byte) ([]byte, error) {
		set := read(data)
		change(&set)
		return json.Marshal(set)
	})
}
