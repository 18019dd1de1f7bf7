package iberia_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"theriac/engine"
	"theriac/games/epidemic"
)

// paper records a game as an observer would, who knows the rulebook and sees only the facts. It checks each
// fact against the rules before it records it.
//
// Other tests cover what it does not check. TestInfectionOnPaper checks the whole infection step without the
// rush. TestPatientsOnPaper checks which patient moves and where, and TestOncePerCard checks that a city has at
// most one outbreak per card. The conformance suite checks that cubes, tokens and cards are not lost.
type paper struct {
	*plain // the map, cubes, tokens, the Nurse's region and the historical diseases
	rush   bool

	active    string
	pawns     map[string]string
	hands     map[string]int
	tracks    map[[2]string]bool
	hospitals map[string]string // by colour
	emptied   string            // a hospital's city whose patients must be healed next

	// card is the infection card that is being resolved. The fields after it hold its expected effect.
	card        string
	put, should int
	out, breaks bool
	double      bool            // malaria places two cubes
	reached     map[string]bool // neighbours that the current outbreak has not reached yet
	from        string          // the city of the current outbreak
	of          string          // the colour of the current outbreak
	chain       []string        // cities that must have an outbreak or overflow
	done        map[string]bool // cities that have had an outbreak or overflow

	walked  map[string]bool // colours with a patient that has moved in this turn
	late    map[string]bool // colours whose hospital an event has built in this turn
	acting  bool            // no patient has moved in this turn
	drawing bool            // cards have been drawn in this turn
	pending int             // epidemics that have been drawn but have not begun

	met   map[string]int
	wrong string
}

// The test counts how often these interesting cases occur.
const (
	cards     = "infection cards"
	epidemics = "epidemics"
	outbreaks = "outbreaks"
	chains    = "outbreaks in a chain"
	spent     = "tokens spent"
	protected = "placements that the Nurse prevents"
	fourth    = "fourth patients"
	overflows = "overflows"
	patients  = "hospitals that a patient walks to"
	built     = "hospitals built"
	laid      = "tracks laid"
	hops      = "hops of yellow fever"
	leaps     = "leaps of cholera"
	doubled   = "double cubes of malaria"
	moreDays  = "turns with more actions"
	goneOn    = "turns that went on when the actions were over"
	refused   = "refusals"
	dropped   = "cards dropped over the limit"
	crowded   = "cards dropped between two epidemics"
)

// must records a fault unless the condition is true. Only the first fault counts.
func (p *paper) must(is bool, what string, args ...any) {
	if !is && p.wrong == "" {
		p.wrong = fmt.Sprintf(what, args...)
	}
}

// shielded reports whether the Nurse's token protects a city.
func (p *paper) shielded(city string) bool { return slices.Contains(p.regions[city], p.shield) }

// nearTokens returns the number of tokens in the regions that border a city.
func (p *paper) nearTokens(city string) int {
	n := 0
	for _, r := range p.regions[city] {
		n += p.tokens[r]
	}
	return n
}

// takesIn reports whether a city has a hospital, which takes in a fourth patient and then overflows.
func (p *paper) takesIn(city string) bool { return p.rush && p.hospitals[p.colour[city]] == city }

// draw records an infection card that is turned. It determines how many cubes the city must get, and
// whether that causes an outbreak.
func (p *paper) draw(city, rule string) {
	p.finish()
	colour, n := p.colour[city], 1
	switch {
	case rule == "epidemic/infect":
		n = 3
		p.pending--
		p.met[epidemics]++
	case colour == "black" && p.traits["malaria"] && p.cubes[city]["black"] == 0:
		n = 2
	}
	p.double = n == 2
	if p.shielded(city) {
		n = 0
	}
	n = max(0, n-p.nearTokens(city))
	room := 3 - p.cubes[city][colour]
	if p.takesIn(city) {
		room++
	}
	p.card, p.put, p.out = city, 0, false
	p.should, p.breaks = min(n, room), n > room && !p.takesIn(city)
}

