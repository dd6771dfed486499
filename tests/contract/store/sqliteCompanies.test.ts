import { describe } from 'vitest';
import { openCompanyReader, openCompanyWriter } from '#server/index/open.ts';
import { companyContract, type CompanyAdapter } from './companies.ts';

// Another adapter of the company store is tested by another file like this one.
const sqlite: CompanyAdapter = { name: 'SQLite', openReader: openCompanyReader, openWriter: openCompanyWriter };

describe(`the company store on ${sqlite.name}`, () => companyContract(sqlite));
