import { z } from 'zod';
import {
  companyFields,
  wireFields,
  type FieldKind,
  type PlainField,
  type WireField,
  type WireName,
} from '../fields/companyFields.ts';
import { assertNever } from '../errors.ts';
import { linkTypes } from './choices.ts';

const id = z.number().int().positive();

export const companyLinkSchema = z.object({ type: z.enum(linkTypes), url: z.string() });

/** How the API delivers each kind of value that it delivers as it is. */
interface KindSchemas {
  readonly text: z.ZodString;
  readonly day: z.ZodString;
  readonly number: z.ZodNullable<z.ZodNumber>;
  readonly flag: z.ZodBoolean;
  readonly list: z.ZodArray<z.ZodString>;
}

type SchemaOf<K extends FieldKind> = K extends keyof KindSchemas ? z.ZodDefault<KindSchemas[K]> : never;

/** The values that are delivered as they are: an older server, which does not know one, has nothing to say of it. */
const wireShape = Object.fromEntries(wireFields.map((field) => [field.wire, schemaOf(field)])) as {
  readonly [F in WireField as WireName<F>]: SchemaOf<(typeof companyFields)[F]['kind']>;
};

function schemaOf({ field, kind, measure }: PlainField): z.ZodType {
  const { blank } = companyFields[field];
  switch (kind) {
    case 'number':
      return numberSchema(measure).nullable().default(null);
    case 'flag':
      return z.boolean().default(blank as boolean);
    case 'list':
      return z.array(z.string()).default(() => []);
    case 'text':
    case 'day':
      return z.string().default(blank as string);
    default:
      return assertNever(kind);
  }
}

function numberSchema(measure: PlainField['measure']): z.ZodNumber {
  if (measure === 'any') return z.number();
  if (measure === 'dollars') return z.number().min(0);
  if (measure === 'growth') return z.number().min(-1);
  return measure === 'whole' ? z.number().int() : z.number().min(0).max(1);
}

/**
 * A company as returned by the API (product 3, docs/api.md 4). A missing text is `''`, a missing number `null`. `score`
 * and `sem_score_percentile` are between 0 and 1; `founded` is a year; `discovered` a digest week (`2026-W47`) and
 * `discovered_date` its day (`YYYY-MM-DD`); `tags` are highlights joined by commas; `funded` is one funded tag;
 * `business_model` may be several in braces: `{B2B,SaaS}`. Amounts are in USD; `own` are the columns of imported files
 * that are no field of ours, by their headers.
 */
export const companySchema = z.object({
  id,
  ...wireShape,
  description: z.object({ short: z.string(), long: z.string(), llm: z.string() }),
  business_model: z.string(),
  region: z.string(),
  location: z.object({ country: z.object({ name: z.string(), code: z.string() }), city: z.string() }),
  discovered: z.string(),
  tags: z.string(),
  links: z.array(companyLinkSchema),
  size: z.object({ label: z.string(), count: z.number().int().nullable() }),
  sizeCategory: z.string(),
  funded: z.string(),
  challenges_llm: z.object({ question1: z.string(), question2: z.string(), question3: z.string() }),
  own: z.array(z.object({ name: z.string(), value: z.string() })).default(() => []),
});
