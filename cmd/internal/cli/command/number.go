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

// plainDigits reports whether a number is written in decimal digits, with a minus before it and,
// where there may be one, a point among them.
func plainDigits(s string, point bool) bool {
	s = strings.TrimPrefix(s, "-")
	if point {
		s = strings.Replace(s, ".", "", 1)
	}
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// withoutZeros returns a number in plain digits without the zeros before it.
func withoutZeros(s string) string {
	minus := s[:len(s)-len(strings.TrimPrefix(s, "-"))]
	return minus + TrimZeros(s[len(minus):])
}

// ChapterNumber is a chapter's id in JSON: a number wherever it is one.
func ChapterNumber(id string) any {
	if n, err := strconv.Atoi(id); err == nil {
		return n
	}
	return id
}
