/** Items that are taken out at the same time: a server is some way off, and answers several as fast as one. */
const atOnce = 8;

/**
 * Takes items out of a collection; there is no call for many. `tell` hears how many are out, a call of `remove` that
 * fails ends it with its error.
 */
export async function takeOut(
  items: readonly number[],
  remove: (id: number) => Promise<unknown>,
  tell: (done: number) => void,
): Promise<void> {
  for (let done = 0; done < items.length;) {
    const some = items.slice(done, done + atOnce);
    await Promise.all(some.map((id) => remove(id)));
    done += some.length;
    tell(done);
  }
}
