package main

import (
	"errors"
	"fmt"
	"os"

	"theriac/ai"
	"theriac/ai/train"
	"theriac/bots"
)

// tuneLineCmd fits a linear correction to the log-odds of a judge, a net that forecasts wins. That takes a few
// games of a slow player, while training a net takes thousands.
type tuneLineCmd struct {
	Net   string   `required:"" help:"The judge." type:"existingfile"`
	Files []string `arg:"" help:"Files with positions of the player whose chances are wanted."`
}

func (c *tuneLineCmd) Run() error {
	text, err := os.ReadFile(c.Net)
	if err != nil {
		return err
	}
	net := ai.ReadNet(text)
	// A judge's net has more inputs than the bots' net. An older judge may lack the newest inputs, and ignores
	// them.
	if net == nil || net.Inputs <= bots.Inputs || net.Inputs > bots.JudgeInputs {
		return errors.New(c.Net + " is no judge")
	}
	var said []train.Forecast
	for i, name := range c.Files {
		list, err := readCases(name)
		if err != nil {
			return err
		}
		for _, x := range list {
			said = append(said, train.Forecast{Game: x.Game + i<<24, Said: ai.Logistic(net.LogOdds(x.Inputs)), Came: float64(x.Won)})
		}
	}
	line := train.FitPlatt(said)
	raw := train.Calibrate(said)
	for i := range said {
		said[i].Said = line.Fair(said[i].Said)
	}
	fit := train.Calibrate(said)
	fmt.Printf("%d positions, won %.3f; skill %.3f, with the line %.3f\n", fit.Cases, fit.Won, raw.Skill, fit.Skill)
	fmt.Printf("Shift: %.2f, Slope: %.2f\n", line.Shift, line.Slope)
	return nil
}
