package bots_test

// These are positions where the expert once played worse than people do. Each is from the beginning of a turn
// or just before its draw, and has everything that all seats knew. All have four players, five epidemics and
// open hands.

// position holds the roles at a table, and changes to a deal in the notation of epidemictest.Arrange.
type position struct{ roles, text string }

// The turn's actions are over, and One Quiet Night is the second card it will draw. The infection cards of
// all infected cities are in the discard, so no outbreak can happen before the first epidemic.
var quietNight = position{"operations-expert,medic,quarantine-specialist,researcher", `turn 2 · actions 0 · rate 0 · outbreaks 0 · epidemics 0
clear cubes
cubes paris blue 1 · cubes miami yellow 3 · cubes bogota yellow 2 · cubes kinshasa yellow 2 · cubes johannesburg yellow 3
cubes khartoum yellow 3 · cubes tokyo red 2 · cubes bangkok red 1 · cubes sydney red 1
pawn 0 atlanta · pawn 1 atlanta · pawn 2 lagos · pawn 3 atlanta
stations atlanta
hand 0 san-francisco karachi
hand 1 milan ho-chi-minh-city
hand 2 lagos delhi
hand 3 chicago baghdad
infection discard paris miami bogota kinshasa johannesburg khartoum tokyo bangkok sydney
deck top khartoum one-quiet-night`}

// Blue has just been cured. The infection cards of all cities with three cubes are in the discard. An
// epidemic would put them on top, above any cards that a Forecast reorders now.
var forecastEarly = position{"quarantine-specialist,dispatcher,contingency-planner,researcher", `turn 2 · actions 0 · rate 1 · outbreaks 1 · epidemics 1
clear cubes
cubes atlanta blue 2 · cubes madrid blue 1 · cubes milan blue 2 · cubes miami yellow 1 · cubes johannesburg yellow 1
cubes khartoum yellow 3 · cubes cairo black 1 · cubes baghdad black 3 · cubes riyadh black 1 · cubes kolkata red 1
cubes chennai red 1 · cubes hong-kong red 1 · cubes osaka red 3 · cubes bangkok red 2 · cubes jakarta red 1
cubes ho-chi-minh-city red 1 · cubes manila red 2 · cubes sydney red 1
cured blue
pawn 0 paris · pawn 1 bangkok · pawn 2 algiers · pawn 3 chicago
stations atlanta algiers
hand 0 bogota lima santiago forecast
hand 1 mexico-city miami moscow beijing tokyo jakarta manila
hand 2 baghdad
hand 3 delhi kolkata chennai
discard new-york washington london paris st-petersburg algiers
infection discard atlanta new-york madrid milan miami johannesburg khartoum cairo baghdad riyadh osaka bangkok manila sydney
deck top resilient-population istanbul`}

// Yellow is the last cure. The Operations Expert has three yellow cards and is next to the Researcher, who
// has a fourth. The Quarantine Specialist has two more, one of them for a city with a station.
var lastCure = position{"operations-expert,medic,quarantine-specialist,researcher", `turn 2 · actions 4 · rate 3 · outbreaks 1 · epidemics 3
clear cubes
cubes san-francisco red 1 · cubes paris blue 3 · cubes milan blue 3 · cubes miami yellow 2 · cubes bogota yellow 3
cubes kinshasa yellow 2 · cubes johannesburg yellow 2 · cubes khartoum yellow 1 · cubes algiers black 3 · cubes cairo black 1
cubes baghdad black 1 · cubes karachi black 1 · cubes seoul red 1 · cubes tokyo red 3 · cubes shanghai red 1
cubes osaka red 1 · cubes bangkok red 3 · cubes jakarta red 1
cured blue black red
pawn 0 sydney · pawn 1 sydney · pawn 2 atlanta · pawn 3 sydney
stations atlanta khartoum karachi sydney
hand 0 miami bogota santiago
hand 1 mumbai tokyo hong-kong ho-chi-minh-city
hand 2 atlanta lagos khartoum moscow beijing
hand 3 johannesburg
discard san-francisco chicago montreal madrid essen milan sao-paulo kinshasa istanbul cairo baghdad riyadh karachi delhi chennai seoul taipei osaka manila sydney airlift forecast government-grant one-quiet-night
infection discard paris milan miami bogota johannesburg khartoum algiers cairo baghdad karachi tokyo bangkok
deck top washington mexico-city
infection layer kinshasa jakarta sydney`}

