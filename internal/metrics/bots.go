package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// bots holds the metrics about the bots at tables.
type bots struct {
	asked   prometheus.Counter
	moves   *prometheus.CounterVec
	seconds prometheus.Counter
	again   prometheus.Counter
	failed  prometheus.Counter
	advised prometheus.Counter
	advice  prometheus.Counter
}

func newBots() bots {
	b := bots{
		asked: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_bot_questions_total", Help: "Questions that this node put on the queue for workers.",
		}),
		moves: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_bot_moves_total", Help: "Moves of bots that this node submitted: chosen by a bot, the only one, or the default where no worker answered.",
		}, []string{"how"}),
		seconds: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_bot_seconds_total", Help: "Processor time of the answers that this node got from workers.",
		}),
		again: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_bot_redeliveries_total", Help: "Questions that went to another worker, because the one before did not answer.",
		}),
		failed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_bot_failures_total", Help: "Questions that a bot could not answer, or the store did not take. The game goes on.",
		}),
		advised: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_advice_total", Help: "Positions that people asked advice about.",
		}),
		advice: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_advice_seconds_total", Help: "Processor time of the advice.",
		}),
	}
	for _, how := range []string{"chosen", "only", "default"} {
		b.moves.WithLabelValues(how) // creates the metric with value 0, so that it is exported from the start
	}
	return b
}

// Advised counts a piece of advice and its processor time.
func (m *Meters) Advised(took time.Duration) {
	m.bots.advised.Inc()
	m.bots.advice.Add(max(took, 0).Seconds())
}

// BotAsked counts a question for a bot that was put into the queue.
func (m *Meters) BotAsked() { m.bots.asked.Inc() }

// BotMoved counts a bot's move: "chosen" by the bot, the "only" legal one, or the "default" of the rules.
func (m *Meters) BotMoved(how string) { m.bots.moves.WithLabelValues(how).Inc() }

// BotThought adds the processor time of a bot's answer.
func (m *Meters) BotThought(took time.Duration) { m.bots.seconds.Add(max(took, 0).Seconds()) }

// BotRedelivered counts a question that went to a second worker.
func (m *Meters) BotRedelivered() { m.bots.again.Inc() }

// BotFailed counts a question to which no answer came.
func (m *Meters) BotFailed() { m.bots.failed.Inc() }
