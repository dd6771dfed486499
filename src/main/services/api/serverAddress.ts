import { AppError } from '#shared/errors.ts';

/**
 * The origin of a server address the user has typed (`https://winnow.fund.example`). TLS is required except on this
 * machine (S26), where a server runs without it (docs/api.md 7): an address without a scheme gets the right one.
 * Credentials, paths and parameters are refused. Throws `invalid_input` with words for the login page.
 */
export function serverOrigin(typed: string): string {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : withScheme(text);
  if (text === '' || !URL.canParse(address)) throw refuse('This is not a valid address.');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') throw refuse('Leave the user name and password out of the address.');
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
    throw refuse('Enter the server’s address without a path.');
  }
  if (!isSecure(url)) throw refuse('A server’s address must start with https, except on this computer.');
  return url.origin;
}

function withScheme(text: string): string {
  const address = `https://${text}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname) ? `http://${text}` : address;
}

/** Whether an address is protected by TLS, or never leaves this machine. */
export function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether a host name means this machine. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function refuse(message: string): AppError {
  return new AppError('invalid_input', message, { fields: { server: message } });
}
