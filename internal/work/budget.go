package work

import (
	"sync"
	"time"
)

// Budget is the thinking time that each person may use. What an answer took is paid
// afterwards, so a debt has to be waited for.
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

// NewBudget makes a budget of so much of a processor in a minute for each person.
func NewBudget(perMinute time.Duration) *Budget {
	return &Budget{perMinute: perMinute, left: map[string]account{}}
}

// account is a person's account now.
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

// Pay takes time off a person's account.
func (b *Budget) Pay(person string, took time.Duration, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.account(person, now)
	a.left -= took
	if len(b.left) >= maxAccounts {
		clear(b.left) // whoever is in debt starts anew; there are not that many people
	}
	b.left[person] = a
}

// Wait is how long a person has to wait before more is thought for them.
func (b *Budget) Wait(person string, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.account(person, now)
	if a.left >= 0 {
		return 0
	}
	return time.Duration(float64(-a.left) / float64(b.perMinute) * float64(time.Minute))
}
