import { z } from 'zod';
import { configSchema, digestStatusSchema, userSchema } from '#shared/domain/account.ts';
import {
  collectionCompanySchema,
  collectionItemSchema,
  collectionPreviewSchema,
  collectionSchema,
} from '#shared/domain/collection.ts';
import { companySchema } from '#shared/domain/companySchema.ts';
import { filterSetSchema } from '#shared/domain/filters.ts';
import { inboxEntrySchema } from '#shared/domain/inboxEntry.ts';
import { personRecordSchema } from '#shared/domain/person.ts';
import { sectorDataSchema } from '#shared/domain/sector.ts';
import { smartListCompaniesSchema, smartListOverviewSchema, smartListSchema } from '#shared/domain/smartList.ts';
import { apiErrorSchema } from '#shared/errorSchemas.ts';

/** A JSON Schema, as it stands in the document. */
export type JsonSchema = Record<string, unknown>;

const named: Readonly<Record<string, z.ZodType>> = {
  Collection: collectionSchema,
  CollectionCompany: collectionCompanySchema,
  CollectionItem: collectionItemSchema,
  CollectionPreview: collectionPreviewSchema,
  Company: companySchema,
  Config: configSchema,
  DigestStatus: digestStatusSchema,
  Error: apiErrorSchema,
  FilterSet: filterSetSchema,
  InboxEntry: inboxEntrySchema,
  Person: personRecordSchema,
  SectorData: sectorDataSchema,
  SmartList: smartListSchema,
  SmartListCompanies: smartListCompaniesSchema,
  SmartListOverview: smartListOverviewSchema,
  User: userSchema,
};

/** Turns zod schemas into JSON Schema 2020-12; the shapes with a name come out as references to `components`. */
export class SchemaWriter {
  readonly #registry = z.registry<{ id: string }>();
  readonly #components: Record<string, JsonSchema> = {};

  constructor() {
    for (const [id, schema] of Object.entries(named)) this.#registry.add(schema, { id });
    for (const schema of Object.values(named)) this.write(schema, schema === filterSetSchema ? 'input' : 'output');
  }

  /** The named shapes, A to Z. */
  components(): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(this.#components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A schema as a caller sends it (`input`) or gets it (`output`). */
  write(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...written
    } = z.toJSONSchema(schema, {
      io: direction,
      metadata: this.#registry,
      unrepresentable: 'any',
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    // What is read leniently is written strictly, so the form that is sent tells more of a filter set.
    for (const [id, definition] of Object.entries($defs ?? {})) {
      if (id !== 'FilterSet' || direction === 'input') this.#components[id] ??= withReferences(withoutId(definition));
    }
    const own = this.#registry.get(schema)?.id;
    if (own === undefined) return withReferences(written);
    this.#components[own] ??= withReferences(withoutId(written));
    return { $ref: `#/components/schemas/${own}` };
  }
}

function withoutId(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'id'));
}

/** References within one schema become references within the document. */
function withReferences(value: JsonSchema): JsonSchema {
  const text = JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as JsonSchema;
}
