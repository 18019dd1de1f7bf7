package httpapi

import (
	"net/http"
	"slices"
	"testing"

	"theriac/internal/lobby"
)

// A person can hold seats of one team, or all seats if no one else plays.
func TestOnePersonOneTeam(t *testing.T) {
	b := raise(t)
	_, ann := b.guest("Ann")
	_, ben := b.guest("Ben")
	table := b.table(ann, teams)
	b.sit(ben, table.ID, 2).is(http.StatusOK)
	b.letHelp(ann, ben, table.ID)
	b.sit(ann, table.ID, 3).refused(http.StatusConflict, lobby.OneTeam)
	var at Seated
	b.ask(ben, http.MethodPost, "/api/tables/"+table.ID+"/sit", Sitting{}).is(http.StatusOK, &at)
	if at.Seat != 3 {
		t.Errorf("Ben got seat %d and not that beside his", at.Seat)
	}
	b.ask(ben, http.MethodPost, "/api/tables/"+table.ID+"/sit", Sitting{}).refused(http.StatusConflict, lobby.OneTeam)
	b.sit(ann, table.ID, 1).is(http.StatusOK)
	b.ask(ann, http.MethodPost, "/api/tables/"+table.ID+"/start", nil).is(http.StatusOK)

	// During a game, a seat cannot be handed over to a player of the other team, not even a team's
	// last seat.
	var link Link
	b.ask(ben, http.MethodPost, "/api/tables/"+table.ID+"/handover", SeatOnly{Seat: 3}).is(http.StatusOK, &link)
	b.ask(ann, http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusConflict, lobby.OneTeam)
	b.ask(ann, http.MethodGet, "/api/links/"+secretOf(link.Link), nil).refused(http.StatusConflict, lobby.OneTeam)
	for _, seat := range []int{2, 3} {
		b.ask(ben, http.MethodPost, "/api/tables/"+table.ID+"/stand", SeatOnly{Seat: seat}).is(http.StatusOK)
	}
	seat := 2
	b.ask(ann, http.MethodPost, "/api/tables/"+table.ID+"/links", NewLink{Kind: "seat", Seat: &seat}).is(http.StatusOK, &link)
	b.ask(ann, http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusConflict, lobby.OneTeam)

	// A person who plays alone holds all seats, so no one else can take a seat.
	alone := b.table(ann, teams, func(n *NewTable) { n.Sit, n.Start = "all", true })
	if len(alone.You.Seats) != 4 || alone.You.Team != nil || alone.Status != "playing" {
		t.Errorf("alone: %+v", alone.You)
	}
	if u := b.look(ann, alone.ID); len(u.Moves) != 4 {
		t.Errorf("alone: the moves of %d seats", len(u.Moves))
	}
	b.say(ann, alone.ID, "to whom", "team").refused(http.StatusConflict, lobby.OneTeam)
	b.ask(ann, http.MethodPost, "/api/tables/"+alone.ID+"/handover", SeatOnly{Seat: 2}).is(http.StatusOK, &link)
	b.ask(ben, http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusConflict, lobby.OneTeam)
	b.ask(ann, http.MethodPost, "/api/tables/"+alone.ID+"/stand", SeatOnly{Seat: 3}).is(http.StatusOK)
	b.ask(ben, http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).is(http.StatusOK)

	two := b.table(ann, teams)
	b.sit(ann, two.ID, 2).is(http.StatusOK)
	b.sit(ben, two.ID, 1).refused(http.StatusConflict, lobby.OneTeam)
	b.ask(ann, http.MethodPost, "/api/tables/"+two.ID+"/stand", SeatOnly{Seat: 2}).is(http.StatusOK)
	b.sit(ben, two.ID, 1).is(http.StatusOK)
}

// A player who has seen a team's cards cannot join another team. They can return to their own team,
// and can be forgotten.
func TestNobodyChangesSidesInTheGame(t *testing.T) {
	b := raise(t)
	id, tokens := b.foursome()
	there := "/api/tables/" + id
	var link Link
	b.ask(tokens[1], http.MethodPost, there+"/stand", SeatOnly{Seat: 1}).is(http.StatusOK)
	b.ask(tokens[2], http.MethodPost, there+"/handover", SeatOnly{Seat: 2}).is(http.StatusOK, &link)
	b.ask(tokens[1], http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusConflict, lobby.OneTeam)
	b.ask(tokens[1], http.MethodPost, there+"/leave", nil).is(http.StatusNoContent)
	b.ask(tokens[1], http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusConflict, lobby.OneTeam)
	var out Export
	b.ask(tokens[1], http.MethodGet, "/api/me/export", nil).is(http.StatusOK, &out)
	if len(out.Tables) != 1 || !slices.Equal(out.Tables[0].Left, []int{0}) {
		t.Errorf("exported %+v", out.Tables)
	}
	var mine TableList
	if b.ask(tokens[1], http.MethodGet, "/api/tables?list=mine", nil).is(http.StatusOK, &mine); len(mine.Tables) != 0 {
		t.Error("a table that was left is listed")
	}
	_, fay := b.guest("Fay")
	b.ask(fay, http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).is(http.StatusOK)
	seat := 1
	b.ask(tokens[0], http.MethodPost, there+"/links", NewLink{Kind: "seat", Seat: &seat}).is(http.StatusOK, &link)
	b.ask(tokens[2], http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusConflict, lobby.OneTeam)
	b.ask(tokens[1], http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).is(http.StatusOK) // a link to a seat in the player's own team still works
	b.ask(tokens[1], http.MethodDelete, "/api/me", nil)
	r, err := b.lobby.Get(t.Context(), id)
	if err != nil || len(r.Left) != 1 {
		t.Errorf("%+v %v", r.Left, err)
	}
}

// A majority of all players cannot give up the game without a majority of each team.
func TestTeamsGiveUpTogether(t *testing.T) {
	b := raise(t)
	var tokens [6]string
	for i := range tokens {
		_, tokens[i] = b.guest([]string{"Ada", "Ben", "Cem", "Dee", "Eve", "Fay"}[i])
	}
	table := b.table(tokens[0], teams, func(n *NewTable) { n.Settings = map[string]string{"box": "all", "mode": "teams", "players": "6"} })
	for seat := 1; seat < 6; seat++ {
		b.sit(tokens[seat], table.ID, seat).is(http.StatusOK)
	}
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+table.ID+"/start", nil).is(http.StatusOK)
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+table.ID+"/propose", Motion{What: "end", Key: "g"}).is(http.StatusOK)
	for seat := 1; seat < 6; seat++ {
		if b.look(tokens[0], table.ID).Over != nil {
			t.Fatalf("over after %d of 6", seat)
		}
		b.ask(tokens[seat], http.MethodPost, "/api/tables/"+table.ID+"/answer", Reply{Agree: true, Key: "a"}).is(http.StatusOK)
	}
	if b.look(tokens[0], table.ID).Over == nil {
		t.Fatal("not over though most of each team agree")
	}
}
