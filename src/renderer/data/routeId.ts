/** An id that nothing has: what an address without a proper one is asked for, so that it says what is not there. */
const noSuchId = 2_147_483_647;

/** The id in an address (product 2). */
export function routeId(text: string | undefined): number {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 && id < noSuchId ? id : noSuchId;
}
