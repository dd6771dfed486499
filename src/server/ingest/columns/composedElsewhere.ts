import type { ImportFieldName } from '#shared/domain/importFields.ts';
import { pattern } from '#shared/domain/pattern.ts';

/**
 * The field of a header that is put together of usual words in other languages (`Datum der letzten Finanzierungsrunde`,
 * `Montant de la dernière levée de fonds`, `Importe última ronda`), by its key (`headerKey`). Every word must be known:
 * one that is not names something else.
 */
export function composedElsewhere(key: string): ImportFieldName | undefined {
  const words = key.split(' ').filter((word) => word !== '' && !besides.has(word));
  if (words.length < 2 || words.length > mostWords) return undefined;
  return ofLatestRound(words, key) ?? ofRound(words) ?? (isOfTotal(words, key) ? 'fundingTotal' : undefined);
}

const mostWords = 7;

function ofLatestRound(words: readonly string[], key: string): ImportFieldName | undefined {
  if (!words.some((word) => latest.has(word))) return undefined;
  const others = words.filter((word) => !latest.has(word) && !rounds.has(word));
  // `Letzte Runde am`, `Dernier tour le`
  // Alone it is what the cells say of it: `Jüngste Finanzierungsrunde`.
  if (others.length === 0 && words.some((word) => rounds.has(word))) return onADay.test(key) ? 'fundedOn' : 'stage';
  if (others.length === words.length - 1 && !words.some((word) => rounds.has(word))) return undefined;
  const fields = new Set(others.map(saidBy));
  const [field] = fields;
  return fields.size === 1 ? field : undefined;
}

const onADay = / (?:am|vom|le|el|il|op|den|dne|dnia)$/;

/** `Finanzierung Datum`, `Runde Betrag`, `Tipo de ronda`: what is said of a round, of whichever one the file has. */
function ofRound(words: readonly string[]): ImportFieldName | undefined {
  const named = words.filter((word) => oneRound.has(word) || financing.has(word));
  const fields = new Set(words.filter((word) => !named.includes(word)).map(saidBy));
  const [field] = fields;
  if (named.length === 0 || fields.size !== 1) return undefined;
  // `Betrag der Finanzierung` may be all of it.
  return field === 'fundedOn' || named.some((word) => oneRound.has(word)) ? field : undefined;
}

