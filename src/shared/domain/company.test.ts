import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessModels } from './choices.ts';
import {
  businessModelsOf,
  businessModelText,
  highlightsOf,
  linkOf,
  linksWithEmail,
  preferredDescription,
  type CompanyLink,
} from './company.ts';
import { personOf } from './person.ts';
import { fold, withoutPlaceholder } from './text.ts';

describe('preferredDescription (product 3)', () => {
  it('takes the llm text, else the longer of long and short', () => {
    expect(preferredDescription({ short: 'short', long: 'longer', llm: 'llm' })).toBe('llm');
    expect(preferredDescription({ short: 'short', long: 'longer', llm: '' })).toBe('longer');
    expect(preferredDescription({ short: 'the longer one', long: 'longer', llm: ' ' })).toBe('the longer one');
    expect(preferredDescription({ short: 'same', long: 'even', llm: '' })).toBe('even');
    expect(preferredDescription({ short: '', long: '', llm: '' })).toBe('');
  });

  it('takes placeholders for empty, the llm one and the others', () => {
    expect(preferredDescription({ short: 'short', long: "I don't know.", llm: 'Bad data' })).toBe('short');
    expect(preferredDescription({ short: 'bad data', long: 'bad data', llm: "I don't know." })).toBe('');
  });
});

describe('withoutPlaceholder (product 3)', () => {
  it('empties placeholders in any case and with either apostrophe, and trims the rest', () => {
    for (const text of ['bad data', 'BAD DATA', ' bad data ', "I don't know.", 'I don’t know.', "i don't know"]) {
      expect(withoutPlaceholder(text), text).toBe('');
    }
    expect(withoutPlaceholder('  bad data is the problem ')).toBe('bad data is the problem');
  });

  it('leaves nothing to do for a second time', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(withoutPlaceholder(withoutPlaceholder(text))).toBe(withoutPlaceholder(text));
      }),
    );
  });
});

describe('fold', () => {
  it('makes names comparable', () => {
    expect(fold('Éclair ÅNGSTRÖM ﬁn')).toBe('eclair angstrom fin');
    expect(fold('Ｆｕｌｌ')).toBe('full');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('business models (product 3)', () => {
  it('unwraps braces into a comma-joined text', () => {
    expect(businessModelText('{B2B,SaaS}')).toBe('B2B, SaaS');
    expect(businessModelText('{B2B,"eCommerce & Marketplace"}')).toBe('B2B, eCommerce & Marketplace');
    expect(businessModelText('B2B')).toBe('B2B');
    expect(businessModelText('B2B, SaaS')).toBe('B2B, SaaS');
  });

  it('has nothing to tell for blanks, empty braces and placeholders', () => {
    for (const raw of ['', ' ', '{}', '{,}', '{""}', 'bad data']) expect(businessModelsOf(raw), raw).toEqual([]);
  });

  it('reads back every wrapped list', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...businessModels)), fc.boolean(), (models, quoted) => {
        const raw = `{${models.map((model) => (quoted || model.includes(' ') ? `"${model}"` : model)).join(',')}}`;
        expect(businessModelsOf(raw)).toEqual(models);
      }),
    );
  });
});

describe('highlightsOf', () => {
  it('splits the comma-separated tags', () => {
    expect(highlightsOf('female_founder, top_match,,')).toEqual(['female_founder', 'top_match']);
    expect(highlightsOf('')).toEqual([]);
  });
});

describe('links (product 3)', () => {
  const website: CompanyLink = { type: 'website', url: 'https://example.com' };

  it('adds a mailto of the first address, and once only', () => {
    const links = linksWithEmail(
      [website, { type: 'email', url: 'mailto:old@example.com' }],
      ['a@example.com', 'b@example.com'],
    );
    expect(links).toEqual([website, { type: 'email', url: 'mailto:a@example.com' }]);
    expect(linksWithEmail(links, ['a@example.com'])).toEqual(links);
    expect(linksWithEmail([website], [])).toEqual([website]);
  });

  it('finds a link by its type', () => {
    expect(linkOf({ links: [website] }, 'website')).toBe('https://example.com');
    expect(linkOf({ links: [website] }, 'twitter')).toBe('');
  });
});

describe('personOf (product 3)', () => {
  const record = { first_name: 'Ada', last_name: 'Osei', job_title: 'CTO', logo_url: 'l', linkedin_url: 'u' };

  it('joins first and last name, and takes title, image and profile', () => {
    expect(personOf(record)).toEqual({ name: 'Ada Osei', title: 'CTO', imageUrl: 'l', linkedInUrl: 'u' });
  });

  it('leaves no blank where a name is missing', () => {
    expect(personOf({ ...record, first_name: '' }).name).toBe('Osei');
    expect(personOf({ ...record, last_name: '' }).name).toBe('Ada');
    expect(personOf({ ...record, first_name: '', last_name: '' }).name).toBe('');
  });
});
