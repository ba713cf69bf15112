package web

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// A round of a real table is a text in the notation that package realtable reads. A tap writes a card into it, and
// the page is drawn from it: nothing else is kept, here or in the form.

// tapped is what a form says of a round of a real table.
type tapped struct {
	// Text is the round. Kind is what lies there: piles, tricks, hands, or dealt for hands before the setup; it is
	// empty where the text was typed. At is the place where the next card goes.
	Text, Kind, At string
	// Pyramid is the seat that no player holds where two play (S9).
	Pyramid int

	campaign string
	lines    realtable.Taps
	chapter  *chapters.Chapter
	layout   chapters.Layout
	players  int
	names    []string
}

// realPage takes a round down. Step is the part of it that is asked for.
type realPage struct {
	sheet
	tapped
	Step   string
	Fields []choose.Field
	// Next are the rounds of campaigns that can be played at a real table.
	Next  []tile
	Seats [][]choose.Field
	// Kinds is what may lie there, with signs.
	Kinds []tile
	// Terms is what else is known of the round: what was drawn, and what earlier rounds have left.
	Terms []choose.Field
	// Cast are the characters with their goals, and Order their setup in its order.
	Cast, Order []member
	// Places are where cards go, and More those that are needed less often. Place is the one that is open, with
	// what lies in the trick that is begun, and with what can be put there beside cards.
	Places []heapPart
	More   []heapsPart
	Place  string
	Held   []*card
	Also   []words.Choice
	// Partner are the seats of an exchange, and During the tricks before which one can be made, none where that
	// cannot be.
	Partner, During []words.Choice
	Deck            []deckPart
	Laid, Of        int
	// Again says that a card that is tapped once more goes back.
	Again bool
	// Faults and Notes tell what is wrong and what was worked out. Asked is what tells several rounds apart.
	Faults, Notes []string
	Asked         []words.Choice
	Tricks        []trickPart
	// Result is the answer, with what is said about it, and Won that it is good news.
	Result, Says string
	Won          bool
	// Look leads through the round, Way through a way to win it, and File to a file of it; each is empty where there
	// is none. Campaigns are those whose next round this one is.
	Look, Way, File string
	Campaigns       []string
}

type (
	heapsPart struct {
		Says, Name string
		Open       bool
		Places     []heapPart
	}
	// heapPart is a place for cards. No other place beside it has one of its cards, but for those of which lies
	// none.
	heapPart struct {
		N                   int
		At, ID, Name, Count string
		On                  bool
		cut                 realtable.Cut
		most                int
		beside              beside
		deck                tricks.Set
	}
	// deckPart is a card of the deck: Mine where the next one goes, or of another place, with its owner.
	deckPart struct {
		*card
		Mine, Gone  bool
		Owner, Says string
	}
	trickPart struct {
		N     int
		Cards []playedPart
		// ID is the winner's, Winner her name.
		ID, Winner string
	}
	playedPart struct {
		*card
		Best, Lost bool
	}
)

// beside is which places share the cards of the deck among them: those before the play, and those of the play.
type beside uint8

const (
	ofDeal beside = 1 << iota
	ofPlay
)

// taps reads the form. Ok is false where it does not say which chapter is played.
func (v *visitor) taps() (f tapped, ok bool) {
	_ = v.r.ParseForm() // what cannot be read was not chosen
	form := v.r.Form
	f = tapped{Text: form.Get("text"), At: form.Get("at"), Kind: form.Get("kind"), Pyramid: choose.Number(cmp.Or(form.Get("pyramid"), "2"))}
	if kinds := form["kind"]; len(kinds) > 1 {
		f.Kind = kinds[len(kinds)-1] // behind what was there stands what was pressed
	}
	f.lines = realtable.Tapped(f.Text)
	if game := form.Get("game"); game != "" && len(f.lines) == 0 {
		chapter, variant, _ := strings.Cut(game, ":")
		f.lines = realtable.Tapped(strings.Join(strings.Fields(chapter+" "+variant+" "+cmp.Or(form.Get("players"), "4")), " "))
	}
	if len(f.lines) == 0 {
		return f, false
	}
	if f.chapter, f.players, ok = realtable.Head(v.Library, f.lines[0]); !ok {
		return f, false
	}
	var err error
	if f.layout, err = f.chapter.Layout(f.players); err != nil {
		return f, false
	}
	n := tricks.SeatsFor(f.players)
	if seats := form["seat"]; len(seats) == n {
		var words [][]string
		for i := range seats {
			words = append(words, strings.Fields(strings.Join([]string{at(form["number"], i), at(form["word"], i)}, " ")))
		}
		f.lines.Sit(seats, words)
	}
	for i := 1; i <= n && i < len(f.lines); i++ {
		f.names = append(f.names, strings.Fields(f.lines[i])[0])
	}
	if form.Has("terms") {
		for _, key := range terms {
			f.lines.Line(key, "")
			if chosen := strings.Join(strings.Fields(strings.Join(form[key], " ")), " "); chosen != "" {
				f.lines.Line(key, strings.TrimSuffix(key+" "+chosen, " yes"))
			}
		}
	}
	if f.Kind == "dealt" || f.Kind == "hands" {
		f.lines.Line("dealt", strings.TrimPrefix(f.Kind, "hands"))
	}
	f.Pyramid = max(0, min(f.Pyramid, n-1))
	return f, true
}

