package say_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"fellowship/characters/say"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestErrors: an error reads and unwraps as one of package fmt, and keeps its format and its values for a
// translation.
func TestErrors(t *testing.T) {
	inner := say.Errorf("seat %d holds %s", 2, say.Word("H3"))
	err := say.Errorf("line %d: %w", 7, errors.Join(inner, fs.ErrNotExist))
	require.EqualError(t, err, "line 7: seat 2 holds H3\n"+fs.ErrNotExist.Error())
	require.ErrorIs(t, err, inner)
	require.ErrorIs(t, err, fs.ErrNotExist)
	var formatted say.Formatted
	require.ErrorAs(t, err, &formatted)
	format, args := formatted.FormatArgs()
	assert.Equal(t, "line %d: %w", format)
	assert.Len(t, args, 2)
	assert.Equal(t, 7, args[0])
	require.ErrorAs(t, inner, &formatted)
	assert.Equal(t, "seat 2 holds H3", say.English(formatted))

	plain := say.New("100% of it")
	require.EqualError(t, plain, "100% of it")
	require.ErrorAs(t, plain, &formatted)
	assert.Equal(t, "100% of it", say.English(formatted), "a text without values is no format")
	require.NotErrorIs(t, plain, say.New("100% of it"), "each error is its own, as in package errors")
}

// TestFold: a list becomes one text, two parts at a time, and each part keeps its own format.
func TestFold(t *testing.T) {
	for want, parts := range map[string][]any{
		"":                   nil,
		"H3":                 {say.Word("H3")},
		"H3 or seat 1":       {say.Word("H3"), say.Sprintf("seat %d", 1)},
		"H3 or seat 1 or R1": {say.Word("H3"), say.Sprintf("seat %d", 1), "R1"},
	} {
		text := say.Fold("%s or %s", parts)
		assert.Equal(t, want, text.String())
		assert.Equal(t, want, fmt.Sprint(text))
	}
	format, args := say.Fold("%s or %s", []string{"a", "b"}).FormatArgs()
	assert.Equal(t, "%s or %s", format, "a translation joins with its own word")
	assert.Len(t, args, 2)
	format, args = say.Word("100%").FormatArgs()
	assert.Equal(t, "100%", format)
	assert.Empty(t, args)
	assert.Equal(t, "100%", say.Word("100%").String())
}

// TestCount: things are counted in one form or another.
func TestCount(t *testing.T) {
	assert.Equal(t, "0 cards", say.Count(0, "card"))
	assert.Equal(t, "1 card", say.Count(int64(1), "card"))
	assert.Equal(t, "2 cards", say.Count(uint64(2), "card"))
}

// TestGuard: a panic becomes an error that asks to be reported, and all else goes through as it is.
func TestGuard(t *testing.T) {
	require.NoError(t, say.Guard(func() error { return nil }))
	err := say.Guard(func() error { return fs.ErrExist })
	assert.Equal(t, fs.ErrExist, err)
	assert.False(t, say.IsInternal(err))

	err = say.Guard(func() error { panic("a seat too many") })
	require.EqualError(t, err, "internal error, please report it: a seat too many")
	assert.True(t, say.IsInternal(err))
	assert.True(t, say.IsInternal(fmt.Errorf("solve: %w", err)), "also inside another error")

	require.NoError(t, say.Internal(nil))
	assert.False(t, say.IsInternal(nil))
	require.ErrorIs(t, say.Internal(fs.ErrClosed), fs.ErrClosed)
}
