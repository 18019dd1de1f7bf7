package pharmacy

import "theriac/engine"

// How many there can be.
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

// The colours of pills.
const (
	Blue Pill = iota
	Yellow
	Red
	Colours
)

// Pills counts pills by colour.
type Pills [Colours]uint8

// Value is what pills are worth: a blue one 1, a yellow one 2, a red one 3.
func (p Pills) Value() int { return int(p[Blue]) + 2*int(p[Yellow]) + 3*int(p[Red]) }

// Count is how many pills there are.
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

// cheapest is the colour of the pill that is least worth, or Colours of no pills.
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

// The cards, in the order of their names.
const (
	Injection = Card(Viruses)
	FirstRisk = Injection + 1
	cardCount = int(FirstRisk) + riskFaces
	// NoCard stands where no card lies.
	NoCard Card = 0xff
)

// IsVirus says whether the card is a virus of the piles.
func (c Card) IsVirus() bool { return c < Viruses }

// IsRisk says whether the card is the face of a risk card.
func (c Card) IsRisk() bool { return c >= FirstRisk && int(c) < cardCount }

// Virus is what a virus card shows.
type Virus struct {
	ID    string
	Value uint8 // the sickness it brings
	Cross bool  // it can be sent to anybody; the card shows a drop, since a cross is a protected emblem
	Pills Pills // what a player who takes it gets from the pharmacy
}

// viruses are the virus cards. That there are 26 of them, 8 with a cross, with
// values from 1 to 6 and one to three pills each, is told by the sources; which
// card shows what is our proposal, and a group can play with values of its own.
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

// The kinds of things that have names.
var (
	pillKind   = engine.NewKind("pill", "blue", "yellow", "red")
	pileKind   = engine.NewKind("pile", "left", "right")
	doseKind   = engine.NewKind("dose", "first", "second")
	cardKind   = engine.NewKind("card", cardNames()...)
	blueKind   = engine.NewKind("blue", counts(28)...)
	yellowKind = engine.NewKind("yellow", counts(21)...)
	redKind    = engine.NewKind("red", counts(14)...)
)

// counts are the numbers of pills of a colour that there can be.
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

// Cards names the cards.
func Cards() *engine.Kind { return cardKind }

// PillColours names the colours of pills.
func PillColours() *engine.Kind { return pillKind }
