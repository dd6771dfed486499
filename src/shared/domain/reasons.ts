import { z } from 'zod';

/** Most reasons that a user has, retired ones included. */
export const mostReasons = 99;

/** Why a company was decided so: a short name; a retired one is kept for what was decided with it. */
export const reasonSchema = z.object({
  id: z.number().int().min(1).max(mostReasons),
  name: z.string().trim().min(1, 'Give the reason a name.').max(60, 'A reason has at most 60 characters.'),
  retired: z.boolean().default(false),
});
export type Reason = z.infer<typeof reasonSchema>;

/** The reasons of a user who has not changed them. */
export const usualReasons: readonly Reason[] = [
  'Too early',
  'Not our market',
  'Location',
  'Team',
  'Competition',
  'Price',
  'Seen before',
].map((name, index) => ({ id: index + 1, name, retired: false }));

/** A user's reasons, in their order. No two have one name. */
export const reasonsSchema = z
  .object({ reasons: z.array(reasonSchema).min(1, 'Keep at least one reason.').max(mostReasons) })
  .superRefine(({ reasons }, context) => {
    const seen = new Set<string>();
    for (const [index, { name, id }] of reasons.entries()) {
      const path = ['reasons', index, 'name'];
      for (const key of [`#${id}`, name.toLowerCase()]) {
        if (seen.has(key)) context.addIssue({ code: 'custom', path, message: 'There is another reason like this.' });
        seen.add(key);
      }
    }
  });

/** The reasons that keys stand for: the first nine that are not retired. */
export function keyedReasons(reasons: readonly Reason[]): Reason[] {
  return reasons.filter(({ retired }) => !retired).slice(0, 9);
}
