// Package daily has the deal of the day: one deal for everybody, by the date in UTC.
//
// The rule must never change, because people compare their results; a test holds it for a year. A
// week goes from gentle chapters and table sizes on Monday to hard ones on Sunday. Each day of the
// week takes its turn through a list of them. The number of the deal is the date and a digit: the
// first digit for which the solver proves that the deal can be won.
package daily

import (
	"context"
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/solver"
)

// cell is a chapter with a number of players.
type cell struct {
	chapter string
	players int
}

// rhythm lists the cells for each day of a week, from Monday on: see docs/difficulty.md.
var rhythm = [7][]cell{
	{{"1", 4}, {"2", 3}, {"13", 2}, {"1", 2}, {"3", 3}, {"17", 3}, {"1", 3}},
	{{"2", 4}, {"5", 3}, {"3", 4}, {"14", 2}, {"4", 2}, {"13", 4}, {"2", 2}},
	{{"4", 4}, {"7", 2}, {"6", 4}, {"9", 3}, {"5", 4}, {"14", 4}, {"4", 3}},
	{{"7", 3}, {"road", 4}, {"9", 2}, {"11", 2}, {"3", 1}, {"road", 3}, {"16", 2}},
	{{"8", 4}, {"15", 2}, {"6", 2}, {"11", 3}, {"8", 3}, {"5", 1}, {"18", 3}},
	{{"9", 4}, {"16", 3}, {"7", 4}, {"18", 2}, {"15", 3}, {"6", 3}, {"18", 1}},
	{{"10", 4}, {"15", 4}, {"12", 1}, {"18", 4}, {"16", 4}, {"11", 4}, {"12", 4}},
}

// nodes is the largest number of card plays in the search for a proof.
const nodes = 400_000

// digits is the number of deals that a day has to choose from.
const digits = 10

// Format is the format of a day, for package time.
const Format = "2006-01-02"

// Deal returns the deal of the day. The error is the context's, or says that no deal of the day was
// proven.
func Deal(ctx context.Context, lib *chapters.Library, now time.Time) (chapters.DealID, error) {
	id, err := first(lib, now)
	for range digits {
		if err != nil {
			return id, err
		}
		var verdict solver.Verdict
		verdict, err = solve(ctx, lib, id)
		if verdict == solver.Winnable {
			return id, err
		}
		id.Seed++
	}
	return id, say.Errorf("no deal of %s can be proven", now.UTC().Format(Format))
}

// first returns the first deal that a day can have.
func first(lib *chapters.Library, now time.Time) (chapters.DealID, error) {
	now = now.UTC()
	const monday = 4 // the first Monday is 4 days after the first day of Unix time
	days := int(now.Unix()/(24*60*60)) - monday
	week := days / 7
	list := rhythm[days%7]
	choice := list[week%len(list)]
	c, err := lib.Chapter(choice.chapter)
	if err != nil {
		return chapters.DealID{}, err
	}
	letters := c.Letters()
	year, month, day := now.Date()
	return chapters.DealID{
		Chapter: choice.chapter,
		Variant: letters[week/len(list)%len(letters)],
		Players: choice.players,
		Seed:    uint64(((year*100+int(month))*100 + day) * digits),
	}, nil
}

func solve(ctx context.Context, lib *chapters.Library, id chapters.DealID) (solver.Verdict, error) {
	pos, err := lib.Deal(id)
	if err != nil {
		return solver.Unknown, err
	}
	g, err := lib.NewGame(pos)
	if err != nil {
		return solver.Unknown, err
	}
	r, err := solver.Solve(ctx, g, solver.Options{Nodes: nodes})
	if err == nil {
		err = ctx.Err()
	}
	return r.Verdict, err
}

// Day returns the day that a deal may belong to, by the deal's name; ok is false for any other
// deal.
func Day(lib *chapters.Library, deal string) (day time.Time, ok bool) {
	id, err := chapters.ParseDealID(deal)
	if err != nil || id.Seed/digits > 9999_12_31 {
		return day, false
	}
	date := int(id.Seed / digits)
	day = time.Date(date/1_00_00, time.Month(date/100%100), date%100, 0, 0, 0, 0, time.UTC)
	if day.Year() < 2026 || day.Format("20060102") != strconv.Itoa(date) {
		return day, false
	}
	expected, err := first(lib, day)
	expected.Seed = id.Seed
	return day, err == nil && expected == id
}

// Streak is a person's record with the deals of the day.
type Streak struct {
	// Won is the number of days on which the deal was won.
	Won int
	// Current is the number of such days in a row that end with Last.
	Current int
	// Longest is the largest number of such days in a row.
	Longest int
	// Last is the last such day.
	Last time.Time
}

// StreakOf returns the record for the days on which the deal was won.
func StreakOf(days []time.Time) (r Streak) {
	days = slices.Clone(days)
	slices.SortFunc(days, time.Time.Compare)
	for _, day := range slices.CompactFunc(days, time.Time.Equal) {
		r.Current++
		if !day.Equal(r.Last.AddDate(0, 0, 1)) {
			r.Current = 1
		}
		r.Won++
		r.Longest = max(r.Longest, r.Current)
		r.Last = day
	}
	return r
}
