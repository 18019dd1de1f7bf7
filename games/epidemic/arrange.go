package epidemic

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// Arrange changes a position by hand: for puzzles, lessons and tests. Pieces
// are moved, never made: cubes come from the supply, cards from wherever they
// were. One line is one change:
//
//	clear cubes                 no cube anywhere
//	cubes CITY blue 2           exactly so many cubes there
//	supply red 2                cubes go to far cities until so many are left
//	cured blue · eradicated red
//	pawn 0 CITY · stations CITY CITY
//	hand 0 CITY EVENT           exactly these cards
//	stash 0 EVENT · discard CITY EVENT
//	deck top epidemic CITY · deck size 2
//	infection top CITY CITY · infection bottom CITY
//	infection discard CITY · infection size 4
//	turn 1 · actions 2 · rate 3 · outbreaks 7
//	tracks CITY CITY CITY CITY  on the lines between the first two, and so on
//	tokens REGION 2             exactly so many tokens there
//	shield REGION · traits TRAIT TRAIT
//	in-force 0 EVENT · samples red 2 · role 0 ROLE
//	strain red · force CARD CARD · next CARD CARD  in force, and the next to come
//	roles ROLE ROLE · objectives OBJECTIVE OBJECTIVE · bases CITY CITY
//	awards AWARD 0              the team that has it
//	offers ROLE ROLE ROLE OBJECTIVE · first 2   what each team is dealt; who begins
func (s *State) Arrange(text string) error {
	for part := range strings.SplitSeq(text, " · ") {
		words := strings.Split(part, " ")
		a := arranger{s: s, words: words[1:]}
		do, ok := arrangements[words[0]]
		if !ok || len(words) < 2 {
			return &engine.ParseError{Text: part, Why: "no such change"}
		}
		do(&a)
		if a.why != "" {
			return &engine.ParseError{Text: part, Why: a.why}
		}
	}
	return nil
}

var arrangements = map[string]func(*arranger){
	"clear":      (*arranger).clear,
	"cubes":      (*arranger).cubes,
	"supply":     (*arranger).supply,
	"cured":      func(a *arranger) { a.diseases(&a.s.Cured) },
	"eradicated": func(a *arranger) { a.diseases(&a.s.Eradicated) },
	"pawn":       func(a *arranger) { seat := a.seat(); a.s.Pawns[seat] = a.city() },
	"stations":   (*arranger).stations,
	"hand":       (*arranger).hand,
	"stash":      func(a *arranger) { seat := a.seat(); c := a.card(); a.s.pluck(c); a.s.Stash[seat] = c },
	"discard":    (*arranger).discard,
	"deck":       (*arranger).deck,
	"infection":  (*arranger).infection,
	"turn":       (*arranger).turn,
	"actions":    func(a *arranger) { a.s.Actions = a.number() },
	"rate":       func(a *arranger) { a.s.Rate = a.number() },
	"outbreaks":  func(a *arranger) { a.s.Outbreaks = a.number() },
	"tracks":     (*arranger).tracks,
	"tokens":     (*arranger).tokens,
	"shield":     func(a *arranger) { a.s.Shield = Region(a.value(a.s.rules.Region)) },
	"traits":     (*arranger).traits,
	"in-force":   (*arranger).inForce,
	"samples":    (*arranger).samples,
	"role":       (*arranger).role,
	"dish":       (*arranger).dish,
	"sequence":   (*arranger).sequence,
	"research":   (*arranger).research,
	"circles":    (*arranger).circles,
	"appeared":   func(a *arranger) { a.s.Lab.Appeared = 0; a.diseases(&a.s.Lab.Appeared); a.inLab() },
	"strain":     func(a *arranger) { a.s.Worse.Disease = a.disease() },
	"force":      (*arranger).force,
	"next":       (*arranger).nextStrains,
	"roles":      (*arranger).roles,
	"objectives": (*arranger).objectives,
	"bases":      (*arranger).bases,
	"awards":     (*arranger).awards,
	"offers":     (*arranger).offers,
	"first":      (*arranger).first,
}

