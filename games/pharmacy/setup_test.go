package pharmacy_test

import (
	"testing"

	"theriac/engine"
	"theriac/games/pharmacy"
)

// The box has the right contents, including the number of copies of each risk card. Rules: setup/box
// setup/copies.
func TestBox(t *testing.T) {
	r := rules(t)
	values, crosses := map[uint8]int{}, 0
	for c := range pharmacy.Card(pharmacy.Viruses) {
		v := r.Virus(c)
		values[v.Value]++
		if v.Cross {
			crosses++
		}
		if n := v.Pills.Count(); n < 1 || n > 3 {
			t.Errorf("%s shows %d pills", v.ID, n)
		}
	}
	for value, want := range map[uint8]int{1: 4, 2: 5, 3: 6, 4: 5, 5: 4, 6: 2} {
		if values[value] != want {
			t.Errorf("%d viruses of %d", values[value], value)
		}
	}
	risks := 0
	for c := pharmacy.FirstRisk; int(c) < len(pharmacy.Cards().Values); c++ {
		risks += pharmacy.Copies(c)
		want := 1
		switch pharmacy.Cards().Text(uint8(c)) {
		case "plague-3", "plague-2", "jab":
			want = 3
		}
		if pharmacy.Copies(c) != want {
			t.Errorf("%d of %s", pharmacy.Copies(c), pharmacy.Cards().Text(uint8(c)))
		}
	}
	if crosses != 8 || risks != 20 {
		t.Errorf("%d crosses and %d risk cards", crosses, risks)
	}
}

// C93: every player is dealt the same number of risk cards, and with three or six players two are left
// over. All players and the pharmacy get pills.
// Rules: setup/risk setup/unseen setup/pills setup/piles setup/players setup/total.
func TestDeal(t *testing.T) {
	for _, players := range []string{"2", "7"} {
		set := engine.Settings{{Name: "players", Value: players}}
		if _, err := pharmacy.Game.Compile(engine.Header{Game: "pharmacy", Revision: 1, Settings: set}); err == nil {
			t.Errorf("%s players can play", players)
		}
	}
	for players, want := range map[string][2]int{"3": {6, 2}, "4": {5, 0}, "5": {4, 0}, "6": {3, 2}} {
		s := deal(t, 7, "players", players)
		pills := s.Pharmacy.Count()
		for seat := range s.Rules().Players {
			if s.Secrets().Hands[seat].Len() != want[0] || s.Pills[seat] != (pharmacy.Pills{4, 3, 2}) {
				t.Errorf("%s players: seat %d has %d risk cards and %v", players, seat, s.Secrets().Hands[seat].Len(), s.Pills[seat])
			}
			pills += s.Pills[seat].Count()
		}
		if pills != 9*(s.Rules().Players+1) {
			t.Errorf("%s players: %d pills", players, pills)
		}
		if s.Secrets().Unseen.Len() != want[1] || s.PileLen != [2]uint8{19, 19} || s.Fault() != "" {
			t.Errorf("%s players: %d unseen, piles %v, %s", players, s.Secrets().Unseen.Len(), s.PileLen, s.Fault())
		}
	}
}

// The seat that starts the first round is chosen at random. Rules: setup/first.
func TestFirstByLot(t *testing.T) {
	var begins [4]int
	for seed := range uint64(400) {
		begins[deal(t, seed).Starter]++
	}
	for seat, n := range begins {
		if n < 60 || n > 140 {
			t.Errorf("seat %d begins %d of 400 games", seat, n)
		}
	}
}

// A group can play with its own values for the cards. The game's header contains the hash of these values, and
// values with another hash are rejected. Rules: setup/box.
func TestReplacedCards(t *testing.T) {
	h := engine.Header{Game: "pharmacy", Revision: 1}
	h.SetContent("sniffles 6 cross 0 0 2 \r\nvolcano 1 - 1 0 0\n\n")
	r, err := pharmacy.Game.Compile(h)
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Virus(0); v.Value != 6 || !v.Cross || v.Pills != (pharmacy.Pills{0, 0, 2}) || r.Value(25) != 1 || r.Virus(1).Value != 1 {
		t.Errorf("%+v", v)
	}
	// OwnCards returns the built-in cards in the format in which a group writes its own.
	same := engine.Header{Game: "pharmacy", Revision: 1}
	box, _ := pharmacy.Game.OwnCards()
	same.SetContent(box)
	if own, err := pharmacy.Game.Compile(same); err != nil {
		t.Error(err)
	} else {
		for c := range pharmacy.Card(pharmacy.Viruses) {
			if own.Virus(c) != pharmacy.Game.Box().Viruses[c] {
				t.Errorf("%+v", own.Virus(c))
			}
		}
	}
	h.Content = []byte("sniffles 1 - 1 0 0\n")
	if _, err := pharmacy.Game.Compile(h); err == nil {
		t.Error("other cards than the header names were taken")
	}
	for _, bad := range []string{
		"flu 1 - 1 0 0", "injection 1 - 1 0 0", "sniffles 0 - 1 0 0", "sniffles 7 - 1 0 0",
		"sniffles 1 x 1 0 0", "sniffles 1 - 2 2 0", "sniffles 1 - 1 0", "sniffles 1 - -1 0 0", "",
		"sniffles 1 - +1 0 0", "sniffles 01 - 1 0 0", "sniffles\r1 - 1 0 0", "sniffles\u20281 - 1 0 0", "\u2028sniffles 1 - 1 0 0", "sniffles 1 - 1 0 0\nsniffles 2 - 1 0 0",
	} {
		h.Content, h.Data = []byte(bad), engine.DataHash([]byte(bad))
		if _, err := pharmacy.Game.Compile(h); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// A list of moves has room for all ways to pay and pass a card on, no matter how many pills a player has. When
// a player has to pay, two others have already staked nearly as much each, so the player cannot have those
// pills.
func TestPaymentsFit(t *testing.T) {
	const all = 28 + 2*21 + 3*14
	most := 0
	for owed := 1; owed <= all; owed++ {
		left := all - max(0, 2*owed-3) // without the least that two other players have staked
		for b := 0; b <= 28; b++ {
			for y := 0; y <= 21 && b+2*y <= left; y++ {
				for r := 0; r <= 14 && b+2*y+3*r <= left; r++ {
					if b+2*y+3*r >= owed {
						most = max(most, ways(b, y, r, owed))
					}
				}
			}
		}
	}
	t.Logf("at most %d ways to pay, %d moves", most, 5*most)
	if 5*most > engine.MaxMoves {
		t.Errorf("%d ways to pay for five others", most)
	}
}

// ways returns the number of ways to pay a price exactly. It does not count overpayments, which are allowed
// only if no exact payment exists, and then there are only a few.
func ways(b, y, r, owed int) int {
	n := 0
	for i := range min(r, owed/3) + 1 {
		for j := range min(y, (owed-3*i)/2) + 1 {
			if owed-3*i-2*j <= b {
				n++
			}
		}
	}
	return n
}