// terms are the lines about what was drawn for a Road, and about earlier rounds of a long chapter.
var terms = []string{"pool", "gift", "rider", "completed", "done", "mithril"}

func at(list []string, i int) string {
	return append(slices.Clip(list), slices.Repeat([]string{""}, i+1)...)[i]
}

// real shows the first page, or what a form asks for.
func (v *visitor) real() {
	f, ok := v.taps()
	p := &realPage{sheet: v.sheet("/", v.T("lobby.entry")), tapped: f}
	p.Step, p.campaign, _ = strings.Cut(v.r.FormValue("do"), " ")
	if !ok && !slices.Contains([]string{"check", "told", "text", "count"}, p.Step) || p.Step == "" {
		p.Step = "what"
	}
	if ok {
		p.Under = v.titled(f.chapter)
	}
	if to := v.r.FormValue("to"); to != "" && ok {
		p.At, p.Step = to, "lay"
	}
	if p.Step == "move" {
		p.At, p.Step = strings.Join(strings.Fields(v.r.FormValue("from")+">"+v.r.FormValue("partner")+" "+v.r.FormValue("trick")), " "), "lay"
	}
	heaps := v.heaps(p, ok)
	if code := v.r.FormValue("tap"); code != "" && ok {
		p.Step = "lay"
		p.tap(heaps, code)
	}
	if led := v.r.FormValue("led"); led != "" && len(p.Text) < realtable.MostText {
		p.Text, p.Step = strings.TrimRight(p.Text, "\r\n")+"\nled "+led+"\n", "check"
		p.lines = realtable.Tapped(p.Text)
	}
	switch p.Step {
	case "undo":
		if h := heapAt(heaps, p.At); h != nil {
			cards := p.lines.Cards(h.At)
			p.put(h, cards[:max(len(cards)-1, 0)])
		}
		fallthrough
	case "lay":
		v.lay(p, heaps)
	case "who":
		v.who(p)
	case "guide", "draw":
		v.guide(p)
	case "text":
		p.Kind = ""
	case "check", "told", "count":
	default:
		v.what(p)
	}
	if ok && (p.Kind != "" || p.Step != "check" && p.Step != "told" && p.Step != "count") {
		p.Text = p.lines.String()
	}
	if slices.Contains([]string{"check", "told", "count"}, p.Step) {
		v.check(p)
	}
	v.sends("real", p)
}

// what asks for the chapter and the number of players.
func (v *visitor) what(p *realPage) {
	p.Step = "what"
	s := choose.NewTable(v.Texts, v.Library, "")
	s.Modes, s.Players = s.Modes[:1], tricks.MaxSeats
	p.Fields = append([]choose.Field{s.Size(func(n int) string { return v.N("serve.players", n) })}, s.Game()...)
	if v.home == nil {
		return
	}
	for _, c := range v.keeps(v.me.ID).Played().Campaigns {
		if c.Err != nil || c.Campaign.Playing != nil {
			continue
		}
		if ch, err := v.Library.Chapter(c.Campaign.Recommended()); err == nil && ch.Pool == nil {
			title := v.titled(ch)
			for _, variant := range c.Campaign.Offers(campaign.Choice{}).Variants {
				p.Next = append(p.Next, v.nextAt(c, ch, variant.Letter(), title+": "+variant.Title.In(v.Lang())))
			}
			if ch.VariantKind() == "" {
				p.Next = append(p.Next, v.nextAt(c, ch, "", title))
			}
		}
	}
}

// titled is the number and the title of a chapter; the Road has no number.
func (v *visitor) titled(c *chapters.Chapter) string {
	if c.Pool != nil {
		return c.Title.In(v.Lang())
	}
	return v.T("serve.game.chapter", c.ID, c.Title.In(v.Lang()))
}

// nextAt leads to the next round of a campaign, with what its earlier rounds have left.
func (v *visitor) nextAt(c *saves.Table, ch *chapters.Chapter, variant, title string) tile {
	to := url.Values{"do": {"who"}, "game": {ch.ID + ":" + variant}, "players": {strconv.Itoa(c.Campaign.Players)}}
	if at := c.Campaign.At(ch.ID, c.Campaign.Players); at != nil {
		to["terms"], to["completed"], to["done"] = []string{"1"}, at.Completed, at.EventsDone
		if at.MithrilUsed {
			to.Set("mithril", "yes")
		}
	}
	return tile{"/real?" + to.Encode(), "i-next", v.T("web.real.next", c.Name), title}
}

