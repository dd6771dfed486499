interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** Where a browser has ended up: an address that it does not load, or a page. */
export interface Place {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A browser as far as sign-ins need one: it follows redirects and keeps the cookies of this machine. */
export class TestBrowser {
  readonly cookies: Cookie[] = [];
  /** Every address that it was sent to. */
  readonly visited: string[] = [];
  readonly #stopsAt: (url: URL) => boolean;

  /** `stopsAt` says which addresses are the app's, and are not loaded. */
  constructor(stopsAt: (url: URL) => boolean) {
    this.#stopsAt = stopsAt;
  }

  /** Opens an address and follows where it leads, as by a click on a page of the same site. */
  async open(address: string): Promise<Place> {
    let url = new URL(address);
    let from = url.origin;
    for (let hops = 0; hops < 20; hops += 1) {
      this.visited.push(url.href);
      if (this.#stopsAt(url)) return { url, status: 0, text: '', headers: new Headers() };
      const response = await this.ask(url, from === url.origin ? 'same-origin' : 'cross-site');
      const location = response.headers.get('location');
      if (location === null) return { url, status: response.status, text: await response.text(), headers: response.headers };
      from = url.origin;
      url = new URL(location, url);
    }
    throw new Error('There was no end to the redirects.');
  }

  /** Loads one address, with its cookies, and keeps those that come. */
  async ask(url: URL, site: string, init: RequestInit = {}): Promise<Response> {
    const sent = this.cookies.filter(({ path }) => url.pathname.startsWith(path));
    const headers = new Headers(init.headers);
    headers.set('Cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
    headers.set('Sec-Fetch-Site', site);
    headers.set('Sec-Fetch-Mode', 'navigate');
    headers.set('Sec-Fetch-Dest', 'document');
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line, url);
    return response;
  }

  /** The value of a cookie, or undefined. */
  cookie(name: string): string | undefined {
    return this.cookies.find((cookie) => cookie.name === name)?.value;
  }

  #keep(line: string, url: URL): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const attribute = (wanted: string): string | undefined =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute('path') ?? url.pathname;
    const index = this.cookies.findIndex((cookie) => cookie.name === name && cookie.path === path);
    if (index >= 0) this.cookies.splice(index, 1);
    const expires = attribute('expires');
    const isOver = attribute('max-age') === '0' || (expires !== undefined && new Date(expires).getTime() < Date.now());
    if (!isOver) this.cookies.push({ name, value, path });
  }
}
