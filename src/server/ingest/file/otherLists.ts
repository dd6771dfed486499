import type { ColumnMapping } from '#shared/bridge/workspace.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { badFile } from './byteSource.ts';
import { mapsNames } from '../columns/columnMapping.ts';
import { type HeaderNames, isListOfPeople } from '../columns/fields.ts';
import { headerKey } from '../columns/headerKey.ts';

/** A table as far as it is known before any of its rows is read as a company. */
interface Looked {
  readonly name: string;
  readonly headers: readonly string[] | null;
  /** Sample records. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * Refuses a list of something other than companies (investors, events, vacancies, persons), and one whose companies are
 * its columns. Throws `bad_file` that says what the file looks like. Whoever says which column has the names knows
 * better.
 */
export function refuseOtherLists({ name, headers, rows }: Looked, names: HeaderNames, mapping: ColumnMapping): void {
  if (headers === null || mapsNames(mapping)) return;
  const kind = kindOfList(headers, names);
  if (kind !== undefined) throw badFile(name, `this looks like a list of ${kind}, not of companies.`);
  if (areCompaniesColumns(headers, rows, names)) {
    throw badFile(name, 'each company seems to be a column; swap rows and columns (“Transpose”) and import it again.');
  }
}

/** What a list is about that is not companies, by its headers; undefined for companies and for what is not known. */
export function kindOfList(headers: readonly string[], names: HeaderNames): string | undefined {
  // A key has lost the marks of Japanese letters, and has its Korean ones taken apart.
  const keys = headers.map((header) =>
    hasOtherLetters.test(header) ? header.trim().toLowerCase() : headerKey(header),
  );
  const count = (words: RegExp): number => keys.filter((key) => words.test(key)).length;
  for (const { kind, named, telling, sure, isOfCompanies } of otherKinds) {
    // The investors beside companies are theirs.
    const companies = headers.filter(
      (header, index) => names.match(header)?.field === 'name' && !named.test(keys[index] ?? ''),
    );
    const isNamed = count(named) > 0 && (isOfCompanies || companies.length === 0);
    // One telling column beside the name of such a thing, or three without it: a company may have one of them.
    const isSure = sure !== undefined && companies.every((header) => plainNames.test(headerKey(header)));
    const told = count(telling) + (isSure ? count(sure) : 0);
    if (told >= (isNamed ? 1 : 3)) return kind;
  }
  const hasNames = headers.some((header) => ['name', 'website'].includes(names.match(header)?.field ?? ''));
  return isListOfPeople(headers) && !hasNames ? 'people' : undefined;
}

/** Letters of other scripts than the Latin one. */
const hasOtherLetters = /[\u0370-\u1dff\u3000-\uffdc]/;

/** What lists of anything call it. */
const plainNames =
  /^(?:name|names|full name|nom|nombre|nome|naam|namn|navn|nazwa|nimi|firm|firma|title|organi[sz]ation)$/;

interface OtherKind {
  readonly kind: string;
  readonly named: RegExp;
  readonly telling: RegExp;
  /** Of those the columns that hardly anything else has: two of them tell it. */
  readonly sure?: RegExp;
  /** Whether such a list may have a column of companies, too. */
  readonly isOfCompanies: boolean;
}

/** What an investor gives at a time, and what an investor has in all, as the headers of ten languages say it. */
const tickets = String.raw`
  \b(?:tickets?|(?:check|cheque)s? (?:size|sizes|range|amount)|ticket ?(?:gro(?:ss|ß)en?|volumen|spanne)
    |ticketgrootte|ticketstorlek|tamano (?:del? )?cheque)\b(?! price)
    |^(?:размер чека|средний чек|чек)$|チケットサイズ|投资金额区间|单笔投资额`;
const volumes = String.raw`
  \b(?:aum|assets under management|dry powder|funds? size|size of (?:the )?fund|fonds(?:volumen|gro(?:ss|ß)e|omvang)
    |fondsstorlek|verwaltetes (?:vermogen|kapital)|assets unter verwaltung|(?:actifs|encours|montants?) (?:sous gestion
    |geres?)|activos (?:bajo|en) gestion|capital gestionado|patrimonio (?:gestionado|gestito)|masse gestite
    |capitale gestito|ativos sob gestao|capital sob gestao|beheerd vermogen|taille d[ue] fonds|tamano del fondo
    |dimensione (?:del )?fondo|tamanho do fundo|kapital pod zarzadzaniem|aktywa pod zarzadzaniem)\b
    |运用规模|運用残高|運用資産|ファンド規模|ファンドサイズ|운용자산|운용규모|펀드규모|активы под управлением|размер фонда`;

/** What such lists call the thing they are about, and what only they say of it. */
const otherKinds: readonly OtherKind[] = [
  {
    kind: 'investors',
    isOfCompanies: false,
    named: pattern('u')`
      ^(?:investors?|investor name|name of (?:the )?(?:investor|fund)|funds?|fund name|vc|vcs|vc name|vc firm
        |venture capital(?: firm)?|venture firm|investment firm|angel(?: investor)?|investisseurs?|fonds|inversor(?:es)?
        |investor(?:en)?|kapitalgeber|societe de gestion|fonds d investissement|fondo|fondi|gestora
        |investitor[ei]|investidor(?:es)?|investeerders?|business angels?|inwestor(?:zy)?
        |fonds ?name|name des (?:fonds|investors)|beteiligungsgesellschaft|vc fonds|wagniskapitalgeber|nom du fonds
        |fonds de capital(?: |-)risque|nombre del (?:fondo|inversor)|fondo de inversion|gestora de fondos|nome del fondo
        |nome do (?:fundo|investidor)|fundos?|fondsnaam|investerare|fond(?:er)?|fundusz(?:e)?|投资机构|投资机构名称|机构名称|投资方
        |投資家|投資家名|ファンド名|ファンド|ベンチャーキャピタル|vc名|투자사|투자사명|투자기관|运营机构|инвестор(?:ы)?|фонд|название фонда)$
    `,
    telling: pattern('u')`
      ^(?:(?:avg |average |typical |min |max |minimum |maximum )?(?:ticket|tickets|check|checks|cheque|cheques)
          (?: (?:size|range|sizes|usd|eur|amount))*|aum|assets under management|fund size|dry powder|sweet spot
        |(?:investment |preferred )?(?:stage|sector|industry|geographic|geography|geo|region) focus
        |focus (?:stages?|sectors?|regions?|geograph(?:y|ies))|investment (?:focus|thesis|strategy|range|criteria)
        |thesis|portfolio(?: companies)?|notable (?:portfolio|investments)|number of (?:investments|exits)
        |num (?:investments|exits)|investor type|type of investor|lead investments|limited partners|vintage
        |stages? (?:invested|of investment)|min investment|max investment
        |ticket ?gro(?:ss|ß)e|ticketvolumen|investitions(?:fokus|schwerpunkt|phase|volumen)|investmentfokus
        |branchenfokus|phasenfokus|fondsvolumen|fondsgro(?:ss|ß)e|verwaltetes vermogen|beteiligungen
        |portfoliounternehmen
        |(?:taille (?:de |du |des )?)?tickets? (?:moyen|medio|promedio|medios)|taille (?:de|du|des) tickets?
        |these d investissement
        |(?:stades?|secteurs?|phases?) d investissement|encours(?: sous gestion)?
        |actifs sous gestion|participations|tamano (?:del?|de los) (?:ticket|cheque)s?|tesis(?: de inversion)?
        |(?:etapas?|sectores?|foco|fase) de inversion|activos bajo gestion|cartera|dimensione (?:del )?ticket
        |(?:focus|fase|settori?) di investimento|patrimonio gestito|masse gestite|tamanho do (?:ticket|cheque)
        |tese(?: de investimento)?|(?:foco|estagio|setor(?:es)?) de investimento|ativos sob gestao|ticketgrootte
        |investeringsfocus|投资阶段|投资领域|投资偏好|单笔投资(?:金额)?|管理规模|基金规模|投資ステージ|投資領域|投資額|運用額)$
        |${tickets}|${volumes}
        |\b(?:investment|investing) (?:stages?|sectors?|geograph(?:y|ies)|regions?)\b
        |^(?:stages?|sectors?|phasen?|branchen|regionen|etapas|sectores|secteurs|stades|stadi|settori|setores|fases)
          \x20(?:of|preferred|preferidas|preferes|preferite|cibles?|objetivo|target|de interes|d interet
          |di interesse)\b
        |^(?:exits?|anzahl (?:exits|beteiligungen|investments)|numero de (?:inversiones|investimentos)
          |nb de participations
          |nombre de participations|numero (?:di )?(?:partecipazioni|investimenti)|partecipazioni|participadas
          |sociedades participadas|investidas|portefeuille|portfolio unternehmen|portefolio|portafolio|portfolj|портфель
          |стадии(?: инвестиций)?|отрасли инвестиций)$
    `,
    sure: pattern('u')`${tickets}|${volumes}`,
  },
  {
    kind: 'events',
    isOfCompanies: true,
    named: /^(?:events?|event name|event title|conference|conference name|veranstaltung|événement|evenement|evento)$/,
    telling: pattern()`
      ^(?:venue|event (?:date|type|url|website|location)|start date|end date|starts? at|ends? at|speakers?|agenda
        |registration(?: (?:url|link|deadline))?|organi[sz]ers?|attendees|ticket price|call for papers|cfp)$
    `,
  },
  {
    kind: 'vacancies',
    isOfCompanies: true,
    named: /^(?:job|jobs|job title|job name|position|position title|vacancy|role|role title|stelle|poste|puesto)$/,
    telling: pattern()`
      ^(?:salary(?: (?:range|min|max))?|min salary|max salary|compensation|employment type|job type|contract type
        |apply(?: (?:url|link|here))?|application (?:url|link|deadline)|posted(?: (?:at|on|date))?|date posted|job url
        |job link|job description|job location|experience level|seniority(?: level)?|years of experience)$
    `,
  },
];

/** Longest list with companies as columns, in rows: each is one thing that is said of all of them. */
const mostRows = 60;
const fewestRows = 2;

/** Whether the first column names fields, and the headers do not: `Company,Alma,Bero` above `City,Paris,Lyon`. */
function areCompaniesColumns(headers: readonly string[], rows: Looked['rows'], names: HeaderNames): boolean {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  if (headers.length < 3 || filled.length < fewestRows || filled.length > mostRows) return false;
  const [, ...others] = headers;
  if (others.some((header) => header.trim() === '' || names.match(header) !== undefined)) return false;
  const said = filled.map((row) => names.match(row[0] ?? '')?.field).filter((field) => field !== undefined);
  return new Set(said).size >= fewestRows && said.length > filled.length * 0.6;
}