// who asks which character sits where, and for what belongs to each.
func (v *visitor) who(p *realPage) {
	var all []*characters.Character
	for _, starred := range []bool{true, false} {
		for i := range p.chapter.Roster {
			if e := &p.chapter.Roster[i]; e.Starred == starred {
				all = append(all, e.Character)
			}
		}
	}
	choices := func(values []string, label func(string) string) (out []words.Choice) {
		for _, value := range values {
			out = append(out, words.Choice{Value: value, Label: cmp.Or(label(value), "–")})
		}
		return out
	}
	same := func(w string) string { return w }
	name := func(id string) string { return v.Texts.Name(v.Library.Characters[id]) }
	numbers, extra := []string{""}, v.words(p.chapter, all)
	for _, n := range p.chapter.Threats {
		numbers = append(numbers, strconv.Itoa(n))
	}
	var ids []string
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	for i := range tricks.SeatsFor(p.players) {
		now, has := "", []string(nil)
		if i < len(p.names) {
			now, has = p.names[i], p.lines.Words(p.names[i])
		} else if i < len(ids) {
			now = ids[i]
		}
		field := func(key, label string, values []string, says func(string) string) choose.Field {
			chosen := ""
			if key == "seat" {
				chosen = now
			} else if at := slices.IndexFunc(has, func(w string) bool { return slices.Contains(values, w) }); at >= 0 {
				chosen = has[at]
			}
			f := choose.Among(key, label, chosen, nil, choices(values, says)...)
			f.Seat = i + 1
			return f
		}
		seat := []choose.Field{field("seat", v.T("serve.seat", i+1), ids, name)}
		if len(numbers) > 1 {
			seat = append(seat, field("number", v.T("web.real.number"), numbers, same))
		}
		if len(extra) > 1 {
			seat = append(seat, field("word", v.T("web.real.word"), extra, v.worded))
		}
		p.Seats = append(p.Seats, seat)
	}
	for _, k := range [][2]string{{"piles", "i-trick"}, {"tricks", "i-next"}, {"hands", "i-hand"}, {"dealt", "i-swap"}} {
		key := "web.real.kind." + k[0]
		p.Kinds = append(p.Kinds, tile{k[0], k[1], v.T(key), v.T(key + ".note")})
	}
	many := func(key string, options []words.Choice) {
		for i := range options {
			options[i].Chosen = slices.Contains(p.lines.Words(key), options[i].Value)
		}
		p.Terms = append(p.Terms, choose.Field{Name: key, Label: v.T("web.real.term." + key), Options: options})
	}
	one := func(key string, options []words.Choice) {
		p.Terms = append(p.Terms, choose.Among(key, v.T("web.real.term."+key), strings.Join(p.lines.Words(key), " "), func(string) {},
			append([]words.Choice{{Label: "–"}}, options...)...))
	}
	if p.chapter.Pool != nil {
		many("pool", choices(ids, name))
		one("gift", choices(slices.Sorted(maps.Keys(v.Library.Gifts)), func(id string) string { return v.Library.Gifts[id].Name.In(v.Lang()) }))
		var riders []words.Choice
		for _, id := range slices.Sorted(maps.Keys(v.Library.Riders)) {
			for i := range p.Seats {
				riders = append(riders, words.Choice{Value: fmt.Sprint(id, " ", i+1), Label: v.Texts.Name(v.Library.Riders[id]) + ", " + v.T("serve.seat", i+1)})
			}
		}
		one("rider", riders)
	}
	if whole, err := v.Library.Chapter(p.chapter.ID); err == nil && whole.Long {
		many("completed", choices(ids, name))
		if len(whole.Events) > 0 {
			many("done", choices(chapters.VariantIDs(whole.Events), func(id string) string { return whole.Variant(id).Title.In(v.Lang()) }))
		}
		one("mithril", choices([]string{"yes"}, func(string) string { return v.T("serve.yes") }))
	}
	if p.players == 2 {
		var seats []words.Choice
		for i := range p.Seats {
			seats = append(seats, words.Choice{Value: strconv.Itoa(i), Label: v.T("serve.seat", i+1)})
		}
		p.Fields = append(p.Fields, choose.Among("pyramid", v.T("web.real.pyramid"), strconv.Itoa(p.Pyramid), nil, seats...))
	}
}

// words are those that can belong to a character beside its number: what Strider declares, the range of the Sword,
// the suits of the Horn, that it took the lost card, and that it leads where no card says who does.
func (v *visitor) words(c *chapters.Chapter, all []*characters.Character) []string {
	out, here := []string{""}, func(says func(*characters.Character) bool) bool { return slices.ContainsFunc(all, says) }
	if here(func(c *characters.Character) bool { return c.Goal.NeedsDeclaration() }) {
		out = append(out, string(characters.More), string(characters.Fewer))
	}
	if here(func(ch *characters.Character) bool { return ch.Has(characters.TakeLost) }) && (c.OptionalLost || c.Pool != nil) {
		out = append(out, "took")
	}
	if c.Leads == "" && !here(func(c *characters.Character) bool { return c.TakesR1 || c.Leads }) {
		out = append(out, "*")
	}
	for _, id := range slices.Sorted(maps.Keys(v.Library.Gifts)) {
		gift := v.Library.Gifts[id]
		if c.Pool == nil && !slices.ContainsFunc(c.Roster, func(e chapters.RosterEntry) bool { return e.Gift == gift }) {
			continue
		}
		for _, r := range gift.Ranges {
			out = append(out, fmt.Sprintf("%d-%d", r[0], r[1]))
		}
		for suits := 1; gift.Effect == characters.AnnounceSuits && suits < 1<<tricks.Rings; suits++ {
			letters := "announced="
			for suit := range tricks.Rings {
				if suits>>suit&1 != 0 {
					letters += string(suit.Letter())
				}
			}
			out = append(out, letters)
		}
	}
	return out
}

