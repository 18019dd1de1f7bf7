package pharmacytest

import "theriac/engine"

// late returns changes that make a position of six players in which the piles are almost empty. Every player
// has had two injections on a strong virus, and nearly all other viruses are in front of players too. The piles
// cannot run out in any other way, and actual play hardly ever gets there. In three cases of four, all other
// risk cards except injections have been played.
func late(n func(int) int) []string {
	lines := []string{
		"front 0 jungle-jitters/2 giggles",
		"front 1 volcano/2 globetrotter stage-fright wobbly-knees",
		"front 2 sleepyhead/2 belly-rumble hoot-cough shivers",
		"front 3 green-gills/2 earworm babbles zebra-stripes yawns",
		"front 4 brain-fog/2 chubby-cheeks polka-dots pink-eye sore-toe",
		"front 5 hothead/2 blushes pins-and-needles",
	}
	if n(2) == 0 {
		lines[5] += " tickles"
	}
	lines = append(lines, "turn 0", "unseen jab jab", "risk 0 jab")
	if n(4) > 0 {
		lines = append(lines, "opened plague-3 plague-3 plague-3 plague-2 plague-2 plague-2 recall free-sample contagion "+
			"guinea-pig co-payment expiry-date prescription-yellow prescription-red diagnosis nurse doctor")
	} else {
		lines = append(lines, "opened plague-3 plague-3 plague-3 plague-2 plague-2 contagion guinea-pig",
			"risk "+engine.SeatKind.Text(uint8(1+n(5)))+" plague-2 recall free-sample")
	}
	return lines
}
