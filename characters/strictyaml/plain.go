package strictyaml

import "strconv"

// Plain is how an id is written into a document: a number as a number, nothing as
// nothing.
func Plain(id string) any {
	if n, err := strconv.Atoi(id); err == nil {
		return n
	}
	if id == "" {
		return nil
	}
	return id
}
