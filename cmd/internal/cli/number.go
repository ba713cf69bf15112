package cli

import (
	"strconv"
	"strings"
)

// trimZeros lets people write chapter 02. Chapter 0 stays what it is.
func trimZeros(chapter string) string {
	if short := strings.TrimLeft(chapter, "0"); short != "" || chapter == "" {
		return short
	}
	return "0"
}

// chapterNumber is a chapter's id in JSON: a number wherever it is one.
func chapterNumber(id string) any {
	if n, err := strconv.Atoi(id); err == nil {
		return n
	}
	return id
}
