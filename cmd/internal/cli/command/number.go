package command

import (
	"strconv"
	"strings"
)

// TrimZeros lets people write chapter 02. Chapter 0 stays what it is.
func TrimZeros(chapter string) string {
	if short := strings.TrimLeft(chapter, "0"); short != "" || chapter == "" {
		return short
	}
	return "0"
}

// ChapterNumber is a chapter's id in JSON: a number wherever it is one.
func ChapterNumber(id string) any {
	if n, err := strconv.Atoi(id); err == nil {
		return n
	}
	return id
}
