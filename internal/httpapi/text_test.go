package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"theriac/internal/httpapi/wire"
)

// The text of a position shows each seat only its own hand and moves. The moves in the text can be
// sent as they are.
func TestTextOfAPosition(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	_, noors := b.guest("Noor")
	var table wire.Table
	want := NewTable{Game: "world", Settings: map[string]string{"players": "2", "epidemics": "5", "hands": "hidden"}, Deal: 8, Links: true}
	b.ask(adas, http.MethodPost, "/api/tables", want).is(http.StatusCreated, &table)
	secret := table.Links.Invite[strings.LastIndex(table.Links.Invite, "/")+1:]
	b.ask(noors, http.MethodPost, "/api/links", map[string]string{"secret": secret}).is(http.StatusOK)
	b.ask(noors, http.MethodPost, path(table, "sit"), map[string]int{"seat": 1}).is(http.StatusOK)
	b.ask(adas, http.MethodPost, path(table, "start"), nil).is(http.StatusOK)

	const hand = "B New York, B Milan, K Algiers, K Delhi" // in this deal, seat 1 begins and has this hand
	first := string(b.ask(adas, http.MethodGet, path(table, "text"), nil).is(http.StatusOK).body)
	second := string(b.ask(noors, http.MethodGet, path(table, "text"), nil).is(http.StatusOK).body)
	if strings.Contains(first, hand) || !strings.Contains(second, hand) {
		t.Errorf("the hand of seat 1 is told to\n%s\nand to its holder\n%s", first, second)
	}
	if strings.Contains(first, "Moves of seat 1") || !strings.Contains(second, "Moves of seat 1") {
		t.Errorf("moves of seat 1:\n%s\n%s", first, second)
	}
	french := string(b.ask(noors, http.MethodGet, path(table, "text?lang=fr"), nil).is(http.StatusOK).body)
	if !strings.Contains(french, "Coups de la place 1") {
		t.Errorf("in French:\n%s", french)
	}
	question, _, _ := strings.Cut(strings.TrimPrefix(second, "question "), "\n")
	lines := strings.Split(strings.TrimSpace(second), "\n")
	b.ask(noors, http.MethodPost, path(table, "moves"), Move{Seat: 1, Question: question, Move: lines[len(lines)-1], Key: "k"}).is(http.StatusOK)
	b.ask("", http.MethodGet, path(table, "text"), nil).is(http.StatusNotFound)
}