type arranger struct {
	s     *State
	words []string
	why   string
}

func (a *arranger) next() string {
	if len(a.words) == 0 {
		a.why = "a word is missing"
		return ""
	}
	w := a.words[0]
	a.words = a.words[1:]
	return w
}

func (a *arranger) value(k *engine.Kind) uint8 {
	w := a.next()
	v, ok := k.Parse(w)
	if !ok && a.why == "" {
		a.why = "no " + k.Name + " is called " + w
	}
	return v
}

func (a *arranger) seat() engine.Seat {
	seat := engine.Seat(a.value(engine.SeatKind))
	if int(seat) >= a.s.rules.Players {
		a.why = "no such seat"
		return 0
	}
	return seat
}

// holder is a seat, or the hand that helps one.
func (a *arranger) holder() engine.Seat {
	holder := engine.Seat(a.value(engine.SeatKind))
	if int(holder) >= a.s.rules.Holders {
		a.why = "no such hand"
		return 0
	}
	return holder
}

func (a *arranger) city() City       { return City(a.value(a.s.rules.City)) }
func (a *arranger) card() Card       { return Card(a.value(a.s.rules.Card)) }
func (a *arranger) disease() Disease { return Disease(a.value(a.s.rules.Disease)) }

func (a *arranger) number() uint8 {
	n, err := strconv.ParseUint(a.next(), 10, 8)
	if err != nil {
		a.why = "not a number"
	}
	return uint8(n)
}

func (a *arranger) cities() []City {
	var list []City
	for len(a.words) > 0 && a.why == "" {
		list = append(list, a.city())
	}
	return list
}

func (a *arranger) infections() []City {
	var list []City
	for len(a.words) > 0 && a.why == "" {
		list = append(list, City(a.value(a.s.rules.Infection)))
	}
	return list
}

func (a *arranger) cards() []Card {
	var list []Card
	for len(a.words) > 0 && a.why == "" {
		list = append(list, a.card())
	}
	return list
}

func (a *arranger) clear() {
	if a.next() != "cubes" {
		a.why = "only cubes can be cleared"
		return
	}
	a.s.Cubes = [MaxCities]uint16{}
	for d := range a.s.rules.Diseases {
		a.s.Supply[d] = a.s.rules.cubes[d] - a.s.Away[d]
	}
}

func (a *arranger) cubes() {
	c, d, n := a.city(), a.disease(), a.number()
	if a.why != "" {
		return
	}
	s := a.s
	have := s.CubesAt(c, d)
	if n > full || n > s.Supply[d]+have {
		a.why = "not that many cubes"
		return
	}
	s.Supply[d] = s.Supply[d] + have - n
	s.Cubes[c] += (uint16(n) - uint16(have)) << (cubeBits * d)
}

// supply puts cubes into the last cities of the list that have none of the
// colour, three each, or takes such cubes back.
func (a *arranger) supply() {
	d, want := a.disease(), a.number()
	s := a.s
	for c := len(s.rules.Cities) - 1; a.why == "" && c >= 0 && s.Supply[d] > want; c-- {
		if s.CubesAt(City(c), d) == 0 {
			n := min(full, s.Supply[d]-want)
			s.Supply[d] -= n
			s.Cubes[c] += uint16(n) << (cubeBits * d)
		}
	}
	if s.Supply[d] != want {
		a.why = "the supply has fewer cubes already"
	}
}

func (a *arranger) diseases(set *uint8) {
	for len(a.words) > 0 && a.why == "" {
		*set |= 1 << a.disease()
	}
}

// stations puts stations into cities. Tokens that are kept under them until then
// come into play, or go back.
func (a *arranger) stations() {
	s := a.s
	before := count(s.Stations)
	s.Stations = 0
	for _, c := range a.cities() {
		s.Stations |= bit(c)
	}
	for _, x := range s.rules.challenges {
		s.TokensLeft += x.Kept * uint8(count(s.Stations)-before)
	}
}

