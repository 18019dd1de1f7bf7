package httpapi

import (
	"net/http"
	"testing"

	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

// A player can be ready, and can invite others to a private table unless the host closes that.
func TestReadyAndInvite(t *testing.T) {
	b := raise(t)
	_, ann := b.guest("Ann")
	_, ben := b.guest("Ben")
	_, cho := b.guest("Cho")
	made := b.table(ann, func(n *NewTable) { n.Public, n.Sit, n.Links = false, "one", true })
	path := "/api/tables/" + made.ID
	b.ask(ben, http.MethodPost, "/api/links", Secret{Secret: secretOf(made.Links.Invite)}).is(http.StatusOK)
	b.ask(ben, http.MethodPut, path+"/ready", Readiness{Ready: true}).refused(http.StatusForbidden, lobby.NotSeated)
	b.sit(ben, made.ID, 1).is(http.StatusOK)
	var shown wire.Table
	b.ask(ben, http.MethodPut, path+"/ready", Readiness{Ready: true}).is(http.StatusOK, &shown)
	if !shown.Seats[1].Ready || shown.Seats[0].Ready {
		t.Errorf("%+v", shown.Seats)
	}
	var link Link
	b.ask(ben, http.MethodPost, path+"/links", NewLink{Kind: "invite"}).is(http.StatusOK, &link)
	b.ask(ben, http.MethodPut, path+"/invites", Inviting{}).refused(http.StatusForbidden, lobby.NotHost)
	b.ask(cho, http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).is(http.StatusOK)
	b.ask(ann, http.MethodPut, path+"/invites", Inviting{}).is(http.StatusOK, &shown)
	if !shown.HostInvites {
		t.Error("the host does not see that only they invite")
	}
	b.ask(ben, http.MethodPost, path+"/links", NewLink{Kind: "invite"}).refused(http.StatusForbidden, lobby.NotHost)
	_, dan := b.guest("Dan")
	b.ask(dan, http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusNotFound, lobby.LinkVoid)
}
