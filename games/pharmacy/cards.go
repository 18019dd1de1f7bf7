package pharmacy

import "theriac/engine"

// These are the numbers of cards, and the sizes of the arrays for them.
const (
	MinPlayers = 3
	MaxPlayers = 6
	Rounds     = 3
	Viruses    = 26 // virus cards in the piles
	injections = 12 // injection cards in the piles
	deckSize   = Viruses + injections
	pileSize   = deckSize / 2
	riskCards  = 20
)

// Pill is a colour of pills.
type Pill uint8

// These are the colours of pills, by value.
const (
	Blue Pill = iota
	Yellow
	Red
	Colours
)

// Pills holds the number of pills of each colour.
type Pills [Colours]uint8

// Value returns the value of the pills: a blue pill is worth 1, a yellow one 2, and a red one 3.
func (p Pills) Value() int { return int(p[Blue]) + 2*int(p[Yellow]) + 3*int(p[Red]) }

// Count returns the number of pills.
func (p Pills) Count() int { return int(p[Blue]) + int(p[Yellow]) + int(p[Red]) }

func (p *Pills) add(o Pills) {
	for c := range p {
		p[c] += o[c]
	}
}

func (p *Pills) take(o Pills) {
	for c := range p {
		p[c] -= o[c]
	}
}

func (p Pills) has(o Pills) bool {
	return p[Blue] >= o[Blue] && p[Yellow] >= o[Yellow] && p[Red] >= o[Red]
}

// cheapest returns the colour of the least valuable pill, or Colours if there are no pills.
func (p Pills) cheapest() Pill {
	for c := range Colours {
		if p[c] > 0 {
			return c
		}
	}
	return Colours
}

// Card is any card of the game: a virus, an injection, or the face of a risk card.
type Card uint8

// These are the cards, numbered in the order of their names.
const (
	Injection = Card(Viruses)
	FirstRisk = Injection + 1
	cardCount = int(FirstRisk) + riskFaces
	// NoCard means that there is no card.
	NoCard Card = 0xff
)

// IsVirus reports whether the card is one of the virus cards in the piles.
func (c Card) IsVirus() bool { return c < Viruses }

// IsRisk reports whether the card is a risk card.
func (c Card) IsRisk() bool { return c >= FirstRisk && int(c) < cardCount }

// Virus is what a virus card shows.
type Virus struct {
	ID    string
	Value uint8 // the sickness that it causes
	Cross bool  // the card can be sent to any player; it shows a drop, because a cross is a protected emblem
	Pills Pills // what the pharmacy gives to a player who takes the card
}

// viruses are the virus cards. According to the sources, there are 26 of them, 8 with a cross, with values from
// 1 to 6 and one to three pills each. How these values are distributed over the cards is our proposal, and a
// group can play with other values.
var viruses = [Viruses]Virus{
	{"sniffles", 1, false, Pills{1, 0, 0}},
	{"hiccups", 1, false, Pills{1, 0, 0}},
	{"tickles", 1, false, Pills{0, 1, 0}},
	{"yawns", 1, true, Pills{0, 1, 0}},
	{"pins-and-needles", 2, false, Pills{0, 1, 0}},
	{"blushes", 2, false, Pills{0, 1, 0}},
	{"sore-toe", 2, false, Pills{2, 0, 0}},
	{"giggles", 2, true, Pills{0, 1, 0}},
	{"pink-eye", 2, true, Pills{2, 0, 0}},
	{"chubby-cheeks", 3, false, Pills{1, 1, 0}},
	{"polka-dots", 3, false, Pills{1, 1, 0}},
	{"wobbly-knees", 3, false, Pills{0, 0, 1}},
	{"zebra-stripes", 3, true, Pills{1, 1, 0}},
	{"shivers", 3, true, Pills{0, 0, 1}},
	{"babbles", 3, true, Pills{0, 1, 0}},
	{"globetrotter", 4, true, Pills{1, 0, 1}},
	{"stage-fright", 4, true, Pills{0, 2, 0}},
	{"belly-rumble", 4, false, Pills{1, 0, 1}},
	{"hoot-cough", 4, false, Pills{0, 2, 0}},
	{"earworm", 4, false, Pills{2, 1, 0}},
	{"sleepyhead", 5, false, Pills{0, 1, 1}},
	{"green-gills", 5, false, Pills{0, 1, 1}},
	{"brain-fog", 5, false, Pills{1, 2, 0}},
	{"hothead", 5, false, Pills{2, 0, 1}},
	{"jungle-jitters", 6, false, Pills{1, 1, 1}},
	{"volcano", 6, false, Pills{1, 1, 1}},
}

// These are the kinds of operands.
var (
	pillKind   = engine.NewKind("pill", "blue", "yellow", "red")
	pileKind   = engine.NewKind("pile", "left", "right")
	doseKind   = engine.NewKind("dose", "first", "second")
	cardKind   = engine.NewKind("card", cardNames()...)
	blueKind   = engine.NewKind("blue", counts(28)...)
	yellowKind = engine.NewKind("yellow", counts(21)...)
	redKind    = engine.NewKind("red", counts(14)...)
)

// counts returns the texts of the possible numbers of pills, from 0 to most.
func counts(most uint8) []string {
	var names []string
	for n := range most + 1 {
		names = append(names, engine.Number.Text(n))
	}
	return names
}

func cardNames() []string {
	var names []string
	for _, v := range viruses {
		names = append(names, v.ID)
	}
	names = append(names, "injection")
	for _, r := range risks {
		names = append(names, r.ID)
	}
	return names
}

// Cards returns the names of the cards.
func Cards() *engine.Kind { return cardKind }

// PillColours returns the names of the colours of pills.
func PillColours() *engine.Kind { return pillKind }
