/** Something that was done and can be taken back for as long as its notification is shown. */
export interface UndoOffer {
  /** Of the notification. */
  readonly id: string;
  /** The number of what was done. */
  readonly turn: number;
  /** Takes it back and hides the notification. */
  readonly take: () => void;
}

const offers: UndoOffer[] = [];
let lastTurn = 0;

/** The number of something that is done now, higher than all before it: so it is known what was done last. */
export function nextTurn(): number {
  lastTurn += 1;
  return lastTurn;
}

/** Lets `z` take something back, too. */
export function addOffer(offer: UndoOffer): void {
  offers.push(offer);
}

/** The notification has gone, and with it the offer. */
export function withdrawOffer(id: string): void {
  const index = offers.findIndex((offer) => offer.id === id);
  if (index !== -1) offers.splice(index, 1);
}

/**
 * Takes back the newest thing on offer, where nothing else was done after it, `turn` being the last; whether there was
 * one.
 */
export function takeOfferSince(turn: number): boolean {
  const newest = offers.at(-1);
  if (newest === undefined || newest.turn < turn) return false;
  newest.take();
  return true;
}