// turn gives a seat the turn. Pawns that have no place yet stand in the first city
// then, and the actions begin.
func (a *arranger) turn() {
	s := a.s
	a.setUpTeams()
	s.Active = a.seat()
	if s.Stack[0].Step == StepStart {
		for seat := range engine.Seat(s.rules.Players) {
			if s.Pawns[seat] == NoCity {
				s.Pawns[seat] = 0
			}
		}
		s.Depth = 0
		s.Stack = [maxDepth]Frame{}
		s.settle(nil)
	}
	s.Stack[0].Seat = s.Active
}

func (a *arranger) tracks() {
	a.s.Tracks = [2]uint64{}
	for list := a.cities(); len(list) > 1; list = list[2:] {
		l, ok := a.s.rules.LineBetween(list[0], list[1])
		if !ok || !a.s.CanLay(l) {
			a.why = "no track can be there"
			return
		}
		a.s.LayTrack(list[0], list[1], nil, "")
	}
}

func (a *arranger) tokens() {
	r, n := Region(a.value(a.s.rules.Region)), a.number()
	if a.why != "" {
		return
	}
	s := a.s
	if n > s.Tokens[r]+s.TokensLeft {
		a.why = "not that many tokens"
		return
	}
	s.TokensLeft += s.Tokens[r]
	s.Tokens[r] = 0
	s.Tokened &^= 1 << r
	s.PlaceTokens(r, n, nil, "")
}

func (a *arranger) traits() {
	a.s.Traits = 0
	for len(a.words) > 0 && a.why == "" {
		a.s.Traits |= 1 << a.value(a.s.rules.Trait)
	}
}

// pluck takes a player card from wherever it is. The deck closes up.
func (s *State) pluck(c Card) {
	s.Discard.Remove(c)
	s.Removed.Remove(c)
	s.Shown.Remove(c)
	s.pluckInForce(c)
	for seat := range s.Hands {
		s.Hands[seat].Remove(c)
		if s.Stash[seat] == c {
			s.Stash[seat] = NoCard
		}
	}
	s.pluckResearch(c)
	s.DeckKnown = 0
	if s.LeftOut.Has(c) {
		s.LeftOut.Remove(c)
		s.leaveOutAnother(c)
		return
	}
	// The deepest one: an epidemic that already lies higher stays there.
	for i := range s.DeckLen {
		if s.Deck[i] == c {
			copy(s.Deck[i:s.DeckLen], s.Deck[i+1:s.DeckLen])
			s.DeckLen--
			s.Deck[s.DeckLen] = 0
			return
		}
	}
}

// leaveOutAnother leaves the deepest event of the deck out, for one that came into
// the game: there are as many of them in a game as its rules say.
func (s *State) leaveOutAnother(in Card) {
	for _, c := range s.Deck[:s.DeckLen] {
		if s.rules.eventCards.Has(c) && s.rules.eventCards.Has(in) || s.rules.bonusCards.Has(c) && s.rules.bonusCards.Has(in) {
			s.pluck(c)
			s.LeftOut.Add(c)
			return
		}
	}
}

// bury puts a player card under the deck.
func (s *State) bury(c Card) {
	copy(s.Deck[1:s.DeckLen+1], s.Deck[:s.DeckLen])
	s.Deck[0] = c
	s.DeckLen++
}

func (a *arranger) hand() {
	seat := a.holder()
	cards := a.cards()
	if a.why != "" {
		return
	}
	for c := range a.s.Hands[seat].Each {
		a.s.pluck(c)
		a.s.bury(c)
	}
	for _, c := range cards {
		a.s.pluck(c)
		a.s.Hands[seat].Add(c)
	}
}

func (a *arranger) discard() {
	for _, c := range a.cards() {
		a.s.pluck(c)
		a.s.Discard.Add(c)
	}
}

