import { z } from 'zod';

/**
 * What nobody sees, and what turns the text around a name, breaks its line or makes a second name look like the first;
 * a copied text may bring it. Joiners stay: emoji and some scripts need them.
 */
const unseen = /[\p{Cc}\u00ad\u200b\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;

const name = z
  .string()
  // An accent may come as a character of its own: the same name must not be there twice for it.
  .overwrite((text) => text.replaceAll(unseen, '').normalize('NFC'))
  .trim()
  .min(1, 'Give it a name.')
  .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Give it a name.')
  .max(80, 'At most 80 characters.');

/** A smart list's name: 1 to 80 characters without what nobody sees, after trimming; unique per user (product 17.6). */
export const smartListNameSchema = name;

/** A collection's name: 1 to 80 characters without what nobody sees, after trimming; unique per user (product 17.6). */
export const collectionNameSchema = name;

/** A collection's description: up to 500 characters (product 17.6). */
export const collectionDescriptionSchema = z
  .string()
  .overwrite((text) => text.replaceAll(turning, ''))
  .trim()
  .max(500, 'At most 500 characters.');