// covered ends the current outbreak. A neighbour that got no cube must have been full already, and must have an
// outbreak of its own.
func (p *paper) covered() {
	for _, c := range slices.Sorted(maps.Keys(p.reached)) {
		p.must(p.cubes[c][p.of] >= 3, "the outbreak in %s has not reached %s", p.from, c)
		p.chain = append(p.chain, c)
	}
	clear(p.reached)
}

// finish checks that the effects of a card or a patient are complete, and clears them.
func (p *paper) finish() {
	p.covered()
	if p.card != "" {
		p.met[cards]++
		p.must(p.put == p.should && p.out == p.breaks, "%s got %d cubes, not %d, and broke out: %v", p.card, p.put, p.should, p.out)
	}
	for _, c := range p.chain {
		p.must(p.done[c], "%s has not broken out", c)
	}
	p.card, p.chain = "", nil
	clear(p.done)
}

// healed checks that the patients in the city of a new hospital have been healed.
func (p *paper) healed() {
	p.must(p.emptied == "" || p.cubes[p.emptied][p.colour[p.emptied]] == 0, "patients were not healed in %s", p.emptied)
	p.emptied = ""
}

// limit checks that no hand holds more than seven cards, except the given hand.
func (p *paper) limit(except string) {
	for seat, n := range p.hands {
		p.must(n <= 7 || seat == except, "seat %s holds %d cards", seat, n)
	}
}

// fact checks and records one fact.
func (p *paper) fact(name, rule string, a []string) {
	if rule != "rush/build" {
		p.healed()
	}
	switch name {
	case "turn-began":
		p.finish()
		p.limit("")
		p.active, p.acting, p.drawing = a[0], true, false
		clear(p.walked)
		clear(p.late)
	case "actions-added":
		p.must(p.acting && !p.drawing && a[0] == p.active, "the actions are over")
		p.met[moreDays]++
	case "pawn-moved":
		p.pawns[a[0]] = a[1]
	case "shield-placed":
		p.must(slices.Contains(p.regions[p.pawns[a[0]]], a[1]), "the Nurse is in %s", p.pawns[a[0]])
		p.shield = a[1]
	case "trait-in-play":
		p.traits[a[0]] = true
	case "card-drawn", "card-recovered", "card-discarded", "card-given", "epidemic-drawn":
		p.moveCard(name, rule, a)
	case "track-laid", "hospital-built", "hospital-moved":
		p.build(name, rule, a)
	case "tokens-placed", "token-spent", "placement-prevented", "outbreak-spared":
		p.keepAway(name, a)
	case "infection-began":
		p.finish()
		p.limit("")
	case "infection-drawn":
		if p.draw(a[0], rule); rule == "epidemic/infect" {
			p.limit(p.active) // the limit also holds between two epidemics
		}
	case "cubes-placed":
		p.placed(rule, a[0], a[1], number(a[2]))
	case "cubes-removed":
		if rule == "rush/nearest" || rule == "rush/train" || rule == "rush/choice" {
			p.walk(a[0], a[1]) // the city has no room for the patient
		}
		p.cubes[a[0]][a[1]] -= number(a[2])
		p.supply[a[1]] += number(a[2])
	case "cube-walked":
		if rule == "rush/flee" {
			p.must(slices.Contains(p.links[a[1]], a[2]), "%s is too far", a[2])
		} else {
			p.walk(a[1], a[0])
		}
		p.cubes[a[1]][a[0]]--
		p.cubes[a[2]][a[0]]++
		p.fits(a[2], a[0])
	case "overflowed":
		p.must(p.takesIn(a[0]) && p.cubes[a[0]][a[1]] == 0, "%s overflows with %d cubes left", a[0], p.cubes[a[0]][a[1]])
		p.done[a[0]], p.of = true, a[1]
		p.met[overflows]++
	case "outbreak":
		p.outbreak(a[0], a[1])
	}
}

func number(text string) int { n, _ := strconv.Atoi(text); return n }