// worded is such a word as people read it.
func (v *visitor) worded(w string) string {
	if letters, is := strings.CutPrefix(w, "announced="); is {
		return v.T("web.real.announced", letters)
	} else if w == "*" {
		return v.T("web.real.leads")
	} else if slices.Contains([]string{"more", "fewer", "took"}, w) {
		return v.T("real.word." + w)
	}
	return w
}

// guide tells those at a real table what each goal is, and who does what before the first trick: clockwise from
// the seat behind Frodo's (S5). It draws the numbers of the threat cards, if that is wanted (S8).
func (v *visitor) guide(p *realPage) {
	deck, first := slices.Clone(p.chapter.Threats), 0
	rand.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	about := cast(v.Texts, p.chapter)
	for i, id := range p.names {
		at := v.Library.Characters[id]
		if at == nil {
			continue
		}
		if at.TakesR1 {
			first = i
		}
		if draws := slices.ContainsFunc(at.Setup, func(a characters.Action) bool { return a.Kind == characters.Threat && !a.Chosen }); p.Step == "draw" && draws && len(deck) > 0 {
			keep := slices.DeleteFunc(p.lines.Words(id), func(w string) bool { return len(w) == 1 && w != "*" })
			p.lines.Put(id, append([]string{strconv.Itoa(deck[0])}, keep...), p.lines.Cards(id), realtable.Cut{})
			deck = deck[1:]
		}
		m := member{ID: id, Goal: at.GoalText.In(v.Lang())}
		if k := slices.IndexFunc(about, func(m member) bool { return m.ID == id }); k >= 0 {
			m.Goal, m.Also = about[k].Goal, about[k].Also
		}
		m.Name = strings.TrimSpace(v.Texts.Name(at) + " " + strings.Join(p.lines.Words(id), " "))
		p.Cast = append(p.Cast, m)
	}
	for i := range p.names {
		id := p.names[(first+1+i)%len(p.names)]
		if k := slices.IndexFunc(about, func(m member) bool { return m.ID == id && m.Setup != "" }); k >= 0 {
			p.Order = append(p.Order, member{ID: id, Name: about[k].Name, Goal: about[k].Setup})
		}
	}
	p.Step = "guide"
}

// called is the name of a character by its ID.
func (v *visitor) called(id string) string {
	if c := v.Library.Characters[id]; c != nil {
		return v.Texts.ShortName(c)
	}
	return id
}

// heaps are all places for cards: main ones first, then those that are needed less often.
func (v *visitor) heaps(p *realPage, known bool) (all []*heapPart) {
	if !known || len(p.names) == 0 {
		return nil
	}
	n, c, inHands := len(p.names), p.chapter, p.Kind == "hands" || p.Kind == "dealt"
	more := func(says, name string) { p.More = append(p.More, heapsPart{Says: says, Name: name}) }
	add := func(group *[]heapPart, h heapPart) { *group = append(*group, h) }
	last := func() *[]heapPart { return &p.More[len(p.More)-1].Places }
	hand := func(group *[]heapPart, i int) {
		h := heapPart{At: p.names[i], ID: p.names[i], Name: v.called(p.names[i]), beside: ofDeal, most: p.layout.Hand}
		switch {
		case p.players == 2 && i == p.Pyramid:
			h.Name, h.cut, h.most = v.T("web.real.rows", h.Name), realtable.Cut{Sizes: p.layout.Rows, Sign: "/"}, 0
		case p.players == 1:
			h.most = 0 // what its character draws depends on setup
		case p.Kind == "dealt" && c.Staged > 0:
			h.cut = realtable.Cut{Sizes: []int{c.Staged, c.Staged, p.layout.Hand}, Sign: "|"}
		}
		add(group, h)
	}
	for i, id := range p.names {
		switch {
		case inHands:
			hand(&p.Places, i)
		case p.Kind == "piles":
			add(&p.Places, heapPart{At: id + ":", ID: id, Name: v.called(id), beside: ofPlay, cut: realtable.Cut{Sizes: []int{n}, Sign: "/"}})
		case i == 0:
			add(&p.Places, heapPart{At: ";", Name: v.T("web.real.tricks"), beside: ofPlay, cut: realtable.Cut{Sizes: []int{n}, Sign: ";"}})
		}
	}
	side := c.Side
	if side != nil && side.Effect == chapters.BeatsLowWinners && p.Kind == "piles" {
		add(&p.Places, heapPart{At: "nobody:", Name: v.T("web.real.nobody"), beside: ofPlay, cut: realtable.Cut{Sizes: []int{n}, Sign: "/"}})
	}
	if p.players == 2 && !inHands {
		hand(&p.Places, p.Pyramid)
	}
	if p.players == 1 {
		add(&p.Places, heapPart{At: "pile", Name: v.T("web.real.pile"), beside: ofDeal, most: p.layout.Pile})
	}
	if side != nil {
		h := heapPart{At: side.Name, Name: side.Called(v.Lang())}
		if side.IsTurnedUp() {
			h.deck = side.Cards
		}
		add(&p.Places, h)
	}
	if p.layout.Lost > 0 {
		add(&p.Places, heapPart{At: "lost", Name: v.T("web.real.lost"), beside: ofDeal | ofPlay, most: p.layout.Lost})
	}
	more("web.real.moves", "moves")
	for _, line := range p.lines {
		if at, _, _ := strings.Cut(line, " "); strings.Contains(at, ">") {
			if w := p.lines.Words(line); len(w) > 0 {
				at += " " + w[0]
			}
			add(last(), heapPart{At: at, Name: v.moved(at), most: 2})
		}
	}
	if strings.Contains(p.At, ">") && p.lines.Find(p.At) < 0 {
		add(last(), heapPart{At: p.At, Name: v.moved(p.At), most: 2})
	}
	if !inHands {
		more("web.real.known", "known")
		for i := range p.names {
			if p.players != 2 || i != p.Pyramid {
				hand(last(), i)
			}
		}
		more("web.real.ended", "ended")
		for _, id := range p.names {
			add(last(), heapPart{At: "left " + id, ID: id, Name: v.T("web.real.left", v.called(id)), beside: ofPlay})
		}
	}
	for _, id := range p.names {
		for kind, marks := range map[characters.ActionKind][]string{characters.Tuck: {"tucked"}, characters.SetAside: {"first", "last"}} {
			if at := v.Library.Characters[id]; at != nil && at.Has(kind) {
				for _, mark := range marks {
					more("web.real.aside", mark)
					add(last(), heapPart{At: id + " " + mark + "=", ID: id, Name: v.T("web.real.aside." + mark), most: 1})
				}
			}
		}
	}
	for _, places := range append([][]heapPart{p.Places}, morePlaces(p.More)...) {
		for i := range places {
			places[i].N = len(all)
			all = append(all, &places[i])
		}
	}
	return all
}

