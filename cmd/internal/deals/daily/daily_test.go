package daily_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The deals of the days from 23 November 2026 on: a Monday, and 64 weeks. They must never
// change. People have played them, and compare their results.
func TestFrozen(t *testing.T) {
	t.Parallel()
	golden, err := os.ReadFile("testdata/days.txt")
	require.NoError(t, err)
	want := strings.Fields(string(golden))
	require.Len(t, want, 64*7)
	var got []string
	day := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	lib := chapters.Default()
	for n := range want {
		now := day.AddDate(0, 0, n)
		id, err := daily.Deal(context.Background(), lib, now)
		require.NoError(t, err)
		got = append(got, id.String())
		of, ok := daily.Day(lib, id.String())
		assert.True(t, ok, id)
		assert.Equal(t, now, of)
	}
	assert.Equal(t, string(golden), strings.Join(got, "\n")+"\n")
}

// A day is a day in UTC, wherever somebody is and whenever.
func TestTheSameForEverybody(t *testing.T) {
	t.Parallel()
	late := time.Date(2026, 11, 24, 11, 59, 0, 0, time.FixedZone("far", 12*60*60))
	id, err := daily.Deal(context.Background(), chapters.Default(), late)
	require.NoError(t, err)
	assert.Equal(t, "c01p4s202611230", id.String())
}

func TestOtherDealsAreOfNoDay(t *testing.T) {
	t.Parallel()
	for _, deal := range []string{
		"", "c02p4s7", "c02p4s202611230", "c01p3s202611230", "c01p4s202613230",
		"c01p4s202502100", "c01p4s18446744073709551615",
	} {
		_, ok := daily.Day(chapters.Default(), deal)
		assert.False(t, ok, deal)
	}
}

func TestRow(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }
	assert.Equal(t, daily.Streak{}, daily.StreakOf(nil))
	assert.Equal(t, daily.Streak{Won: 6, Current: 2, Longest: 3, Last: day(12)},
		daily.StreakOf([]time.Time{day(5), day(3), day(4), day(4), day(12), day(11), day(8)}))
}
