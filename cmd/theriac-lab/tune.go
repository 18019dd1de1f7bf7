package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"theriac/ai"
	"theriac/ai/train"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/labs"
	"theriac/internal/commands"
	"theriac/internal/sim"
)

// tuneCmd improves the bots' nets and weights.
type tuneCmd struct {
	Cases   tuneCasesCmd   `cmd:"" help:"Play games and add their positions to a file, for a net to learn from."`
	Net     tuneNetCmd     `cmd:"" help:"Fit a net to the positions of some files."`
	Line    tuneLineCmd    `cmd:"" help:"Fit the line that turns a judge's chances into those of the player of some files."`
	Weights tuneWeightsCmd `cmd:"" help:"Evolve the weights of a bot by playing games."`

	Response tuneResponseCmd `cmd:"" help:"Watch the strongest bot of a card game, and fit the weights of its best response."`
}

// firstTuningSeed is the first seed for tuning games. Lower seeds are reserved for measuring the result, so
// that tuning never sees those deals.
const firstTuningSeed = 1_000_000

func tuningSeed(seed uint64) error {
	if seed < firstTuningSeed {
		return fmt.Errorf("seeds below %d are for measuring: a bot must not be tuned on the games that it is measured on", firstTuningSeed)
	}
	return nil
}

type tuneCasesCmd struct {
	Game    string            `help:"The game." enum:"${games}" default:"${game}"`
	Option  map[string]string `help:"Any option of the game." placeholder:"NAME=VALUE" short:"o" mapsep:"none"`
	Bot     string            `help:"The level that plays, with changes: steady,rollouts=24." default:"steady"`
	Games   int               `help:"Number of games." default:"200"`
	Ways    bool              `help:"Play every way to play in turn, so many games of each."`
	Seed    uint64            `help:"The seed, from 1000000." default:"1000000"`
	Workers int               `help:"Games to play in parallel; 0: one per core." default:"0"`
	File    string            `arg:"" help:"The file that the positions are added to."`
}

func (c *tuneCasesCmd) Run() error {
	if err := tuningSeed(c.Seed); err != nil {
		return err
	}
	game, _ := labs.Find(c.Game)
	if game.Learn == nil {
		return fmt.Errorf("no bot of %s learns by a net", c.Game)
	}
	ways := []engine.Settings{settingsOf(c.Option, nil)}
	if c.Ways {
		ways = game.Variants()
	}
	progress := commands.NewProgress("games", c.Games*len(ways))
	var cases []train.Case
	for i, set := range ways {
		cfg := sim.Config{
			Header: engine.Header{Game: c.Game, Revision: game.Rules.Revision(), Settings: set},
			Bot:    c.Bot, Games: c.Games, From: i * c.Games, Seed: c.Seed, Workers: c.Workers,
			Progress: func(done int) { progress.Show(i*c.Games + done) },
		}
		if cfg.Workers < 1 {
			cfg.Workers = runtime.GOMAXPROCS(0)
		}
		more, err := game.Learn(cfg)
		if err != nil {
			return err
		}
		cases = append(cases, more...)
	}
	progress.Done()
	f, err := os.OpenFile(c.File, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	w := bufio.NewWriterSize(f, 1<<20)
	won, last := 0, -1
	for _, x := range cases {
		if x.Game != last {
			last = x.Game
			won += int(x.Won)
		}
		record := append([]float32{float32(x.Game % (1 << 20)), x.Won}, x.Inputs...)
		if err := binary.Write(w, binary.LittleEndian, record); err != nil {
			return err
		}
	}
	fmt.Printf("%d games, %d won, %d positions\n", c.Games*len(ways), won, len(cases))
	return w.Flush()
}

type tuneNetCmd struct {
	Judge  bool     `help:"Fit a judge, which says how likely positions are to be won, instead of the bots' net."`
	Begin  string   `help:"Begin with the net of a file instead of an empty one." placeholder:"FILE" type:"existingfile"`
	Hidden int      `help:"Hidden units." default:"64"`
	Epochs int      `help:"Epochs of each pass." default:"2"`
	Passes int      `help:"Passes towards what the net says a turn later." default:"6"`
	Rate   float64  `help:"Learning rate." default:"0.001"`
	Decay  float64  `help:"How fast weights shrink." default:"0.1"`
	Lambda float64  `help:"How much of a game's end counts in later passes." default:"0.8"`
	Out    string   `help:"Where the net is written." short:"O" default:"net.bin"`
	Files  []string `arg:"" help:"Files with positions."`
}

func (c *tuneNetCmd) Run() error {
	var learn, test []train.Case
	for i, name := range c.Files {
		list, err := readCases(name)
		if err != nil {
			return err
		}
		for _, x := range list {
			if !c.Judge {
				x.Inputs = x.Inputs[:bots.Inputs]
			}
			test12 := x.Game%12 == 5
			x.Game += i << 24
			if test12 {
				test = append(test, x)
			} else {
				learn = append(learn, x)
			}
		}
	}
	if len(learn) == 0 || len(test) == 0 {
		return errors.New("there are too few positions")
	}
	net := ai.NewNet(len(learn[0].Inputs), c.Hidden)
	if c.Begin != "" {
		text, err := os.ReadFile(c.Begin)
		if err != nil {
			return err
		}
		if net = ai.ReadNet(text); net == nil || net.Inputs != len(learn[0].Inputs) {
			return errors.New(c.Begin + " is no such net")
		}
	}
	t := train.Training{Begun: c.Begin != "", Epochs: c.Epochs, Passes: c.Passes, Rate: c.Rate, Decay: c.Decay, Lambda: c.Lambda, Dice: 7}
	t.Each = func(pass, epoch int, loss float64) {
		score, constant := train.Brier(net, test)
		fmt.Printf("pass %d, epoch %d: loss %.4f, Brier %.4f of a constant's %.4f (%.3f)\n", pass+1, epoch+1, loss, score, constant, score/constant)
	}
	fmt.Printf("%d positions to learn from, %d to test\n", len(learn), len(test))
	t.Fit(net, learn)
	printCalibration(net, test)
	return os.WriteFile(c.Out, net.Bytes(), 0o644)
}

// printCalibration compares forecasts with outcomes: for each tenth of the range of forecasts, it prints the
// net's mean forecast and the fraction of games won.
func printCalibration(net *ai.Net, test []train.Case) {
	var said, won, n [10]float64
	for i := range test {
		q := ai.Logistic(net.LogOdds(test[i].Inputs))
		at := min(9, int(q*10))
		said[at] += q
		won[at] += float64(test[i].Won)
		n[at]++
	}
	for i := range n {
		if n[i] > 0 {
			fmt.Printf("  said %.2f, won %.2f of %.0f\n", said[i]/n[i], won[i]/n[i], n[i])
		}
	}
}

func readCases(name string) (list []train.Case, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		record := make([]float32, 2+bots.JudgeInputs)
		err := binary.Read(r, binary.LittleEndian, record)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, train.Case{Game: int(record[0]), Won: record[1], Inputs: record[2:]})
	}
}
