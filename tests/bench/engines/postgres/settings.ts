/** PostgreSQL's settings for the measurements, on a machine with 16 GB or more: what its own documentation advises. */
export const postgresSettings = {
  shared_buffers: '2GB',
  effective_cache_size: '12GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  wal_level: 'minimal',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  jit: 'off',
  autovacuum: 'off',
} as const;

/**
 * The table, narrow on purpose: what only some rows need (words, the answer itself) is stored out of line, so that
 * filters read few pages.
 */
export const postgresTable = `
  CREATE TABLE company (
    id integer PRIMARY KEY, merit double precision,
    regions text, country_codes text, company_sizes text, incorporated_years text,
    stages text[], industries text[], industry_groups text[], company_highlights text[], business_model text[],
    words tsvector, name_words tsvector, data text
  ) WITH (toast_tuple_target = 128);
  ALTER TABLE company ALTER COLUMN words SET STORAGE EXTERNAL, ALTER COLUMN data SET STORAGE EXTERNAL`;

/** One index for every way a search may start. */
export const postgresIndexes = [
  'CREATE INDEX ON company USING gin (words) WITH (fastupdate = off)',
  'CREATE INDEX ON company USING gin (name_words) WITH (fastupdate = off)',
  'CREATE INDEX ON company USING gin (stages)',
  'CREATE INDEX ON company USING gin (industries)',
  'CREATE INDEX ON company USING gin (industry_groups)',
  'CREATE INDEX ON company USING gin (company_highlights)',
  'CREATE INDEX ON company USING gin (business_model)',
  'CREATE INDEX ON company (regions)',
  'CREATE INDEX ON company (country_codes)',
  'CREATE INDEX ON company (company_sizes)',
  'CREATE INDEX ON company (incorporated_years)',
  'CREATE INDEX ON company (merit DESC, id)',
] as const;