func (a *arranger) deck() {
	s := a.s
	switch a.next() {
	case "top":
		cards := a.cards()
		for i := len(cards) - 1; i >= 0; i-- {
			before := s.DeckLen
			s.pluck(cards[i])
			if cards[i] == Epidemic && s.DeckLen == before {
				a.why = "no epidemic is left"
				return
			}
			s.Deck[s.DeckLen] = cards[i]
			s.DeckLen++
		}
	case "size":
		s.DeckKnown = 0
		for n := a.number(); a.why == "" && s.DeckLen > n; {
			c := s.Deck[0]
			if c == Epidemic {
				s.Epidemics++
				copy(s.Deck[:s.DeckLen], s.Deck[1:s.DeckLen])
				s.DeckLen--
				continue
			}
			s.pluck(c)
			s.Removed.Add(c)
		}
	default:
		a.why = "deck top or deck size"
	}
}

func (a *arranger) infection() {
	s := a.s
	switch a.next() {
	case "top":
		for _, c := range reversed(a.infections()) {
			s.pluckInfection(c)
			s.Infection[s.InfectionLen] = c
			s.InfectionLen++
		}
	case "bottom":
		c := City(a.value(s.rules.Infection))
		s.pluckInfection(c)
		copy(s.Infection[1:s.InfectionLen+1], s.Infection[:s.InfectionLen])
		s.Infection[0] = c
		s.InfectionLen++
	case "discard":
		for _, c := range a.infections() {
			s.pluckInfection(c)
			s.InfectionDiscard |= bit(c)
		}
	case "size":
		for n := a.number(); a.why == "" && s.InfectionLen > n; {
			c := s.Infection[0]
			s.pluckInfection(c)
			s.InfectionRemoved |= bit(c)
		}
	default:
		a.why = "infection top, bottom, discard or size"
	}
	s.forgetInfection()
}

func reversed(list []City) []City {
	out := make([]City, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		out = append(out, list[i])
	}
	return out
}

func (s *State) pluckInfection(c City) {
	s.InfectionDiscard &^= bit(c)
	s.InfectionRemoved &^= bit(c)
	for i := range s.InfectionLen {
		if s.Infection[i] == c {
			copy(s.Infection[i:s.InfectionLen], s.Infection[i+1:s.InfectionLen])
			s.InfectionLen--
			s.Infection[s.InfectionLen] = 0
			return
		}
	}
}

// forgetInfection makes everybody know no more of the infection deck than which
// cards are in it.
func (s *State) forgetInfection() {
	s.Classes, s.ClassesN, s.Seen = [maxClasses]Class{}, 0, [MaxInfection]engine.Seats{}
	for seat := range engine.Seat(engine.MaxSeats) {
		s.recall(seat, 0)
	}
	if n := s.InfectionLen; n > 0 {
		s.addClass(Class{Cards: s.topSet(n), Hi: n - 1})
	}
}

// Advance lets cards go by without their effects: player cards from the top of
// the deck into the hand that to names, or onto the discard, and infection
// cards onto theirs. Epidemics leave the game. What is known of the decks stays
// true.
func (s *State) Advance(player, infection int, to func(Card) (engine.Seat, bool)) {
	s.DeckKnown = 0
	for range min(player, int(s.DeckLen)) {
		s.DeckLen--
		c := s.Deck[s.DeckLen]
		s.Deck[s.DeckLen] = 0
		if c == Epidemic {
			s.Epidemics++
		} else if seat, ok := to(c); ok && !s.isIncident(c) {
			s.Hands[seat].Add(c)
		} else {
			s.Discard.Add(c)
		}
	}
	for range min(infection, int(s.InfectionLen)) {
		s.drawInfection()
	}
	s.effect = engine.Effect{}
}

// Reshuffle puts the infection discard back on the deck, as after an epidemic.
func (s *State) Reshuffle() {
	s.intensify(nil)
	s.effect = engine.Effect{}
}
