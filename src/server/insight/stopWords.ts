/**
 * English words that say nothing by themselves: no phrase begins or ends with one inside a clause, and to share one
 * does not make two companies alike.
 */
export const stopWords = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by ' +
    'can could did do does doing down during each few first for from further had has have having he her here hers him ' +
    'his how i if in into is it its itself just largest main may me more most much must my no nor not now of off on ' +
    'once one only or other our out over own part same she should so some such than that the their them then there ' +
    'these they this those through to too two under until up us very was way we were what when where which while who ' +
    'whom why will with within without would you your two risk risks challenge challenges company companies depends rely relies'
  ).split(' '),
);