func morePlaces(groups []heapsPart) (all [][]heapPart) {
	for i := range groups {
		all = append(all, groups[i].Places)
	}
	return all
}

// moved names an exchange by its place, such as sam>frodo, or sam>lost 3 before the third trick.
func (v *visitor) moved(at string) string {
	pair, trick, _ := strings.Cut(at, " ")
	from, to, _ := strings.Cut(pair, ">")
	if to == "lost" {
		to = v.T("web.real.lost")
	}
	return strings.TrimSpace(v.called(from) + " > " + v.called(to) + " " + trick)
}

// put writes the cards of a place.
func (p *realPage) put(h *heapPart, cards []string) {
	p.lines.Put(h.At, p.lines.Words(h.At), cards, h.cut)
}

// heapAt is a place by its name, nil for none.
func heapAt(heaps []*heapPart, at string) *heapPart {
	if i := slices.IndexFunc(heaps, func(h *heapPart) bool { return h.At == at }); i >= 0 {
		return heaps[i]
	}
	return nil
}

// tap puts a card where the next one goes, takes it back from there, or goes to where it lies. R1! lets the One Ring
// win, and a name says who was named to lead.
func (p *realPage) tap(heaps []*heapPart, code string) {
	h := heapAt(heaps, p.At)
	if h == nil || !realtable.IsTap(code) {
		return
	}
	cards := p.lines.Cards(h.At)
	has := slices.Index(cards, code)
	ring := slices.Index(cards, strings.TrimSuffix(code, "!"))
	switch is := func(other *heapPart) bool {
		return other.beside&h.beside != 0 && slices.Contains(p.lines.Cards(other.At), code)
	}; {
	case code == "-" || code == "+" || h.deck != 0 || strings.HasSuffix(code, ":"):
		p.put(h, append(cards, code))
	case has >= 0:
		p.put(h, slices.Delete(cards, has, has+1))
	case strings.HasSuffix(code, "!") && ring >= 0:
		cards[ring] = code
		p.put(h, cards)
	case strings.HasSuffix(code, "!"):
	case slices.ContainsFunc(heaps, is):
		p.At = heaps[slices.IndexFunc(heaps, is)].At
	case h.most == 0 || len(cards) < h.most:
		p.put(h, append(cards, code))
	}
}