function isOfTotal(words: readonly string[], key: string): boolean {
  if (words.some((word) => latest.has(word))) return false;
  const isInAll = words.some((word) => inAll.has(word) || gathered.has(word)) || untilNow.test(key);
  const rest = words.filter((word) => !inAll.has(word) && !now.has(word));
  return isInAll && rest.some((word) => raised.has(word)) && rest.every((word) => raised.has(word) || money.has(word));
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Articles, prepositions, currencies and units. */
const besides = setOf(
  'der die das des dem den in im am an von vom zur zum fur le la les l de d du des en au el los las del ' +
    'al lo il i gli dell della dello degli delle di da do dos das no na nos nas o a os as e het een van ' +
    'usd eur euro euros dollar dollars dolares dollari mio mn m millionen millions millones milioni ' +
    'milhoes us for fra till av af og och den det det til w z ze na dla do za pro az' +
    ' i',
);

const latest = setOf(
  'letzte letzten letzter letztes jungste jungsten jungster neueste neuesten neuester aktuelle ' +
    'aktuellen aktueller dernier derniere dernieres derniers recent recente ultima ultimo ultimas ultimos ' +
    'reciente ultimata laatste meest recentste ostatnia ostatniej posledni senaste sista siste seneste ' +
    'viimeisin son' +
    ' последнии последняя последнего последнеи последних крайнии останніи',
);

const rounds = setOf(
  'runde finanzierungsrunde finanzierung kapitalrunde investitionsrunde investition investment ' +
    'fundingrunde funding round rounds levee levees fonds tour table financement investissement ronda ' +
    'rondas inversion financiacion financiamiento capital finanziamento investimento rodada captacao ' +
    'aporte ronde financieringsronde financiering investeringsronde investering rundy runda inwestycji ' +
    'finansowania kolo investice finansieringsrunda finansieringsrunde kapitalrunda emission ' +
    'rahoituskierros yatirim turu deal transaktion' +
    ' раунд раунда финансирование финансирования инвестиции сделка сделки',
);

/** Words that mean one round and no more, and those for the money of one or of all. */
const oneRound = setOf(
  'раунд раунда ' +
    'runde finanzierungsrunde kapitalrunde investitionsrunde fundingrunde levee ronda rodada ronde ' +
    'financieringsronde investeringsronde rundy runda kolo finansieringsrunda finansieringsrunde ' +
    'rahoituskierros tour round',
);
const financing = setOf(
  'финансирование финансирования ' +
    'finanzierung financement financiacion financiamiento finanziamento financiering finansowania funding ' +
    'levees fonds',
);

const ofStage = setOf(
  'тип стадия этап вид название ' +
    'art typ phase stufe serie stadium type stade etape nom name tipo etapa fase nombre nome soort rodzaj typu',
);
const ofDay = setOf(
  'дата год день ' +
    'datum tag monat jahr zeitpunkt date jour annee fecha dia ano data giorno anno jaar dato paiva tarih',
);
const ofAmount = setOf(
  'сумма размер объем ' +
    'betrag hohe summe volumen grosse umfang montant taille somme volume monto importe tamano cantidad ' +
    'importo dimensione ammontare valor tamanho montante quantia bedrag omvang grootte kwota castka ' +
    'belopp storlek belop beløb beløp størrelse wartosc wysokosc vyse maara tutar tutari',
);

/** What a word says of a round. */
function saidBy(word: string): ImportFieldName | undefined {
  if (ofStage.has(word)) return 'stage';
  if (ofDay.has(word)) return 'fundedOn';
  return ofAmount.has(word) ? 'lastRoundAmount' : undefined;
}

const inAll = setOf(
  'gesamt gesamte gesamtes insgesamt bisher bisherige bisheriges bislang total totale totales totaal ' +
    'cumul cumule cumulee cumules acumulado acumulada complessivo complessiva totais lacznie celkem ' +
    'totalt yhteensa toplam' +
    ' всего общии общая общее общии итого lacznie ogolem' +
    ' alt samlet sammanlagt osszesen osszes συνολικη συνολο',
);
const raised = setOf(
  'finanzierung finanzierungen eingesammelt eingesammeltes eingeworben eingeworbenes aufgenommen ' +
    'aufgenommenes funding leve leves levee levees recaudado recaudada levantado levantada captado ' +
    'captada captados levantados recaudados eingesammelte eingeworbene captacao raccolto raccolti raccolta ' +
    'opgehaald financement financements financiacion ' +
    'financiamiento finanziamento finanziamenti financiering gesamtfinanzierung finansowanie' +
    ' pozyskane pozyskany pozyskanych finansowania ziskane ziskany финансирование финансирования ' +
    'инвестиции привлечено привлеченные привлеченныи rahoitus finantare bevont' +
    ' finansiering finansman fonlama financovani χρηματοδοτηση',
);
/** An amount that was gathered is the total: `Valor levantado`, `Eingeworbene Mittel`. */
const gathered = setOf(
  'eingesammelt eingesammeltes eingesammelte eingeworben eingeworbenes eingeworbene aufgenommenes leves ' +
    'recaudado recaudada recaudados levantado levantada levantados captado captada captados raccolto raccolti ' +
    'raccolta opgehaald' +
    ' pozyskane pozyskany pozyskanych zebrane ziskane ziskany anskaffat insamlat indhentet ' +
    'innhentet rejst keratty bevont atras atrase привлечено привлеченные привлеченныи привлеченных',
);
const money = setOf(
  'kapital geld mittel wagniskapital risikokapital betrag summe hohe capital fonds argent montant ' +
    'montants fondos dinero monto importe inversion capitale capitali fondi importo denaro valor dinheiro ' +
    'fundos kapitaal bedrag vc' +
    ' srodki srodkow fundusze kapitał kapitału kapitalu kwota prostredky investice belopp belop ' +
    'toke paaoma finantare средства средств капитал сумма инвестиции capitalul',
);

/** `bis heute`, `à ce jour`, `hasta la fecha`, and the words of these. */
const untilNow = pattern()`
  \b(?:bis heute|bis dato|bis jetzt|a ce jour|jusqu a present|hasta la fecha|hasta hoy|hasta ahora|ad oggi|finora
    |ate hoje|ate agora|ate o momento|tot nu toe|tot op heden)\b
`;
const now = setOf(
  'bis heute dato jetzt ce jour jusqu present hasta fecha hoy ahora ad oggi finora ate hoje agora ' +
    'momento tot nu toe op heden',
);
