import type { Socket } from 'node:net';

/** How many connections there may be, and how many of them one owner may have. */
export interface ShareLimits {
  readonly total: number;
  /** Connections whose owner has not shown who they are, all together. The rest is kept for those who have. */
  readonly strangers: number;
  /** Connections of one owner who has shown who they are. */
  readonly perOwner: number;
}

interface Place {
  /** Whose it is: its owner's, once shown (`known`), until then its address's. */
  group: Group;
  /** Answers that are being made or sent. */
  answering: number;
}

interface Group {
  readonly name: string;
  readonly isKnown: boolean;
  /** Least recently used first. */
  readonly sockets: Set<Socket>;
}

/**
 * Shares the connections of a server: whoever takes more than their share loses what they have used least, and never
 * keeps others out. A connection belongs to its address until its owner has shown a key on it.
 */
export class SocketShares {
  readonly #limits: ShareLimits;
  readonly #places = new Map<Socket, Place>();
  readonly #groups = new Map<string, Group>();
  #strangers = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** How many there are. */
  get size(): number {
    return this.#places.size;
  }

  /** A new connection always gets a place; another one is ended if places are short. */
  add(socket: Socket, address: string): void {
    if (this.#strangers >= this.#limits.strangers) this.#endOneOf(this.#largest((group) => !group.isKnown));
    else if (this.#places.size >= this.#limits.total) this.#endOneOf(this.#largest(() => true));
    const place: Place = { group: this.#groupOf(address, false), answering: 0 };
    this.#places.set(socket, place);
    this.#join(socket, place.group);
    socket.once('close', () => this.#remove(socket));
  }

  /** A request from this address, on a connection that does not show who they are. */
  isFrom(socket: Socket, address: string): void {
    const place = this.#places.get(socket);
    if (place !== undefined && !place.group.isKnown) this.#move(socket, place, this.#groupOf(address, false));
  }

  /** An owner has shown who they are; false if they already have too many connections, all of them in use. */
  belongsTo(socket: Socket, owner: string): boolean {
    const place = this.#places.get(socket);
    // It has closed meanwhile, or a test handed it over without a socket.
    if (place === undefined || (place.group.isKnown && place.group.name === owner)) return true;
    const group = this.#groupOf(owner, true);
    if (group.sockets.size >= this.#limits.perOwner) {
      const idle = this.#idleOf(group);
      if (idle === undefined) {
        this.#forgetIfEmpty(group);
        return false;
      }
      this.#end(idle);
    }
    this.#move(socket, place, this.#groupOf(owner, true));
    return true;
  }

  /** An answer begins; call `end` when it ends. */
  begin(socket: Socket): void {
    const place = this.#places.get(socket);
    if (place === undefined) return;
    place.answering += 1;
    this.#join(socket, place.group);
  }

  end(socket: Socket): void {
    const place = this.#places.get(socket);
    if (place !== undefined) place.answering -= 1;
  }

  /** Whether an answer is being made or sent. */
  isAnswering(socket: Socket): boolean {
    return (this.#places.get(socket)?.answering ?? 0) > 0;
  }

  #groupOf(name: string, isKnown: boolean): Group {
    const key = `${isKnown ? 'owner' : 'address'} ${name}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group: Group = { name, isKnown, sockets: new Set() };
    this.#groups.set(key, group);
    return group;
  }

  /** Puts a connection last in its group. */
  #join(socket: Socket, group: Group): void {
    if (!group.isKnown && !group.sockets.has(socket)) this.#strangers += 1;
    group.sockets.delete(socket);
    group.sockets.add(socket);
  }

  #leave(socket: Socket, group: Group): void {
    if (group.sockets.delete(socket) && !group.isKnown) this.#strangers -= 1;
    this.#forgetIfEmpty(group);
  }

  #forgetIfEmpty(group: Group): void {
    if (group.sockets.size === 0) this.#groups.delete(`${group.isKnown ? 'owner' : 'address'} ${group.name}`);
  }

  #move(socket: Socket, place: Place, group: Group): void {
    if (place.group === group) return;
    this.#leave(socket, place.group);
    place.group = group;
    // It may have been forgotten while it was empty.
    this.#groups.set(`${group.isKnown ? 'owner' : 'address'} ${group.name}`, group);
    this.#join(socket, group);
  }

  #remove(socket: Socket): void {
    const place = this.#places.get(socket);
    if (place === undefined) return;
    this.#places.delete(socket);
    this.#leave(socket, place.group);
  }

  #largest(counts: (group: Group) => boolean): Group | undefined {
    let largest: Group | undefined;
    for (const group of this.#groups.values()) {
      if (counts(group) && group.sockets.size > (largest?.sockets.size ?? 0)) largest = group;
    }
    return largest;
  }

  #idleOf(group: Group): Socket | undefined {
    for (const socket of group.sockets) if (!this.isAnswering(socket)) return socket;
    return undefined;
  }

  #endOneOf(group: Group | undefined): void {
    const [oldest] = group?.sockets ?? [];
    const chosen = group === undefined ? undefined : (this.#idleOf(group) ?? oldest);
    if (chosen !== undefined) this.#end(chosen);
  }

  #end(socket: Socket): void {
    // Its place is free at once; `close` comes later.
    this.#remove(socket);
    socket.destroy();
  }
}
