package guest

import "strings"

// longestCode is the highest number of characters of a code.
const longestCode = 64

// Code returns the stored form of an invitation, in lower case. The result ok is false if the text cannot be an
// invitation: it may have letters and digits, and hyphens between them. An empty text is no invitation, which is
// allowed.
func Code(typed string) (code string, ok bool) {
	code = strings.ToLower(strings.TrimSpace(typed))
	if len(code) > longestCode || strings.HasPrefix(code, "-") || strings.HasSuffix(code, "-") {
		return "", false
	}
	for _, r := range code {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return "", false
		}
	}
	return code, true
}
