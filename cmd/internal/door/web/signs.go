package web

import (
	"html"
	"html/template"
	"strings"
	"sync"

	"fellowship/cmd/internal/scene"
)

// sign draws a symbol of signs.svg: a suit, an icon, or the landscape of a card.
func sign(id string, class ...string) template.HTML { return drawSymbol("signs.svg", id, class...) }

// landscape is the prefix of the symbols that are landscapes of cards, which fill the width of a card.
const landscape = "v-"

// drawSymbol draws a symbol of a file of drawings. A class is one of the styles.
func drawSymbol(file, id string, class ...string) template.HTML {
	var out strings.Builder
	out.WriteString("<svg")
	if len(class) > 0 {
		out.WriteString(` class="` + html.EscapeString(class[0]) + `"`)
	}
	if strings.HasPrefix(id, landscape) {
		out.WriteString(` viewBox="0 0 100 60" preserveAspectRatio="xMidYMax slice"`)
	}
	out.WriteString(` aria-hidden="true"><use href="` + assetPath(file) + "#" + html.EscapeString(id) + `"/></svg>`)
	return template.HTML(out.String()) //nolint:gosec // our own text, or escaped
}

// regionOf draws the picture of a region.
func regionOf(r scene.Region) template.HTML {
	return drawSymbol("regions.svg", "p-"+string(r), "region")
}

// emblemOf draws the emblem of a character.
func emblemOf(id string) template.HTML { return drawEmblem("e-" + id) }

// riderEmblemOf draws the emblem of a rider.
func riderEmblemOf(id string) template.HTML { return drawEmblem("r-" + id) }

// giftEmblemOf draws the emblem of a gift.
func giftEmblemOf(id string) template.HTML { return drawEmblem("g-" + id) }

// plainShield is the emblem of a character without one of its own.
const plainShield = "e-free"

// drawEmblem draws an emblem, the plain shield if there is none.
func drawEmblem(symbol string) template.HTML {
	if !emblemSymbols()[symbol] {
		symbol = plainShield
	}
	return drawSymbol("emblems.svg", symbol, "emblem")
}

// emblemSymbols returns the symbols of emblems.svg.
var emblemSymbols = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	parts := strings.Split(string(assets()["emblems.svg"].text), `<symbol id="`)
	for _, part := range parts[1:] {
		id, _, _ := strings.Cut(part, `"`)
		all[id] = true
	}
	return all
})
