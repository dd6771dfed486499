/** Something that was done and can be taken back for as long as its notification is shown. */
export interface UndoOffer {
  /** Of the notification. */
  readonly id: string;
  /** When it was done, by `performance.now()`. */
  readonly madeAt: number;
  /** Takes it back and hides the notification. */
  readonly take: () => void;
}

const offers: UndoOffer[] = [];

/** Lets `z` take something back, too. */
export function addOffer(offer: UndoOffer): void {
  offers.push(offer);
}

/** The notification has gone, and with it the offer. */
export function withdrawOffer(id: string): void {
  const index = offers.findIndex((offer) => offer.id === id);
  if (index !== -1) offers.splice(index, 1);
}

/** Takes back the newest thing on offer, where it was done after `time`; whether there was one. */
export function takeOfferSince(time: number): boolean {
  const newest = offers.at(-1);
  if (newest === undefined || newest.madeAt < time) return false;
  newest.take();
  return true;
}
