package lab

import (
	"errors"

	"theriac/ai"
	"theriac/ai/train"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
	"theriac/internal/sim"
)

// turnsApart is the number of turns between two positions for which the ranker makes a forecast.
const turnsApart = 7

// forecasts has bots of one level play games, and asks the ranker for estimates at some positions. It returns
// these estimates with the ranks in which the seats finished. The ranker gets a spectator's view. A forecast's
// field Level holds the number of the round.
func forecasts(c sim.Config) ([]train.Forecast, error) {
	rules, err := pharmacy.Game.Compile(c.Header)
	if err != nil {
		return nil, err
	}
	who := newChooser(c.Bot)
	if who == nil {
		return nil, errors.New("no bot or style of the card game is called " + c.Bot)
	}
	chances, ranker := c.Chances(), bots.NewRanker()
	var all []train.Forecast
	for game := c.From; game < c.From+c.Games; game++ {
		var s pharmacy.State
		rules.Deal(&s, chances(game), nil)
		from := len(all)
		dice := ai.Dice(c.Seed<<32 + uint64(game))
		var memos [engine.MaxSeats][]byte
		next := uint16(1 + game%turnsApart)
		for moves := uint64(0); !s.Over; moves++ {
			if s.Turn >= next {
				next = s.Turn + turnsApart
				v := s.Knows(0)
				for _, e := range ranker.Places(&ai.Evaluation{View: &v, Seed: c.Seed<<32 + uint64(game)<<12 + moves}) {
					all = append(all, train.Forecast{Game: game, Players: rules.Players, Level: int(s.Round), Turn: int(s.Turn), Said: e.Chance, Error: e.Error})
				}
			}
			seat := s.Asked.First()
			list := s.AppendMoves(nil, seat)
			s.Play(who.choose(&s, list, &dice, &memos[seat]), nil)
		}
		result, _ := s.Outcome()
		for i := from; i < len(all); i++ {
			all[i].Came = float64(result.Rank[(i-from)%rules.Players])
		}
	}
	return all, nil
}
