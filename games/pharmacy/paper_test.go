package pharmacy_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/pharmacy"
)

// paper records a game as an observer would, who knows the rulebook and sees only the facts. It checks each
// fact against the rules before it records it.
//
// It does not check how cards and pills are dealt, or that none are lost, since TestDeal and the conformance
// suite do. Nor does it check play with empty piles: random games do not get that far, and transcripts cover
// it.
type paper struct {
	players   int
	care      int // the sickness that requires intensive care
	diagnosis int // the points for a right diagnosis
	twoPills  bool
	keeper    bool
	respect   bool
	start     [3]int

	seats    []place
	pharmacy [3]int
	starter  int
	next     int // the player whose turn is next

	card                   string // the circulating card, or the one just taken
	risk                   bool   // card is a risk card
	giver, owner, holder   int
	price                  int
	taken                  bool // card was taken from a pile
	nurse, patient         int
	diagnostician, suspect int
	titled                 int // the player with the doctor's title

	totals []int
	met    map[string]int
	wrong  string
}

// place is the pieces and the state of one player.
type place struct {
	pills, stake [3]int
	front        []lying
	loose        int // injections that are not on a virus
	risks        int
	bonus        int // points won by guesses
	care         bool
}

// lying is a virus in front of a player, with the injections on it.
type lying struct {
	card  string
	value int
	doses int
}

// The test counts how often these interesting cases occur.
const (
	exact     = "exact payments"
	overpaid  = "payments above the price"
	unable    = "cards kept by who cannot pay"
	short     = "times the pharmacy was short"
	halved    = "viruses halved"
	killed    = "viruses killed"
	caught    = "viruses caught"
	dodged    = "risk cards dodged"
	ownerPaid = "risk cards back at their owner"
	respected = "pills for the doctor"
	inCare    = "seats in intensive care"
	guessed   = "guesses"
	rounds    = "rounds"
	shared    = "shared wins"
)

func worth(p [3]int) int { return p[0] + 2*p[1] + 3*p[2] }

// payable reports whether the price can be paid exactly with some of the pills.
func payable(p [3]int, price int) bool {
	for red := range p[2] + 1 {
		for yellow := range p[1] + 1 {
			if blue := price - 3*red - 2*yellow; 0 <= blue && blue <= p[0] {
				return true
			}
		}
	}
	return false
}

func (p *place) sick() int {
	n := 0
	for _, l := range p.front {
		switch l.doses {
		case 0:
			n += l.value
		case 1:
			n += (l.value + 1) / 2
		}
	}
	return n
}

func (p *place) injections() int {
	n := p.loose
	for _, l := range p.front {
		n += l.doses
	}
	return n
}

func (p *place) needsCare(sickness int) bool { return p.sick() >= sickness || p.injections() >= 3 }

// must records a fault unless the condition is true. Only the first fault counts.
func (p *paper) must(is bool, what string, args ...any) {
	if !is && p.wrong == "" {
		p.wrong = fmt.Sprintf(what, args...)
	}
}

// move adds the given pills to a player's, multiplied by times; if times is negative, it removes them.
func (p *paper) move(have *[3]int, pills [3]int, times int) {
	for c := range have {
		have[c] += times * pills[c]
		p.must(have[c] >= 0, "pills that are not there")
	}
}

// printed returns what a virus card from the piles shows. For any other card it returns the zero value.
func printed(card string) pharmacy.Virus {
	for _, v := range pharmacy.Game.Box().Viruses {
		if v.ID == card {
			return v
		}
	}
	return pharmacy.Virus{}
}

// sickness returns the sickness that a card causes.
func sickness(card string) int {
	switch card {
	case "plague-3", "guinea-pig":
		return 3
	case "plague-2":
		return 2
	}
	return int(printed(card).Value)
}

// reaches reports whether a card can go from one seat to another. A card from the piles can only go to a
// neighbour and not back to its giver, unless it has a cross.
func (p *paper) reaches(from, to, giver int) bool {
	beside := (from+1)%p.players == to || (to+1)%p.players == from
	return from != to && (printed(p.card).Cross || beside && to != giver)
}

