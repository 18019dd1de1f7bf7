package lab

import (
	"theriac/engine"
	"theriac/games/entry"
	"theriac/games/lab"
	"theriac/games/pharmacy"
)

// pharmacyData is the data with which the web client draws the card game.
type pharmacyData struct {
	Game       string                  `json:"game"`
	Rounds     int                     `json:"rounds"`
	Piles      []string                `json:"piles"`
	Pills      []pillData              `json:"pills"`
	Viruses    []virusData             `json:"viruses"`
	Injection  string                  `json:"injection"`  // the card's name
	Injections int                     `json:"injections"` // the number of injections in the piles
	Risks      []riskData              `json:"risks"`
	Numbers    pharmacyNumbers         `json:"numbers"`
	Steps      []string                `json:"steps"`
	Verbs      map[string]pharmacyVerb `json:"verbs"`
	Facts      map[string][]string     `json:"facts"`
}

type pillData struct {
	ID    string `json:"id"`
	Value int    `json:"value"`
}

// virusData is a virus card with its built-in values, even though a group may play with other ones.
type virusData struct {
	ID    string         `json:"id"`
	Value int            `json:"value"`
	Cross bool           `json:"cross,omitempty"`
	Pills map[string]int `json:"pills"`
}

// riskData is one face of the risk cards.
type riskData struct {
	ID     string         `json:"id"`
	Rule   string         `json:"rule"`
	Copies int            `json:"copies"`
	Value  int            `json:"value,omitempty"`
	Pills  map[string]int `json:"pills,omitempty"`
}

type pharmacyNumbers struct {
	RiskSickness      int `json:"riskSickness"`
	TooManyInjections int `json:"tooManyInjections"`
	CarePoints        int `json:"carePoints"`
	NursePoints       int `json:"nursePoints"`
	WrongPoints       int `json:"wrongPoints"`
	OwnerPays         int `json:"ownerPays"`
}

type pharmacyVerb struct {
	Args  []string `json:"args"`
	Steps []string `json:"steps"`
}

// clientFiles returns the generated files from which the web client draws the game.
func clientFiles() ([]lab.File, error) {
	data, err := lab.JSON(clientDataOf(pharmacy.Game))
	return []lab.File{{Name: ".json", Text: data}, {Name: "-view.ts", Text: viewType()}}, err
}

func clientDataOf(t *pharmacy.Ruleset) pharmacyData {
	box, vocab := t.Box(), t.Vocabulary()
	n := box.Numbers
	d := pharmacyData{
		Game: t.Name(), Rounds: pharmacy.Rounds, Piles: box.Piles.Values,
		Injection: pharmacy.Cards().Text(uint8(pharmacy.Injection)), Injections: box.Injections,
		Numbers: pharmacyNumbers{
			RiskSickness: n.RiskSickness, TooManyInjections: n.TooMany, CarePoints: n.CarePoints,
			NursePoints: n.NursePoints, WrongPoints: n.WrongPoints, OwnerPays: n.OwnerPays,
		},
		Steps: vocab.Questions, Verbs: map[string]pharmacyVerb{}, Facts: map[string][]string{},
	}
	for c, id := range box.Pills.Values {
		var one pharmacy.Pills
		one[c] = 1
		d.Pills = append(d.Pills, pillData{ID: id, Value: one.Value()})
	}
	for _, v := range box.Viruses {
		d.Viruses = append(d.Viruses, virusData{ID: v.ID, Value: int(v.Value), Cross: v.Cross, Pills: pillsByName(box, v.Pills)})
	}
	for _, r := range box.Risks {
		d.Risks = append(d.Risks, riskData{ID: r.ID, Rule: r.Rule, Copies: r.Copies, Value: int(r.Value), Pills: pillsByName(box, r.Pills)})
	}
	for i, w := range vocab.Verbs {
		answers := []string{}
		for _, question := range t.Answers(engine.Verb(i)) {
			answers = append(answers, vocab.Questions[question])
		}
		d.Verbs[w.Name] = pharmacyVerb{Args: entry.KindNames(w.Args), Steps: answers}
	}
	for _, w := range vocab.Facts {
		d.Facts[w.Name] = entry.KindNames(w.Args)
	}
	return d
}

// pillsByName returns the number of pills of each colour that occurs.
func pillsByName(box pharmacy.Box, p pharmacy.Pills) map[string]int {
	some := map[string]int{}
	for c, id := range box.Pills.Values {
		if p[c] > 0 {
			some[id] = int(p[c])
		}
	}
	return some
}
