package epidemic

// These are the questions that modules ask, numbered after those of the core.
const (
	QuestionRegion  = coreQuestions + iota // which region?
	QuestionLine                           // which connection gets a track?
	QuestionWalk                           // which cube moves, and where to?
	QuestionLab                            // what do you do in the laboratory?
	QuestionSlot                           // which line of research does this sequence card go to?
	QuestionDish                           // which dish does the sample go into?
	QuestionFilling                        // which cube fills this circle?
	QuestionDisease                        // which disease?
	QuestionSolo                           // what does the helper's hand do?
	QuestionRoles                          // which roles does your team play?
	QuestionBase                           // where does your team put its station?
	questionCount
)

// moduleQuestions describes the modules' questions, in the order of their constants.
var moduleQuestions = []questionSpec{
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