// fact checks and records one fact.
func (p *paper) fact(name, rule string, args []string) {
	n := func(i int) int { x, _ := strconv.Atoi(args[i]); return x }
	pills := func() [3]int { return [3]int{n(1), n(2), n(3)} }
	one := func(colour string) (pill [3]int) {
		pill[slices.Index([]string{"blue", "yellow", "red"}, colour)] = 1
		return pill
	}
	var who *place
	if len(args) > 0 && name != "round-began" && name != "round-ended" && name != "card-turned" && name != "pile-emptied" && name != "risk-left-out" {
		who = &p.seats[n(0)]
	}
	switch name {
	case "round-began":
		p.must(p.starter < 0 || n(1) == (p.starter+1)%p.players, "seat %d begins a round after seat %d", n(1), p.starter)
		p.starter, p.next, p.pharmacy = n(1), n(1), p.start
		p.nurse, p.diagnostician, p.titled = -1, -1, -1
		clear(p.seats)
		p.met[rounds]++
	case "pills-dealt":
		p.must(pills() == p.start, "dealt %v", pills())
		who.pills = pills()
	case "cards-dealt":
		who.risks = n(1)
	case "turn-began":
		p.must(n(0) == p.next, "it is the turn of seat %d", p.next)
		for i := range p.seats {
			p.must(!p.seats[i].needsCare(p.care), "seat %d needs intensive care", i)
		}
		p.next, p.taken = (n(0)+1)%p.players, false

	// The following cases are about cards from the piles.
	case "card-taken":
		p.card, p.taken = args[1], true
	case "card-sent":
		p.card, p.risk, p.price = args[1], false, 1
		p.giver, p.owner, p.holder = n(0), n(0), n(2)
		p.must(p.reaches(n(0), n(2), -1), "it does not reach so far")
	case "pills-staked":
		owed, paid := p.price-worth(who.stake), worth(pills())
		p.must(n(0) == p.holder && paid >= owed, "seat %d owes %d", p.holder, owed)
		p.must(paid == owed || !payable(who.pills, owed), "%v can pay %d exactly", who.pills, owed)
		p.count(paid == owed, exact)
		p.count(paid > owed, overpaid)
		p.move(&who.pills, pills(), -1)
		p.move(&who.stake, pills(), 1)
	case "card-passed":
		p.must(n(0) == p.holder && worth(who.stake) >= p.price, "the price is %d", p.price)
		p.must(p.reaches(n(0), n(1), p.giver), "it cannot go there")
		p.giver, p.holder, p.price = n(0), n(1), p.price+1
		p.must(n(2) == p.price, "the price is %d", p.price)
	case "card-kept":
		can := worth(who.pills)+worth(who.stake) >= p.price
		p.must(n(0) == p.holder && !p.risk && can == (rule == "pass/keep"), "it can pay: %v", can)
		p.count(!can, unable)
	case "stake-returned":
		p.must(n(0) == p.holder && pills() == who.stake, "the stake is %v", who.stake)
		p.move(&who.pills, who.stake, 1)
		who.stake = [3]int{}
	case "stake-lost":
		p.must(n(0) != p.holder && pills() == who.stake, "the stake is %v", who.stake)
		p.move(&p.pharmacy, who.stake, 1)
		who.stake = [3]int{}
	case "pills-received":
		p.must(p.taken || rule != "take/pills", "nothing was taken")
		p.must(p.keeper || rule != "pass/keeper", "who keeps a card gets no pills")
		if rule == "take/pills" || rule == "pass/keeper" {
			for c, shown := range printed(p.card).Pills {
				p.must(pills()[c] == min(int(shown), p.pharmacy[c]), "the card shows %v, the pharmacy has %v", printed(p.card).Pills, p.pharmacy)
			}
		}
		p.move(&p.pharmacy, pills(), -1)
		p.move(&who.pills, pills(), 1)
	case "pills-missing":
		for c, missing := range pills() {
			p.must(missing == 0 || p.pharmacy[c] == 0, "the pharmacy has %v", p.pharmacy)
		}
		p.met[short]++

	// The following cases are about cards in front of players.
	case "virus-placed":
		who.front = append(who.front, lying{card: args[1], value: sickness(args[1])})
		p.must(who.sick() == n(2), "the sickness is %d", who.sick())
	case "virus-caught":
		from := &p.seats[n(2)]
		at := slices.Index(from.front, lying{args[1], sickness(args[1]), 0})
		p.must(at >= 0 && n(0) != n(2), "nothing to catch")
		if at >= 0 {
			from.front = slices.Delete(from.front, at, at+1)
		}
		p.met[caught]++
	case "virus-injected":
		doses, kind := 0, halved
		if args[2] == "second" {
			doses, kind = 1, killed
		}
		at := slices.Index(who.front, lying{args[1], sickness(args[1]), doses})
		p.must(at >= 0, "no such virus")
		if at >= 0 {
			who.front[at].doses++
		}
		p.must(who.sick() == n(3) && who.injections() < 3, "the sickness is %d", who.sick())
		p.met[kind]++
	case "injection-unused":
		alive := slices.ContainsFunc(who.front, func(l lying) bool { return l.doses < 2 })
		p.must(!alive || who.injections() == 2, "a virus is alive")
		who.loose++

	// Risk cards.
	case "risk-sent":
		p.must(who.sick() >= 4 && who.risks > 0 && n(0) != n(1), "seat %d is %d ill and has %d risk cards", n(0), who.sick(), who.risks)
		p.risk, p.owner, p.giver, p.holder, who.risks = true, n(0), n(0), n(1), who.risks-1
	case "pill-given":
		switch rule {
		case "dare/dodge":
			p.must(n(0) == p.holder && n(0) != p.owner && n(2) == p.owner, "seat %d pays seat %d", p.holder, p.owner)
			p.met[dodged]++
		case "card/doctor/respect":
			cheapest := one(args[1])
			p.must(p.respect && n(2) == p.titled && n(0) == p.giver && n(2) == p.holder, "the doctor is seat %d", p.titled)
			p.must(cheapest[0] > 0 || who.pills[0] == 0 && (cheapest[1] > 0 || who.pills[1] == 0), "a cheaper pill is there")
			p.met[respected]++
		}
		p.move(&who.pills, one(args[1]), -1)
		p.move(&p.seats[n(2)].pills, one(args[1]), 1)
	case "pills-paid":
		paid := pills()
		right := worth(paid) == 2 || worth(paid) > 2 && !payable(who.pills, 2)
		if p.twoPills {
			right = paid[0]+paid[1]+paid[2] == 2
		}
		p.must(n(0) == p.owner && p.holder == p.owner && right, "the owner is seat %d", p.owner)
		p.move(&who.pills, paid, -1)
		p.move(&p.pharmacy, paid, 1)
		p.met[ownerPaid]++
	case "risk-passed":
		p.must(n(0) == p.holder && n(0) != n(1), "seat %d has the card", p.holder)
		p.giver, p.holder = n(0), n(1)
	case "risk-opened":
		p.must(n(0) == p.holder, "seat %d has the card", p.holder)
	case "pill-returned":
		p.move(&who.pills, one(args[1]), -1)
		p.move(&p.pharmacy, one(args[1]), 1)
	case "nursed":
		p.nurse, p.patient = n(0), n(1)
		p.must(n(0) != n(1), "a nurse of oneself")
	case "diagnosed":
		p.diagnostician, p.suspect = n(0), n(1)
		p.must(n(0) != n(1), "a diagnosis of oneself")
	case "titled":
		p.titled = n(0)

	// The following cases are about the end of a round.
	case "intensive-care":
		who.care = true
		p.met[inCare]++
	case "round-ended":
		p.must(rule == "round/care", "the piles do not run out in games by chance")
		p.endRound()
	case "scored", "scored-minus":
		got, want := n(1), worth(who.pills)-who.sick()+who.bonus
		if name == "scored-minus" {
			got = -got
		}
		if who.care {
			want = -13
		}
		p.must(got == want, "it should be %d", want)
		p.totals[n(0)] += want
	}
}

