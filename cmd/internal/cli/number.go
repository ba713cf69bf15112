package cli

import (
	"strconv"
	"strings"
)

// trimZeros lets people write chapter 02.
func trimZeros(chapter string) string { return strings.TrimLeft(chapter, "0") }

// chapterNumber is a chapter's id in JSON: a number wherever it is one.
func chapterNumber(id string) any {
	if n, err := strconv.Atoi(id); err == nil {
		return n
	}
	return id
}
