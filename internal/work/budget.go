package work

import (
	"sync"
	"time"
)

// Budget limits the processor time that each person's questions may use. The time of an answer is subtracted
// afterwards, so a person's balance can become negative. That person then has to wait.
type Budget struct {
	perMinute time.Duration

	mu   sync.Mutex
	left map[string]account
}

type account struct {
	left time.Duration
	at   time.Time
}

const maxAccounts = 50_000

// NewBudget returns a budget with which each person may use perMinute of processor time per minute.
func NewBudget(perMinute time.Duration) *Budget {
	return &Budget{perMinute: perMinute, left: map[string]account{}}
}

// account returns a person's balance at the given time.
func (b *Budget) account(person string, now time.Time) account {
	a, ok := b.left[person]
	if !ok {
		return account{b.perMinute, now}
	}
	if passed := now.Sub(a.at); passed > 0 {
		gained := time.Duration(float64(b.perMinute) * passed.Minutes())
		a = account{min(a.left+gained, b.perMinute), now}
	}
	return a
}

// Pay subtracts the time of an answer from a person's balance.
func (b *Budget) Pay(person string, took time.Duration, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.account(person, now)
	a.left -= took
	if len(b.left) >= maxAccounts {
		clear(b.left) // clears everyone's balance, but there are rarely so many people
	}
	b.left[person] = a
}

// Wait returns how long a person has to wait until they can use processor time again.
func (b *Budget) Wait(person string, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.account(person, now)
	if a.left >= 0 {
		return 0
	}
	return time.Duration(float64(-a.left) / float64(b.perMinute) * float64(time.Minute))
}
