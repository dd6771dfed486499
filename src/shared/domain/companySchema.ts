import { z } from 'zod';
import { linkTypes } from './choices.ts';

const id = z.number().int().positive();

export const companyLinkSchema = z.object({ type: z.enum(linkTypes), url: z.string() });

/**
 * A company as returned by the API (product 3, docs/api.md 4). A missing text is `''`, a missing number `null`. `score`
 * and `sem_score_percentile` are between 0 and 1; `founded` is a year; `discovered` a digest week (`2026-W47`) and
 * `discovered_date` its day (`YYYY-MM-DD`); `tags` are highlights joined by commas; `funded` is one funded tag;
 * `business_model` may be several in braces: `{B2B,SaaS}`.
 */
export const companySchema = z.object({
  id,
  name: z.string(),
  logo: z.string(),
  description: z.object({ short: z.string(), long: z.string(), llm: z.string() }),
  customer_problem: z.string(),
  target_customer: z.string(),
  business_model: z.string(),
  score: z.number().min(0).max(1).nullable(),
  region: z.string(),
  location: z.object({ country: z.object({ name: z.string(), code: z.string() }), city: z.string() }),
  founded: z.number().int().nullable(),
  discovered: z.string(),
  discovered_date: z.string(),
  cb_rank: z.number().int().nullable(),
  sem_score_percentile: z.number().nullable(),
  stages: z.array(z.string()),
  industry: z.array(z.string()),
  tags: z.string(),
  links: z.array(companyLinkSchema),
  size: z.object({ label: z.string(), count: z.number().int().nullable() }),
  sizeCategory: z.string(),
  emails: z.array(z.string()),
  funded: z.string(),
  followers: z.string(),
  isTranslated: z.boolean(),
  allTopUnis: z.array(z.string()),
  challenges_llm: z.object({ question1: z.string(), question2: z.string(), question3: z.string() }),
});
