import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** The attributes as they were sent. */
  readonly attributes: string;
}

/** Where a browser has ended up: a page, or an address of the app's, which it does not load. */
export interface Place {
  readonly url: URL;
  /** 0 for an address of the app's. */
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
}

/** A browser as far as sign-ins need one: it follows redirects and keeps the cookies of this machine. */
export class TestBrowser {
  cookies: Cookie[] = [];
  /** Every address that it was sent to. */
  readonly visited: string[] = [];
  readonly #isTheApps: (url: URL) => boolean;

  constructor(isTheApps: (url: URL) => boolean) {
    this.#isTheApps = isTheApps;
  }

  /** Opens an address by a click on a page of the same site, or of another, and follows where it leads. */
  async open(address: string, site: 'same-origin' | 'cross-site' = 'same-origin'): Promise<Place> {
    let url = new URL(address);
    const first = url.origin;
    for (let hops = 0; hops < 20; hops += 1) {
      this.visited.push(url.href);
      if (this.#isTheApps(url)) return { url, status: 0, text: '', headers: {} };
      // Once a chain of redirects has been elsewhere, it comes from there.
      const isHome = this.visited.slice(-hops - 1).every((each) => each.startsWith(`${first}/`));
      const response = await this.#get(url, isHome ? site : 'cross-site');
      const { location } = response.headers;
      const body = await text(response);
      if (location === undefined)
        return { url, status: response.statusCode ?? 0, text: body, headers: response.headers };
      url = new URL(location, url);
    }
    throw new Error('There was no end to the redirects.');
  }

  cookie(name: string): Cookie | undefined {
    return this.cookies.find((cookie) => cookie.name === name);
  }

  // Not by `fetch`, which says itself by what a request is made.
  async #get(url: URL, site: string): Promise<IncomingMessage> {
    const sent = this.cookies.filter(({ path }) => url.pathname.startsWith(path));
    const asked = request(url, {
      headers: {
        Cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '),
        'Sec-Fetch-Site': site,
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
      },
    });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    for (const line of response.headers['set-cookie'] ?? []) this.#keep(line, url);
    return response;
  }

  #keep(line: string, url: URL): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const attribute = (wanted: string): string | undefined =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute('path') ?? url.pathname;
    this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    const expires = attribute('expires');
    const isOver = attribute('max-age') === '0' || (expires !== undefined && new Date(expires).getTime() < Date.now());
    if (!isOver) this.cookies.push({ name, value, path, attributes: attributes.join('; ') });
  }
}