// Red is cured, so the Medic clears red cities by passing through. The Dispatcher can send it to the
// Researcher in Manila, and on through Taipei to Osaka and Tokyo.
var sweep = position{"quarantine-specialist,medic,researcher,dispatcher", `turn 3 · actions 4 · rate 3 · outbreaks 2 · epidemics 3
clear cubes
cubes san-francisco blue 3 · cubes chicago blue 1 · cubes new-york blue 3 · cubes paris blue 2 · cubes st-petersburg blue 2
cubes st-petersburg black 1 · cubes buenos-aires yellow 2 · cubes lagos yellow 2 · cubes kinshasa yellow 2 · cubes khartoum yellow 2
cubes moscow black 1 · cubes istanbul black 1 · cubes tehran black 1 · cubes karachi black 2 · cubes chennai black 2
cubes tokyo red 1 · cubes shanghai red 2 · cubes taipei red 3 · cubes osaka red 3 · cubes bangkok red 1
cubes manila red 2
cured blue yellow red
pawn 0 baghdad · pawn 1 atlanta · pawn 2 manila · pawn 3 atlanta
stations atlanta baghdad
hand 0 mexico-city beijing ho-chi-minh-city
hand 1 chicago paris essen mumbai
hand 2 lagos riyadh seoul manila
hand 3 st-petersburg sao-paulo moscow istanbul karachi
discard atlanta new-york washington london madrid milan los-angeles miami bogota santiago kinshasa johannesburg khartoum tokyo shanghai hong-kong taipei bangkok jakarta sydney airlift forecast government-grant
infection discard san-francisco new-york paris st-petersburg buenos-aires khartoum moscow shanghai osaka
deck top resilient-population epidemic
infection layer chicago madrid milan lagos kinshasa karachi chennai taipei bangkok manila`}

// Blue is cured, so one action clears a city. Chicago and San Francisco are on the Researcher's way.
var walkPast = position{"quarantine-specialist,medic,researcher,dispatcher", `turn 2 · actions 4 · rate 3 · outbreaks 2 · epidemics 3
clear cubes
cubes san-francisco blue 2 · cubes chicago blue 1 · cubes new-york blue 3 · cubes paris blue 2 · cubes st-petersburg blue 1
cubes st-petersburg black 1 · cubes buenos-aires yellow 2 · cubes lagos yellow 2 · cubes kinshasa yellow 2 · cubes khartoum yellow 2
cubes moscow black 1 · cubes istanbul black 1 · cubes tehran black 1 · cubes karachi black 2 · cubes chennai black 2
cubes tokyo red 1 · cubes shanghai red 1 · cubes taipei red 3 · cubes osaka red 3 · cubes bangkok red 1
cubes manila red 2
cured blue yellow red
pawn 0 baghdad · pawn 1 atlanta · pawn 2 atlanta · pawn 3 atlanta
stations atlanta baghdad
hand 0 mexico-city beijing ho-chi-minh-city
hand 1 chicago paris essen mumbai
hand 2 lagos moscow manila
hand 3 st-petersburg sao-paulo istanbul karachi
discard atlanta new-york washington london madrid milan los-angeles miami bogota santiago kinshasa johannesburg khartoum tokyo shanghai hong-kong taipei bangkok jakarta sydney airlift forecast government-grant
infection discard new-york paris buenos-aires khartoum moscow osaka
deck top riyadh seoul
infection layer san-francisco chicago madrid milan st-petersburg lagos kinshasa karachi chennai shanghai taipei bangkok manila`}

// The Quarantine Specialist has four blue cards, and the Dispatcher the fifth.
var fifthCard = position{"quarantine-specialist,medic,researcher,dispatcher", `turn 3 · actions 4 · rate 2 · outbreaks 1 · epidemics 2
clear cubes
cubes san-francisco blue 2 · cubes chicago blue 1 · cubes new-york blue 2 · cubes madrid blue 3 · cubes paris blue 1
cubes milan blue 3 · cubes st-petersburg black 1 · cubes lagos yellow 2 · cubes kinshasa yellow 1 · cubes istanbul black 1
cubes tehran black 1 · cubes karachi black 2 · cubes chennai black 1 · cubes taipei red 1 · cubes manila red 2
pawn 0 bogota · pawn 1 istanbul · pawn 2 bogota · pawn 3 chicago
stations atlanta
hand 0 new-york washington london milan bogota
hand 1 santiago mumbai tokyo bangkok
hand 2 miami kinshasa moscow shanghai hong-kong manila sydney
hand 3 madrid los-angeles johannesburg istanbul taipei
discard khartoum airlift forecast
infection discard san-francisco chicago madrid milan lagos moscow karachi manila
deck top karachi jakarta
infection layer new-york paris st-petersburg buenos-aires kinshasa khartoum chennai taipei bangkok`}