// moveCard records a card that enters or leaves a hand. The turn's two cards may be drawn only after a patient
// has moved towards every hospital, and while no hand exceeds its limit.
func (p *paper) moveCard(name, rule string, a []string) {
	if (rule == "draw/two" || name == "epidemic-drawn") && !p.drawing {
		p.finish()
		p.limit("")
		p.drawing = true
		for colour, hospital := range p.hospitals {
			out := 0
			for c, of := range p.cubes {
				if c != hospital {
					out += of[colour]
				}
			}
			p.must(!p.rush || out == 0 || p.walked[colour] || p.late[colour], "nobody walked to %s", hospital)
		}
	}
	switch name {
	case "epidemic-drawn":
		p.pending++
	case "card-drawn", "card-recovered":
		p.hands[a[0]]++
	case "card-discarded":
		p.hands[a[0]]--
		p.count(rule == "hand/limit", dropped)
		p.count(rule == "hand/limit" && p.pending > 0, crowded)
	case "card-given":
		p.hands[a[0]]--
		p.hands[a[1]]++
	}
}

// build records a track on a line that has none yet, or a hospital in a city of its colour. There are only
// twenty tracks. With the rush, a new hospital heals the patients in its city.
func (p *paper) build(name, rule string, a []string) {
	if name == "track-laid" {
		slices.Sort(a)
		line := [2]string{a[0], a[1]}
		p.must(slices.Contains(p.links[a[0]], a[1]) && !p.tracks[line] && len(p.tracks) < 20, "there is no place for it, or no track")
		p.tracks[line] = true
		p.met[laid]++
		return
	}
	city := a[len(a)-1]
	colour := p.colour[city]
	p.must(name != "hospital-moved" || p.hospitals[colour] == a[0], "the hospital is in %s", p.hospitals[colour])
	p.must(name != "hospital-built" || p.hospitals[colour] == "", "there is a hospital in %s", p.hospitals[colour])
	p.hospitals[colour] = city
	p.late[colour] = p.late[colour] || rule == "event/hospital-funds"
	if p.rush {
		p.emptied = city
	}
	p.met[built]++
}

// keepAway records tokens that are placed, and cubes that the Nurse or a token keeps out of a city. No token
// may be spent in a city that the Nurse protects.
func (p *paper) keepAway(name string, a []string) {
	switch name {
	case "tokens-placed":
		p.tokens[a[0]] += number(a[1])
		return
	case "token-spent":
		p.must(p.tokens[a[0]] > 0 && slices.Contains(p.regions[a[1]], a[0]) && !p.shielded(a[1]), "there is none beside it, or the Nurse is there")
		p.tokens[a[0]]--
		p.met[spent]++
		delete(p.reached, a[1])
		return
	case "placement-prevented":
		p.must(p.shielded(a[0]), "the Nurse is not there")
		p.met[protected]++
	}
	delete(p.reached, a[0])
}

// placed records cubes that are placed on the board from the supply.
func (p *paper) placed(rule, city, colour string, n int) {
	own := rule == "infection/city" || rule == "epidemic/infect" || rule == "trait/malaria"
	switch {
	case rule == "setup/infection":
	case p.shielded(city) || p.nearTokens(city) > 0:
		p.must(false, "the Nurse is there, or a token beside it")
	case own:
		p.must(city == p.card && colour == p.colour[city], "the card is %s", p.card)
		p.must((rule == "trait/malaria") == p.double, "malaria brings two cubes: %v", p.double)
	case rule == "trait/yellow-fever":
		p.must(p.ports[city] && colour == "yellow" && p.traits["yellow-fever"], "it does not go there")
	case rule == "trait/cholera":
		p.must(p.reached[city] && colour == "blue" && !slices.Contains(p.links[p.from], city), "it does not go there")
	case rule == "outbreak/spread":
		p.must(p.reached[city] && colour == p.of && slices.Contains(p.links[p.from], city), "%s has broken out", p.from)
	case rule == "rush/fourth":
		p.must(p.takesIn(city), "there is no hospital")
	default:
		p.must(false, "no rule places cubes by %s", rule)
	}
	if own || rule == "rush/fourth" && city == p.card && p.put == 0 && len(p.done) == 0 {
		p.put += n
	}
	p.count(rule == "trait/malaria", doubled)
	p.count(rule == "trait/yellow-fever", hops)
	p.count(rule == "trait/cholera", leaps)
	p.count(rule == "rush/fourth", fourth)
	p.cubes[city][colour] += n
	p.supply[colour] -= n
	p.must(p.supply[colour] >= 0, "there are too few cubes")
	p.fits(city, colour)
	if rule != "trait/yellow-fever" { // yellow fever adds cubes to the ones expected
		delete(p.reached, city)
	}
}