// endRound checks which players need intensive care, and settles the guesses.
func (p *paper) endRound() {
	for i := range p.seats {
		who := &p.seats[i]
		p.must(who.care == who.needsCare(p.care), "seat %d needs intensive care: %v", i, !who.care)
	}
	if p.nurse >= 0 {
		p.met[guessed]++
		p.seats[p.nurse].bonus += 2
		if p.seats[p.patient].care {
			p.seats[p.nurse].bonus -= 2 + 4
		}
	}
	if p.diagnostician >= 0 {
		p.met[guessed]++
		p.seats[p.diagnostician].bonus += p.diagnosis
		if !p.seats[p.suspect].care {
			p.seats[p.diagnostician].bonus -= p.diagnosis + 4
		}
	}
}

func (p *paper) count(is bool, what string) {
	if is {
		p.met[what]++
	}
}

// same compares the record with the position.
func (p *paper) same(s *pharmacy.State) {
	pills := func(x pharmacy.Pills) [3]int { return [3]int{int(x[0]), int(x[1]), int(x[2])} }
	p.must(pills(s.Pharmacy) == p.pharmacy, "the pharmacy has %v, not %v", s.Pharmacy, p.pharmacy)
	for i := range p.seats {
		who, seat := &p.seats[i], engine.Seat(i)
		p.must(pills(s.Pills[i]) == who.pills && pills(s.Stakes[i]) == who.stake,
			"seat %d has %v and %v, not %v and %v", i, s.Pills[i], s.Stakes[i], who.pills, who.stake)
		p.must(s.Sickness(seat) == who.sick() && s.Injections(seat) == who.injections() && int(s.HandLen[i]) == who.risks,
			"seat %d is %d ill with %d injections and %d risk cards", i, s.Sickness(seat), s.Injections(seat), s.HandLen[i])
	}
}

