package rulebook

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// chapterAnswer is a chapter in JSON, or what one of its events or groups makes
// of it.
type chapterAnswer struct {
	Chapter    any               `json:"chapter"` // a number wherever it is one
	Title      characters.Text   `json:"title"`
	Long       bool              `json:"long"`
	Characters []characterAnswer `json:"characters"`
	Threats    []int             `json:"threats"`
	Tables     []tableAnswer     `json:"tables,omitempty"`
	Side       *sideAnswer       `json:"side,omitempty"`
	Trump      string            `json:"trump,omitempty"`
	Events     []variantAnswer   `json:"events,omitempty"`
	Groups     []variantAnswer   `json:"groups,omitempty"`
	Pool       *poolAnswer       `json:"pool,omitempty"`
	Notes      characters.Text   `json:"notes,omitempty"`
	FilledIn   []pointAnswer     `json:"filled_in,omitempty"`
	Fidelity   string            `json:"fidelity"`
	Note       string            `json:"note,omitempty"`
}

// variantAnswer is an event or a group.
type variantAnswer struct {
	ID         any               `json:"id"`
	Title      characters.Text   `json:"title"`
	Repeatable bool              `json:"repeatable"`
	Last       bool              `json:"last"`
	Characters []characterAnswer `json:"characters"`
	Tables     []tableAnswer     `json:"tables"`
	Side       *sideAnswer       `json:"side,omitempty"`
	Notes      characters.Text   `json:"notes,omitempty"`
}

type characterAnswer struct {
	ID       string          `json:"id"`
	Starred  bool            `json:"starred"`
	Exempt   bool            `json:"exempt,omitempty"`
	Players  []int           `json:"players,omitempty"`
	Name     characters.Text `json:"name"`
	Goal     characters.Text `json:"goal"`
	Setup    characters.Text `json:"setup,omitempty"`
	Rider    *extraAnswer    `json:"rider,omitempty"`
	Gift     *extraAnswer    `json:"gift,omitempty"`
	Fidelity string          `json:"fidelity"`
	Note     string          `json:"note,omitempty"`
}

// extraAnswer is a rider or a gift.
type extraAnswer struct {
	ID       string          `json:"id"`
	Name     characters.Text `json:"name"`
	Text     characters.Text `json:"text"`
	Fidelity string          `json:"fidelity"`
	Note     string          `json:"note,omitempty"`
}

// tableAnswer is how many cards go where with so many players (N).
type tableAnswer struct {
	Players int   `json:"players"`
	Seats   int   `json:"seats"`
	Hand    int   `json:"hand"` // as dealt; solo hands are refilled
	Tricks  int   `json:"tricks"`
	Lost    int   `json:"lost"`
	Pile    int   `json:"pile"`
	Rows    []int `json:"rows,omitempty"`
	Rivers  int   `json:"rivers"`
}

type sideAnswer struct {
	Name  string `json:"name"`
	Cards string `json:"cards"`
	// Size is how many cards lie in it, TurnUp how many are turned up before a
	// trick, for 1, 2, 3 and 4 players.
	Size   []int `json:"size,omitempty"`
	TurnUp []int `json:"turn_up,omitempty"`
}

type poolAnswer struct {
	Gold       []string      `json:"gold"`
	Black      []string      `json:"black"`
	GoldDrawn  []int         `json:"gold_drawn"`
	BlackDrawn []int         `json:"black_drawn"`
	Riders     []extraAnswer `json:"riders"`
	Gifts      []extraAnswer `json:"gifts"`
}

// pointAnswer is a point that was filled in; Key is the key of the chapter's
// file that changes it, null where only the program could.
type pointAnswer struct {
	Text characters.Text `json:"text"`
	Key  *string         `json:"key"`
}

// Answer is a chapter in JSON.
func Answer(lib *chapters.Library, c *chapters.Chapter) any {
	a := &chapterAnswer{
		Chapter: strictyaml.Plain(c.ID), Title: c.Title, Long: c.Long, Characters: answerRoster(c),
		Threats: append([]int{}, c.Threats...), Tables: answerTables(c), Side: answerSide(c), Notes: c.Notes,
		Events: answerVariants(c.Events), Groups: answerVariants(c.Groups), Pool: answerPool(lib, c.Pool),
		Fidelity: c.Fidelity.Level, Note: c.Fidelity.Note.In("en"),
	}
	if c.Trump < tricks.NoSuit {
		a.Trump = c.Trump.String()
	}
	for _, p := range c.FilledIn {
		point := pointAnswer{Text: p.Text}
		if p.Key != "" {
			point.Key = &p.Key
		}
		a.FilledIn = append(a.FilledIn, point)
	}
	return a
}

func answerRoster(c *chapters.Chapter) []characterAnswer {
	out := []characterAnswer{}
	for _, r := range c.Roster {
		p := r.Character
		a := characterAnswer{
			ID: p.ID, Starred: r.Starred, Exempt: r.Exempt, Players: r.Players, Name: p.Name, Goal: p.GoalText, Setup: p.SetupText,
			Fidelity: p.Fidelity.Level, Note: p.Fidelity.Note.In("en"),
		}
		if r.Rider != nil {
			a.Rider = answerRider(r.Rider)
		}
		if r.Gift != nil {
			a.Gift = answerGift(r.Gift)
		}
		out = append(out, a)
	}
	return out
}

func answerRider(r *characters.Character) *extraAnswer {
	return &extraAnswer{r.ID, r.Name, r.GoalText, r.Fidelity.Level, r.Fidelity.Note.In("en")}
}

func answerGift(g *characters.Gift) *extraAnswer {
	return &extraAnswer{g.ID, g.Name, g.Text, g.Fidelity.Level, g.Fidelity.Note.In("en")}
}

func answerTables(c *chapters.Chapter) []tableAnswer {
	var out []tableAnswer
	for players := 1; players <= 4; players++ {
		l, err := c.Layout(players)
		if err != nil {
			continue
		}
		out = append(out, tableAnswer{
			Players: players, Seats: l.Seats, Hand: l.Hand, Tricks: l.Tricks, Lost: l.Lost, Pile: l.Pile,
			Rows: l.Rows, Rivers: c.Rivers[players],
		})
	}
	return out
}

func answerSide(c *chapters.Chapter) *sideAnswer {
	if c.Side == nil {
		return nil
	}
	a := &sideAnswer{Name: c.Side.Name, Cards: c.Side.Cards.String()}
	if c.Side.IsTurnedUp() {
		a.TurnUp = c.Side.TurnUp[1:]
	} else {
		a.Size = c.Side.Size[1:]
	}
	return a
}

func answerVariants(list []chapters.Variant) []variantAnswer {
	var out []variantAnswer
	for _, v := range list {
		out = append(out, variantAnswer{
			ID: strictyaml.Plain(v.ID), Title: v.Title, Repeatable: v.Repeatable, Last: v.Last,
			Characters: answerRoster(v.Chapter), Tables: answerTables(v.Chapter), Side: answerSide(v.Chapter), Notes: v.Chapter.Notes,
		})
	}
	return out
}

func answerPool(lib *chapters.Library, p *chapters.Pool) *poolAnswer {
	if p == nil {
		return nil
	}
	a := &poolAnswer{Gold: p.Gold, Black: p.Black, GoldDrawn: p.GoldDrawn[1:], BlackDrawn: p.BlackDrawn[1:]}
	for _, id := range p.Riders {
		a.Riders = append(a.Riders, *answerRider(lib.Riders[id]))
	}
	for _, id := range p.Gifts {
		a.Gifts = append(a.Gifts, *answerGift(lib.Gifts[id]))
	}
	return a
}
