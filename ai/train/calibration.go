package train

import (
	"math"

	"theriac/ai"
)

// Forecast is an evaluator's estimate for a position in a finished game, with the game's outcome.
type Forecast struct {
	Game    int     `json:"game"` // identifies the game, since positions from one game are not independent
	Players int     `json:"players"`
	Level   int     `json:"level"` // the game's difficulty
	Turn    int     `json:"turn"`
	Acted   bool    `json:"acted"` // whether the turn's actions were over
	Said    float64 `json:"said"`
	Error   float64 `json:"error"`
	Came    float64 `json:"came"` // 1 for a win, 0 for a loss
}

// Calibration measures how well forecasts fit the outcomes.
type Calibration struct {
	Cases int     `json:"cases"`
	Games int     `json:"games"`
	Won   float64 `json:"won"`  // fraction of positions whose game was won
	Said  float64 `json:"said"` // mean of the forecasts
	Brier float64 `json:"brier"`
	// Constant is the Brier score of the best constant forecast. Skill is the fraction by which the forecasts
	// improve on it.
	Constant float64 `json:"constant"`
	Skill    float64 `json:"skill"`
	// Within is Skill measured against a separate constant for each number of players and difficulty, so it
	// shows what the forecasts tell beyond these.
	Within float64  `json:"within"`
	Tenths [10]Rung `json:"tenths"`
}

// Rung summarises the forecasts within one tenth of the range from 0 to 1.
type Rung struct {
	Cases int     `json:"cases"`
	Games int     `json:"games"`
	Said  float64 `json:"said"`
	Won   float64 `json:"won"`
	// Half is half the width of the 95 % confidence interval of Won. All positions from one game count as one
	// sample.
	Half float64 `json:"half"`
}

// Fits reports whether the forecasts of a rung fit the outcomes. They may differ by five percentage points.
// With fewer than 400 cases, it is enough that the confidence interval contains the mean forecast.
func (r *Rung) Fits() bool {
	away := math.Abs(r.Won - r.Said)
	return r.Cases == 0 || away <= 0.05 || r.Cases < 400 && away <= r.Half
}

// Calibrate compares forecasts with outcomes. Forecasts from the same game must be adjacent.
func Calibrate(list []Forecast) (c Calibration) {
	type class struct{ players, level int }
	n, won := map[class]float64{}, map[class]float64{}
	for i := range list {
		f := &list[i]
		c.Cases++
		if i == 0 || list[i-1].Game != f.Game {
			c.Games++
		}
		c.Said += f.Said
		c.Won += f.Came
		c.Brier += (f.Said - f.Came) * (f.Said - f.Came)
		k := class{f.Players, f.Level}
		n[k]++
		won[k] += f.Came
	}
	all := float64(max(1, c.Cases))
	c.Said, c.Won, c.Brier = c.Said/all, c.Won/all, c.Brier/all
	c.Constant = c.Won * (1 - c.Won)
	c.Skill = 1 - c.Brier/max(c.Constant, 1e-9)
	within := 0.0
	for k, cases := range n {
		p := won[k] / cases
		within += cases / all * p * (1 - p)
	}
	c.Within = 1 - c.Brier/max(within, 1e-9)
	for i := range c.Tenths {
		c.Tenths[i] = rung(list, i)
	}
	return c
}

// rung summarises the forecasts within one tenth of the range. It adds half a win and half a loss, so that
// the interval is not empty if there are few cases.
func rung(list []Forecast, tenth int) (r Rung) {
	sum, game, last := 0.0, 0.0, -1
	for i := range list {
		f := &list[i]
		if min(9, int(f.Said*10)) != tenth {
			continue
		}
		if f.Game != last {
			last = f.Game
			r.Games++
			sum += game * game
			game = 0
		}
		game += f.Came - f.Said
		r.Cases++
		r.Said += f.Said
		r.Won += f.Came
	}
	if r.Cases == 0 {
		return r
	}
	n := float64(r.Cases)
	r.Said, r.Won = r.Said/n, r.Won/n
	r.Half = 1.96 * math.Sqrt(sum+game*game+0.5) / n
	return r
}

// FitPlatt returns the correcting line under which the outcomes are most likely, by Newton's method.
func FitPlatt(list []Forecast) ai.Platt {
	p := ai.Platt{Slope: 1}
	for range 30 {
		var g0, g1, h00, h01, h11 float64
		for i := range list {
			x := ai.LogOdds(list[i].Said)
			q := ai.Logistic(p.Shift + p.Slope*x)
			d, w := list[i].Came-q, q*(1-q)
			g0, g1 = g0+d, g1+d*x
			h00, h01, h11 = h00+w, h01+w*x, h11+w*x*x
		}
		h00, h11 = h00+1e-6, h11+1e-6
		det := h00*h11 - h01*h01
		if det <= 0 {
			break
		}
		p.Shift += (h11*g0 - h01*g1) / det
		p.Slope += (h00*g1 - h01*g0) / det
	}
	return p
}
