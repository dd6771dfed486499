import type { Company } from '../company.ts';
import { companySchema } from '../companySchema.ts';

/** A company for tests: everything empty but what is given. */
export function company(id: number, part: Partial<Company> = {}): Company {
  const blank = companySchema.parse({
    // Any id will do: tests also have companies that no server would send.
    id: 1,
    name: `Company ${id}`,
    description: { short: '', long: '', llm: '' },
    business_model: '',
    region: '',
    location: { country: { name: '', code: '' }, city: '' },
    discovered: '2026-W47',
    discovered_date: '2026-11-16',
    tags: '',
    links: [],
    size: { label: '', count: null },
    sizeCategory: 'unknown',
    funded: '',
    challenges_llm: { question1: '', question2: '', question3: '' },
  });
  return { ...blank, id, ...part };
}
