import { pattern } from '#shared/domain/pattern.ts';

/** What the last lines of many lists are called; they have sums or means, and nothing that says which company it is. */
const sums = pattern('iu')`
  ^(?:(?:(?:grand|sub|overall|general)[ -]?)?totals?(?: (?:for|of|by|in) .*)?|(?:grand[ -]?|sub[ -]?)total .*
    |(?:record |row )?count|sum|summe|gesamt|gesamtsumme|gesamtergebnis|zwischensumme|teilsumme|teilergebnis|insgesamt
    |somme|sous-?total|total général|suma|subtotal|total general|total geral|totale|totale complessivo|subtotale|totaal
    |eindtotaal|subtotaal|razem|suma częściowa|summa|delsumma|yhteensä|välisumma|toplam|genel toplam|ara toplam|итого
    |всего|合计|总计|合計|小计|小計|합계|총계|소계
    |average|mean|median|mittelwert|durchschnitt|moyenne|promedio|średnia|ortalama|平均)
  \s*(?:[([（][^()（）]*[)\]）]|[:=：].*)?$
`;

/** Whether a name is that of a line of sums below a list or below a part of it. */
export function isSum(name: string): boolean {
  return name.length <= longest && sums.test(name);
}

const longest = 200;
