package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// bots is the metrics of the bots at the tables.
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
		b.moves.WithLabelValues(how) // exported from the beginning, with 0
	}
	return b
}

// Advised counts a piece of advice and its processor time.
func (m *Meters) Advised(took time.Duration) {
	m.bots.advised.Inc()
	m.bots.advice.Add(max(took, 0).Seconds())
}

// BotAsked counts a question that was put on the queue.
func (m *Meters) BotAsked() { m.bots.asked.Inc() }

// BotMoved counts a move of a bot: "chosen", "only" or "default".
func (m *Meters) BotMoved(how string) { m.bots.moves.WithLabelValues(how).Inc() }

// BotThought counts the processor time of an answer.
func (m *Meters) BotThought(took time.Duration) { m.bots.seconds.Add(max(took, 0).Seconds()) }

// BotRedelivered counts a question that went to another worker.
func (m *Meters) BotRedelivered() { m.bots.again.Inc() }

// BotFailed counts a question without an answer.
func (m *Meters) BotFailed() { m.bots.failed.Inc() }
