import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError, assertNever, errorCodes, fieldErrorsOf, statusOfCode } from './errors.ts';
import { errorWireSchema } from './errorSchemas.ts';

describe('AppError', () => {
  it('crosses the bridge and comes back the same, for every code', () => {
    const fieldName = fc.stringMatching(/^[a-z][a-z_.0-9]{0,20}$/);
    const fields = fc.option(fc.dictionary(fieldName, fc.string(), { noNullPrototype: true }), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(...errorCodes), fc.string(), fields, (code, message, given) => {
        const error = new AppError(code, message, given === undefined ? {} : { fields: given });
        const wire = errorWireSchema.parse(JSON.parse(JSON.stringify(error.toWire())));
        const back = AppError.fromWire(wire);
        expect(back.toWire()).toEqual(error.toWire());
        expect([back.code, back.message, back.retryable]).toEqual([code, message, error.retryable]);
      }),
    );
  });

  it('carries neither stack nor cause over the wire', () => {
    const error = new AppError('internal', 'No.', { cause: new Error('secret path /home/x') });
    expect(Object.keys(error.toWire()).toSorted()).toEqual(['code', 'message', 'retryable']);
    expect(JSON.stringify(error.toWire())).not.toContain('secret');
  });

  it('says of connection faults, and of nothing the user must change, that trying again may help', () => {
    const retryable = errorCodes.filter((code) => new AppError(code, '').retryable);
    expect(retryable.toSorted()).toEqual(['busy', 'connection_lost', 'rate_limited', 'timeout', 'unavailable']);
  });

  it('wraps what was thrown without telling its details', () => {
    const known = new AppError('conflict', 'Taken.');
    expect(AppError.from(known)).toBe(known);
    for (const thrown of [new TypeError('secret'), 'secret', null, undefined, { code: 'forbidden' }]) {
      const error = AppError.from(thrown);
      expect(error.code).toBe('internal');
      expect(error.message).not.toContain('secret');
      expect(error.cause).toBe(thrown);
    }
  });
});

describe('status codes', () => {
  it('are those of docs/api.md, each for one code', () => {
    expect(statusOfCode).toMatchObject({
      bad_request: 400,
      addon_required: 402,
      forbidden: 403,
      conflict: 409,
      rate_limited: 429,
    });
    const statuses = Object.values(statusOfCode);
    expect(new Set(statuses).size).toBe(statuses.length);
  });
});

describe('fieldErrorsOf', () => {
  it('keys the first complaint by the path of its field', () => {
    const schema = z.object({
      name: z.string().min(1, 'Give it a name.'),
      filters: z.object({ stages: z.array(z.string()) }),
    });
    const result = schema.safeParse({ name: '', filters: { stages: [1] } });
    expect(result.success).toBe(false);
    const fields = fieldErrorsOf(result.error ?? new z.ZodError([]));
    expect(fields['name']).toBe('Give it a name.');
    expect(Object.keys(fields)).toEqual(['name', 'filters.stages.0']);
    const whole = z.string().safeParse(1);
    expect(Object.keys(fieldErrorsOf(whole.error ?? new z.ZodError([])))).toEqual(['']);
  });
});

describe('assertNever', () => {
  it('throws when the types were wrong', () => {
    expect(() => assertNever('surprise' as never)).toThrow('surprise');
  });
});
