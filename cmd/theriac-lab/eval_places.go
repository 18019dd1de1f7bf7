package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"theriac/ai/train"
)

// placesFit measures how far the forecast ranks are from the actual ones. For comparison, it also measures a
// constant forecast: the mean rank in games with the same number of players.
type placesFit struct {
	Cases    int     `json:"cases"`
	Error    float64 `json:"error"`    // mean distance of the forecasts from the actual ranks
	Constant float64 `json:"constant"` // the same for the constant forecast
	Square   float64 `json:"square"`   // mean squared distance of the forecasts from the actual ranks
	Spread   float64 `json:"spread"`   // the same for the constant forecast
}

func fitPlaces(list []train.Forecast) (f placesFit) {
	n, sum := map[int]float64{}, map[int]float64{}
	for i := range list {
		n[list[i].Players]++
		sum[list[i].Players] += list[i].Came
	}
	for i := range list {
		x := &list[i]
		away, mean := x.Said-x.Came, sum[x.Players]/n[x.Players]-x.Came
		f.Cases++
		f.Error += math.Abs(away)
		f.Constant += math.Abs(mean)
		f.Square += away * away
		f.Spread += mean * mean
	}
	k := float64(max(1, f.Cases))
	f.Error, f.Constant, f.Square, f.Spread = f.Error/k, f.Constant/k, f.Square/k, f.Spread/k
	return f
}

// tellPlaces prints how good the forecasts of ranks are: overall, by round, and by forecast.
func (r *evalResult) tellPlaces(asJSON bool) error {
	if asJSON {
		return json.NewEncoder(os.Stdout).Encode(struct {
			*evalResult
			Fit placesFit `json:"fit"`
		}{r, fitPlaces(r.Forecasts)})
	}
	line := func(name string, in func(*train.Forecast) bool) {
		var part []train.Forecast
		said, came := 0.0, 0.0
		for i := range r.Forecasts {
			if f := &r.Forecasts[i]; in(f) {
				part = append(part, *f)
				said += f.Said
				came += f.Came
			}
		}
		if len(part) == 0 {
			return
		}
		f, k := fitPlaces(part), float64(len(part))
		fmt.Printf("%-14s %6d cases, said %.2f, came %.2f; off by %.3f, a constant by %.3f; skill of squares %.3f\n", name, f.Cases,
			said/k, came/k, f.Error, f.Constant, 1-f.Square/max(f.Spread, 1e-9))
	}
	fmt.Printf("%s, places in %d games of %s from %d, seed %d\n", r.Game, r.Games, r.Reference, r.From, r.Seed)
	line("all", func(*train.Forecast) bool { return true })
	for n := 1; n <= 3; n++ {
		line(fmt.Sprintf("round %d", n), func(f *train.Forecast) bool { return f.Level == n })
	}
	for n := 2; n <= 6; n++ {
		line(fmt.Sprintf("%d players", n), func(f *train.Forecast) bool { return f.Players == n })
	}
	for step := 2; step < 12; step++ {
		low := float64(step) / 2
		line(fmt.Sprintf("said %.1f–%.1f", low, low+0.5), func(f *train.Forecast) bool { return f.Said >= low && f.Said < low+0.5 })
	}
	return nil
}
