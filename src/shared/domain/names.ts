import { z } from 'zod';

const name = z.string().trim().min(1, 'Give it a name.').max(80, 'At most 80 characters.');

/** A smart list's name: 1 to 80 characters after trimming, unique per user (DECISIONS). */
export const smartListNameSchema = name;

/** A collection's name: 1 to 80 characters after trimming, unique per user (DECISIONS). */
export const collectionNameSchema = name;

/** A collection's description: up to 500 characters (DECISIONS). */
export const collectionDescriptionSchema = z.string().trim().max(500, 'At most 500 characters.');