// outcome checks the result: all players with the most points win.
func (p *paper) outcome(s *pharmacy.State) {
	r, over := s.Outcome()
	p.must(over, "no result")
	best := slices.Max(p.totals)
	winners := 0
	for i, points := range p.totals {
		p.must(int(r.Points[i]) == points, "seat %d has %d points, not %d", i, r.Points[i], points)
		p.must(r.Won.Has(engine.Seat(i)) == (points == best), "seat %d has won: %v", i, r.Won.Has(engine.Seat(i)))
		if points == best {
			winners++
		}
	}
	p.count(winners > 1, shared)
}

// Whole random games in all variants agree with a separate record that applies the rulebook to the facts. The
// record checks which cards circulate, who pays what, how sick players are, and the points of each round.
// Rules: turn/order send/neighbour send/giver pay/exact pass/unable inject/half inject/kill risk/sickness
// dare/owner take/stock score/pills score/care end/best.
func TestGamesOnPaper(t *testing.T) {
	games := 3000
	if testing.Short() {
		games = 300
	}
	met := map[string]int{}
	variants := pharmacy.Variants()
	for i := range games {
		set := variants[i*97%len(variants)]
		r, err := pharmacy.Game.Compile(engine.Header{Game: "pharmacy", Revision: pharmacy.Revision, Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		chance, _ := engine.NumberedSeed(uint64(i)).Rand()
		dice := ai.Dice(uint64(i))
		if wrong := writeDown(r, chance, &dice, set, met); wrong != "" {
			t.Fatalf("game %d, %v: %s", i, set, wrong)
		}
	}
	property.Report(t, property.Floor{
		exact: 500, overpaid: 50, unable: 10, short: 10, halved: 100, killed: 20, caught: 10, dodged: 100, ownerPaid: 10,
		respected: 5, inCare: 300, guessed: 20, rounds: 900, shared: 1,
	}, met)
}

// writeDown plays a random game in which risk cards are frequent. It describes the first fault in the game, or
// returns an empty string.
func writeDown(r *pharmacy.Rules, chance engine.Rand, dice *ai.Dice, set engine.Settings, met map[string]int) string {
	p := &paper{
		players: r.Players, care: set.Int("care"), diagnosis: set.Int("diagnosis"), twoPills: set.Get("returns") == "pills",
		keeper: set.Get("keeper") == "pills", respect: set.Get("doctor") == "on", start: [3]int{4, 3, 2},
		seats: make([]place, r.Players), totals: make([]int, r.Players), starter: -1, met: met,
	}
	if set.Get("supply") == "seven" {
		p.start = [3]int{3, 2, 2}
	}
	var s pharmacy.State
	var out engine.Facts
	r.Deal(&s, chance, &out)
	words := r.Vocabulary()
	risk, _ := words.Verb("risk")
	for {
		for _, f := range out.List {
			w := words.Facts[f.Kind]
			var args []string
			for i, kind := range w.Args {
				args = append(args, kind.Text(f.Arg[i]))
			}
			if p.fact(w.Name, f.Rule, args); p.wrong != "" {
				return words.Fact(f) + ": " + p.wrong
			}
		}
		if p.same(&s); p.wrong != "" {
			return p.wrong
		}
		if s.Decision().Over {
			p.outcome(&s)
			return p.wrong
		}
		list := s.AppendMoves(nil, s.Decision().Owing().First())
		m := list[dice.N(len(list))]
		if dares := slices.DeleteFunc(list, func(m engine.Move) bool { return m.Verb != risk }); len(dares) > 0 && dice.N(3) == 0 {
			m = dares[dice.N(len(dares))]
		}
		out = engine.Facts{}
		s.Play(m, &out)
	}
}