// lay shows the cards of the chapter, to be tapped.
func (v *visitor) lay(p *realPage, heaps []*heapPart) {
	if len(heaps) == 0 {
		v.what(p)
		return
	}
	p.Step = "lay"
	h := cmp.Or(heapAt(heaps, p.At), heaps[0])
	if open := p.lacking(heaps); len(open) > 0 && v.r.FormValue("to") == "" && (p.Kind == "hands" || p.Kind == "dealt") {
		rest := p.layout.Deck &^ p.laid(heaps)
		if len(open) == 1 && rest.Len() == open[0].most-len(p.lines.Cards(open[0].At)) && rest != p.layout.Deck { // it gets what is left
			p.put(open[0], append(p.lines.Cards(open[0].At), strings.Fields(tricks.FormatCards(rest.Cards()))...))
		}
		if h.most > 0 && len(p.lines.Cards(h.At)) >= h.most { // a full place gives way to the next
			h = open[0]
		}
	}
	p.At, p.Place, h.On = h.At, h.Name, true
	for i := range p.More {
		p.More[i].Open = slices.ContainsFunc(p.More[i].Places, func(h heapPart) bool { return h.On })
	}
	for _, h := range heaps {
		h.Count = p.count(h)
	}
	cards, group := p.lines.Cards(h.At), 0
	held := cards // where their order counts
	if len(h.cut.Sizes) == 1 {
		group = len(plain(cards)) % h.cut.Sizes[0]
		held = cards[len(cards)-group:]
	} else if h.cut.Sizes == nil && h.beside != 0 && h.At != "pile" {
		held = nil
	}
	for _, c := range held {
		card, _ := tricks.ParseCard(strings.TrimSuffix(c, "!"))
		p.Held = append(p.Held, cardOf(v.Texts, card))
	}
	p.Again = h.deck == 0
	v.also(p, h, cards, group)
	v.deck(p, heaps, h)
	p.Laid, p.Of = p.laid(heaps).Len(), p.layout.Deck.Len()
	for _, id := range append(slices.Clone(p.names), "lost") {
		p.Partner = append(p.Partner, words.Choice{Value: id, Label: v.called(strings.ReplaceAll(id, "lost", v.T("web.real.lost")))})
	}
	sting := func(g *characters.Gift) bool { return g != nil && g.Effect == characters.ExchangeInPlay }
	stings := sting(v.Library.Gifts[strings.Join(p.lines.Words("gift"), "")]) || slices.ContainsFunc(p.chapter.Roster, func(e chapters.RosterEntry) bool { return sting(e.Gift) })
	for k := 1; stings && k <= p.layout.Tricks; k++ {
		label := strconv.Itoa(k)
		if k == 1 {
			label = ""
		}
		p.During = append(p.During, words.Choice{Value: label, Label: cmp.Or(label, "–")})
	}
	now := slices.DeleteFunc(slices.Clone(p.lines), func(line string) bool {
		at, _, _ := strings.Cut(line, " ")
		return strings.HasSuffix(at, ":") // no pile can be judged without the others
	})
	got := realtable.Read(v.Library, now.String())
	if h.At == ";" && got.Turn >= 0 && int(got.Turn) < len(p.names) {
		p.Place = v.T("web.real.turn", len(cards)/len(p.names)+1, v.called(p.names[got.Turn]))
	}
	for i := range got.Faults {
		if f := &got.Faults[i]; !f.Open && group == 0 { // a trick is judged when it is there
			p.Faults = append(p.Faults, v.told(f.Err))
		}
	}
}

// plain are cards without what is tapped beside them.
func plain(cards []string) []string {
	return slices.DeleteFunc(slices.Clone(cards), func(c string) bool { return c == "+" || strings.HasSuffix(c, ":") })
}

// count says how much lies in a place.
func (p *realPage) count(h *heapPart) string {
	laid := len(plain(p.lines.Cards(h.At)))
	switch {
	case h.most > 0:
		return fmt.Sprintf("%d/%d", laid, h.most)
	case len(h.cut.Sizes) != 1:
		return strconv.Itoa(laid)
	}
	n := h.cut.Sizes[0]
	if laid%n > 0 {
		return fmt.Sprintf("%d + %d/%d", laid/n, laid%n, n)
	}
	return strconv.Itoa(laid / n)
}

// lacking are the places before the play that are not full.
func (p *realPage) lacking(heaps []*heapPart) (open []*heapPart) {
	for _, h := range heaps {
		if h.beside&ofDeal != 0 && len(p.lines.Cards(h.At)) < h.most {
			open = append(open, h)
		}
	}
	return open
}

// laid are the cards that lie where they are asked for: before the play, or in it.
func (p *realPage) laid(heaps []*heapPart) (set tricks.Set) {
	of := ofPlay
	if p.Kind == "hands" || p.Kind == "dealt" {
		of = ofDeal
	}
	for _, h := range heaps {
		for _, c := range p.lines.Cards(h.At) {
			if card, err := tricks.ParseCard(strings.TrimSuffix(c, "!")); err == nil && h.beside&of != 0 {
				set |= card.Bit()
			}
		}
	}
	return set & p.layout.Deck
}

// also is what can be tapped beside cards: that the One Ring wins, who was named to lead the trick, and an empty place
// of a pyramid or what lies beside it.
func (v *visitor) also(p *realPage, h *heapPart, cards []string, group int) {
	add := func(value, label string) {
		p.Also = append(p.Also, words.Choice{Name: "tap", Value: value, Label: label})
	}
	if h.At == ";" && slices.Contains(cards, tricks.OneRing.String()) {
		add("R1!", v.T("web.real.towin"))
	}
	if h.At == ";" && group == 0 && slices.ContainsFunc(p.names, func(id string) bool { c := v.Library.Characters[id]; return c != nil && c.NamesLeader }) {
		for _, id := range p.names {
			add(id+":", v.T("web.real.led", v.called(id)))
		}
	}
	if len(h.cut.Sizes) > 1 && h.cut.Sign == "/" {
		add("-", v.T("web.real.empty"))
		add("+", v.T("web.real.beside"))
	}
}

