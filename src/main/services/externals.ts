import { externalUrl } from '#shared/bridge/links.ts';
import { AppError } from '#shared/errors.ts';
import type { ExternalOpener } from '../ports.ts';
import { isSecure } from './api/serverAddress.ts';

/** The only way for addresses to leave the app (S7). */
export class ExternalDoor {
  readonly #opener: ExternalOpener;

  constructor(opener: ExternalOpener) {
    this.#opener = opener;
  }

  /** Opens an address from data or from the renderer. Throws `invalid_input` for anything but a plain link. */
  async open(text: string): Promise<void> {
    const url = externalUrl(text);
    if (url === null) throw new AppError('invalid_input', 'Winnow only opens https and mailto addresses.');
    await this.#opener.open(url);
  }

  /** Opens a page of the connected server or its provider; plain http is accepted on this machine (S26). */
  async openOwn(url: URL): Promise<void> {
    if (!isSecure(url)) throw new AppError('invalid_input', 'The server’s page is not protected by https.');
    await this.#opener.open(url.toString());
  }
}
