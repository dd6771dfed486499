import { headerWords } from './headerWords.ts';

/** Data sellers whose name address books put before the columns that come from them: `Dealroom - Total Funding`. */
const source =
  /^(?:affinity(?: data)?|dealroom|crunchbase|pitchbook|clearbit|apollo|harmonic|tracxn|zoominfo|cb ?insights|specter|people data labs)\s*[-–—:|]\s+(?=\S)/i;

/** Words that say which company a deal is about: `Portfolio company city`. */
const role = /^(?:portfolio|target|investee) company\s+(?=\S)/i;

/** A header without the seller that its values come from, and without what its company is to a deal. */
export function withoutSource(header: string): string {
  return header.replace(source, '').replace(role, '');
}

/** A header's key without the unit behind it (`funding usd mn`); `''` where there is none, or nothing else. */
export function withoutUnit(key: string): string {
  const words = key.split(' ');
  const last = words.findLastIndex((word) => !headerWords('unit').has(word));
  return last === words.length - 1 ? '' : words.slice(0, last + 1).join(' ');
}

const dateForm = /(?: (?:d{1,2}|m{1,2}|y{2}|y{4})){2,3}$/;

/** A header's key without the form of its dates behind it (`date dd mm yyyy`); `''` where there is none. */
export function withoutDateForm(key: string): string {
  return dateForm.test(key) ? key.replace(dateForm, '') : '';
}

const counted =
  /^(?:no|nr|n|num|number|numero|nombre|nb|anzahl|aantal|antal|liczba|qtd|qtde|cantidad|quantidade) (?:(?:of|de|d|des|di|der|van|af) )?(?=\S)/;

/** What a header's key says is counted (`no de empleados`), or `''`. */
export function whatIsCounted(key: string): string {
  const what = key.replace(counted, '');
  return what === key ? '' : what;
}
