import { z } from 'zod';

/** Controls that nobody sees and that turn the text around a name or break its line; a copied text may bring them. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;

const name = z
  .string()
  .overwrite((text) => text.replaceAll(unseen, ''))
  .trim()
  .min(1, 'Give it a name.')
  .max(80, 'At most 80 characters.');

/** A smart list's name: 1 to 80 characters without unseen controls, after trimming; unique per user (DECISIONS). */
export const smartListNameSchema = name;

/** A collection's name: 1 to 80 characters without unseen controls, after trimming; unique per user (DECISIONS). */
export const collectionNameSchema = name;

/** A collection's description: up to 500 characters (DECISIONS). */
export const collectionDescriptionSchema = z
  .string()
  .overwrite((text) => text.replaceAll(turning, ''))
  .trim()
  .max(500, 'At most 500 characters.');