// deck are the cards of the deck as buttons, suit by suit.
func (v *visitor) deck(p *realPage, heaps []*heapPart, h *heapPart) {
	const rows = 8
	owner, mine := map[string]*heapPart{}, p.lines.Cards(h.At)
	for _, other := range heaps {
		for _, c := range p.lines.Cards(other.At) {
			if other.beside&h.beside != 0 {
				owner[strings.TrimSuffix(c, "!")] = other
			}
		}
	}
	for suit := range tricks.NoSuit + 1 {
		n := len(p.Deck)
		for _, c := range cmp.Or(h.deck, p.layout.Deck).Cards() {
			if c.Suit() != suit {
				continue
			}
			d := deckPart{card: cardOf(v.Texts, c), Says: v.Card(c)}
			d.Mine = slices.Contains(mine, d.Code) || slices.Contains(mine, d.Code+"!")
			if other := owner[d.Code]; other != nil && !d.Mine {
				d.Gone, d.Owner = true, other.ID
				d.Says += ", " + other.Name
			}
			p.Deck = append(p.Deck, d)
		}
		if of := len(p.Deck) - n; of > 0 && of < rows && suit != tricks.Rings { // below which there is room for a word
			p.Deck = append(p.Deck, make([]deckPart, rows-of)...)
		}
	}
}

// told is an error as a sentence.
func (v *visitor) told(err error) string { return texts.Sentence(v.Problem(err)) }

// reads reads a text when it is this one's turn: a round in the notation, or a document.
func (v *visitor) reads(text string) (got realtable.Table, err error) {
	err = v.thinks(v.r.Context(), func() error {
		if realtable.IsNote([]byte(text)) {
			got = realtable.Read(v.Library, text)
			return nil
		}
		for e := range v.Library.Read("text", strings.NewReader(text)) {
			if got.Rounds = []chapters.Document{e}; e.Err != nil {
				got.Rounds = nil
			}
			break
		}
		return nil
	})
	return got, err
}

// check reads the round and tells what it says, or what came of it.
func (v *visitor) check(p *realPage) {
	told := p.Step != "check"
	got, err := v.reads(p.Text)
	if err != nil {
		p.complain(err)
		return
	}
	counted := p.Step == "count"
	if p.Step = "check"; got.Chapter != nil {
		p.Under = v.titled(got.Chapter)
	}
	for i := range got.Faults {
		if f := &got.Faults[i]; p.Kind == "" {
			p.Faults = append(p.Faults, f.Told(v.Texts))
		} else {
			p.Faults = append(p.Faults, v.told(f.Err))
		}
	}
	if len(got.Rounds) == 0 {
		if got.Missing != 0 && len(p.Faults) > 0 {
			p.Faults = append(p.Faults, v.T("real.missing", strings.Join(v.names(got.Missing), ", ")))
		}
		return
	}
	for _, note := range got.Notes {
		if !errors.Is(note, got.Question) {
			p.Notes = append(p.Notes, v.told(note))
		}
	}
	if got.Question != nil && !told {
		p.Says = v.told(got.Question)
		for _, s := range got.Asked.Seats {
			name := got.Seats[s].Character
			p.Asked = append(p.Asked, words.Choice{Name: "led", Value: fmt.Sprintf("%d %s", got.Asked.Trick, name.ID), Label: v.Texts.ShortName(name)})
		}
	}
	if len(p.Notes) == 0 {
		p.Notes = []string{v.T("real.complete")}
	}
	if told {
		p.Step, p.File = "told", "/real/file?text="+url.QueryEscape(p.Text)
	}
	if first := got.Rounds[0]; first.IsRecord {
		v.lost(p, first.Record, told)
		if told && v.home != nil {
			v.counts(p, first.Record, counted)
		}
	} else if told {
		v.wins(p, first.Position)
	}
}

// counts offers the campaigns whose next round this one is, or counts it in the one that was chosen.
func (v *visitor) counts(p *realPage, record chapters.Record, counted bool) {
	if name := p.campaign; counted {
		if err := v.home.Person.Count(name, record); err != nil {
			p.complain(err)
		} else {
			p.Note = v.T("real.counted", name)
		}
		return
	}
	p.Campaigns = v.home.Person.Fits(record)
}

// realLook looks through a round of a real table, which the address has.
func (v *visitor) realLook() {
	text := v.r.FormValue("text")
	got, err := v.reads(text)
	if err != nil || len(got.Rounds) == 0 || !got.Rounds[0].IsRecord && len(got.Rounds[0].Plays) == 0 {
		http.Redirect(v.w, v.r, "/real", http.StatusSeeOther)
		return
	}
	address, back := url.Values{"text": {text}}, text
	if from := v.r.FormValue("from"); from != "" { // a way to win leads back to its round
		address["from"], back = []string{from}, from
	}
	v.looksThrough(got.Rounds[0].Record, "/real/look?"+address.Encode()+"&", "/real?do=told&text="+url.QueryEscape(back))
}