// fits checks that a city has at most three cubes of a colour. A hospital's city can have a fourth until it
// overflows.
func (p *paper) fits(city, colour string) {
	n := p.cubes[city][colour]
	p.must(n <= 3 || n == 4 && p.takesIn(city), "%s has %d cubes", city, n)
	if n == 4 {
		p.chain = append(p.chain, city)
	}
}

// outbreak records an outbreak in a full city. It must reach all neighbours, and cholera also reaches empty
// cities two lines away.
func (p *paper) outbreak(city, colour string) {
	p.covered()
	p.must(p.cubes[city][colour] == 3 && !p.takesIn(city), "%s has %d cubes", city, p.cubes[city][colour])
	p.must(len(p.done) == 0 || colour == p.of, "a chain has one colour")
	p.met[outbreaks]++
	if len(p.done) > 0 {
		p.met[chains]++
	} else if city == p.card {
		p.out = true
	}
	p.done[city] = true
	p.from, p.of = city, colour
	for _, c := range p.links[city] {
		p.reached[c] = true
	}
	if colour == "blue" && p.traits["cholera"] {
		for _, c := range p.far(city) {
			p.reached[c] = true
		}
	}
}

// walk records a patient's step. There is one step for each hospital, after the actions and before the
// draw.
func (p *paper) walk(from, colour string) {
	p.finish()
	hospital := p.hospitals[colour]
	p.must(p.rush && hospital != "" && from != hospital && !p.walked[colour] && !p.drawing, "it is not the time to walk to %q", hospital)
	p.walked[colour], p.acting = true, false
	p.met[patients]++
}

func (p *paper) count(is bool, what string) {
	if is {
		p.met[what]++
	}
}

// same compares the record with the position.
func (p *paper) same(s *epidemic.State) {
	p.healed()
	r := s.Rules()
	for d, colour := range r.Diseases {
		for i, c := range p.order {
			n := int(s.CubesAt(epidemic.City(i), epidemic.Disease(d)))
			p.must(n == p.cubes[c][colour], "%s has %d %s cubes, not %d", c, n, colour, p.cubes[c][colour])
		}
		p.must(int(s.Supply[d]) == p.supply[colour], "%d %s cubes are left, not %d", s.Supply[d], colour, p.supply[colour])
	}
	for i, region := range r.Regions {
		p.must(int(s.Tokens[i]) == p.tokens[region.ID], "%s has %d tokens, not %d", region.ID, s.Tokens[i], p.tokens[region.ID])
	}
	p.must(p.shield == "" || p.shield == r.Region.Text(uint8(s.Shield)), "the Nurse does not protect %s", p.shield)
	for seat := range engine.Seat(r.Players) {
		hand, text := s.Hand(seat), engine.SeatKind.Text(uint8(seat))
		p.must(hand.Len() == p.hands[text], "seat %s holds %d cards, not %d", text, hand.Len(), p.hands[text])
	}
	n := 0
	for l := range epidemic.Line(r.Lines()) {
		if a, b := r.Ends(l); s.HasTrack(l) {
			n++
			ends := [2]string{r.City.Text(uint8(a)), r.City.Text(uint8(b))}
			slices.Sort(ends[:])
			p.must(p.tracks[ends], "a track from %s to %s", ends[0], ends[1])
		}
	}
	p.must(n == len(p.tracks), "%d tracks, not %d", n, len(p.tracks))
}
