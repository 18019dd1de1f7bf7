package epidemic

// The questions of the ways to play, after those of the core.
const (
	QuestionRegion  = coreQuestions + iota // which region?
	QuestionLine                           // which line gets a track?
	QuestionWalk                           // which cube walks where?
	QuestionLab                            // what do you do in the laboratory?
	QuestionSlot                           // where does this sequence card go?
	QuestionDish                           // which dish takes a sample?
	QuestionFilling                        // which cube fills this circle?
	QuestionDisease                        // which disease?
	QuestionSolo                           // what does the hand that helps do?
	QuestionRoles                          // which roles does your team play?
	QuestionBase                           // where does your team's station stand?
	questionCount
)

// wayQuestions says how they behave, in the same order.
var wayQuestions = []questionSpec{
	{name: "choose-region", optional: true},
	{name: "choose-line", optional: true},
	{name: "walk", unasked: true},
	{name: "lab-action", optional: true, anywhere: true},
	{name: "choose-slot", optional: true},
	{name: "choose-dish", optional: true},
	{name: "choose-filling"},
	{name: "choose-disease"},
	{name: "relief", ofTurn: true, atPlace: true, events: true, bare: true, helper: true, otherwise: soloRests, open: soloOpen},
	{name: "choose-roles", bare: true, owing: (*State).undecided},
	{name: "place-base", bare: true},
}