// realFile sends the round of a real table as a file for other programs: a record, or a position where only hands
// are known.
func (v *visitor) realFile() {
	got, err := v.reads(v.r.FormValue("text"))
	if err != nil || len(got.Rounds) == 0 {
		http.Redirect(v.w, v.r, "/real", http.StatusSeeOther)
		return
	}
	name, first := "round.ndjson", &got.Rounds[0]
	text, err := first.Record.Text()
	if !first.IsRecord {
		name = "deal.yaml"
		text, err = first.Position.YAML()
	}
	if err != nil {
		v.gone(err)
		return
	}
	v.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = v.w.Write(text)
}

// looksThrough looks through a record that no table here has.
func (v *visitor) looksThrough(record chapters.Record, base, back string) {
	walk, err := hindsight.New(v.Library, record)
	if err != nil {
		v.gone(err)
		return
	}
	v.looks(&lookPage{frame: v.frame, Base: base, Back: back}, walk, func(do func()) { do() })
}

// names are cards by their names.
func (v *visitor) names(set tricks.Set) (all []string) {
	for _, c := range set.Cards() {
		all = append(all, v.Card(c))
	}
	return all
}

// lost shows the tricks of a round and, if that is asked, where it was lost.
func (v *visitor) lost(p *realPage, record chapters.Record, asked bool) {
	walk, err := hindsight.New(v.Library, record)
	if err != nil {
		p.complain(err)
		return
	}
	end := walk.At(walk.Len())
	p.Tricks = v.tricks(end)
	if !asked {
		return
	}
	p.Look = "/real/look?text=" + url.QueryEscape(p.Text)
	p.Result, p.Won = v.T("look.end."+string(end.Result())), end.Result() == chapters.Won
	if p.Won {
		return
	}
	judge := hindsight.InTurn(v.thinks)
	turning := walk.Turning(v.r.Context(), judge)
	if p.Says = turning.Told(v.Texts); p.Says != "" {
		return
	}
	p.Says, _ = walk.Moment(turning.Step).Judged(v.r.Context(), judge).Line(v.Texts, "")
	if made, trick := walk.Decision(turning.Step), walk.Moment(turning.Step).Trick; made.Kind == chapters.PlayCard && trick > 0 && trick <= len(p.Tricks) {
		for i := range p.Tricks[trick-1].Cards {
			if played := &p.Tricks[trick-1].Cards[i]; played.Code == made.Move.Card.String() {
				played.Lost = true
			}
		}
	}
	v.way(p, walk.At(turning.Step))
}

// way looks for a way to win a round from where it stands, goes it, and leads through it.
func (v *visitor) way(p *realPage, g *chapters.Game) (found solver.Result) {
	found.Verdict = solver.Unknown
	if err := v.thinks(v.r.Context(), func() (err error) {
		found, err = solver.Solve(v.r.Context(), g, solver.Options{Nodes: mostNodes, Memory: 64 << 20})
		return err
	}); err != nil {
		p.complain(err)
	}
	if found.Verdict != solver.Winnable {
		return found
	}
	for _, d := range found.Decisions() {
		if g.Apply(d) != nil {
			return found
		}
	}
	way := chapters.Record{Position: g.Start(), Decisions: g.Decisions()}
	if text, err := way.Text(); err == nil {
		p.Way = "/real/look?" + url.Values{"text": {string(text)}, "from": {p.Text}}.Encode()
	}
	return found
}

// wins says whether a position can be won, and shows a way.
func (v *visitor) wins(p *realPage, pos chapters.Position) {
	g, err := v.Library.NewGame(pos)
	if err != nil {
		p.complain(err)
		return
	}
	switch v.way(p, g).Verdict {
	case solver.Winnable:
		p.Result, p.Won, p.Tricks = v.T("web.real.winnable"), true, v.tricks(g)
	case solver.Unwinnable:
		p.Result = v.T("web.real.unwinnable")
	case solver.Unknown:
		p.Result = v.T("web.real.unknown")
	}
}

// mostNodes bounds how long somebody's deal is searched: some seconds.
const mostNodes = 3_000_000

// tricks are those of a round that are over.
func (v *visitor) tricks(g *chapters.Game) (all []trickPart) {
	for i, trick := range g.History() {
		part := trickPart{N: i + 1}
		for k := range g.Seats() {
			seat := tricks.Seat((int(trick.Leader) + k) % g.Seats())
			if c := trick.Card[seat]; c != tricks.NoCard {
				part.Cards = append(part.Cards, playedPart{card: cardOf(v.Texts, c), Best: seat == trick.Winner})
			}
		}
		if trick.Winner != tricks.NoSeat {
			if c := g.Character(trick.Winner); c != nil {
				part.ID, part.Winner = c.ID, v.Texts.ShortName(c)
			}
		}
		all = append(all, part)
	}
	return all
}
