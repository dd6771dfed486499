import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type ClientAuthMethod, type Configuration } from 'oidc-provider';
import type { OidcSettings } from '#server/accounts/oidc/settings.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** What the provider knows of somebody; `sub` is the name they sign in with there. */
export type Person = Claims & { readonly email?: string; readonly email_verified?: unknown };

/** How an ID token is changed on its way: its claims, and whose key signs it. */
export interface Tampering {
  readonly claims?: (claims: Claims) => Claims;
  readonly key?: 'own' | 'foreign';
}

interface ProviderOptions {
  /** Its host: `localhost` for another site than Winnow's 127.0.0.1. */
  readonly host?: '127.0.0.1' | 'localhost';
  /** The provider's own pages ask; otherwise whoever `signsIn` is signed in without one. */
  readonly hasPages?: boolean;
  /** What the provider says of people is not in the ID token, but has to be asked for. */
  readonly isThin?: boolean;
  readonly authentication?: ClientAuthMethod;
}

const clientId = 'winnow';
const keyId = 'signing';

/** An identity provider on this machine, on a port of its own. */
export class IdentityProvider {
  readonly secret = randomBytes(24).toString('base64url');
  readonly people = new Map<string, Person>();
  /** Whoever is asked for is this person. */
  signsIn = '';
  /** Why the provider sends people back without signing them in, or `''`. */
  refusesWith = '';
  tampering: Tampering | null = null;
  /** How often its description was fetched. */
  described = 0;
  /** Tokens and codes that it has handed out. */
  readonly handedOut: string[] = [];
  readonly #options: Required<ProviderOptions>;
  readonly #keys = { own: newKey(), foreign: newKey() };
  #server: Server | null = null;
  #port = 0;
  #provider: Provider | null = null;

  private constructor(options: ProviderOptions) {
    this.#options = {
      host: '127.0.0.1',
      hasPages: false,
      isThin: false,
      authentication: 'client_secret_post',
      ...options,
    };
  }

  /** Takes a port. It answers once it `knows` where people may be sent back to. */
  static async start(options: ProviderOptions = {}): Promise<IdentityProvider> {
    const provider = new IdentityProvider(options);
    await provider.listen();
    return provider;
  }

  get issuer(): string {
    return `http://${this.#options.host}:${this.#port}`;
  }

  /** What a server is told of it. */
  settings(more: Partial<OidcSettings> = {}): OidcSettings {
    return {
      issuer: new URL(this.issuer),
      clientId,
      secret: this.#options.authentication === 'none' ? '' : this.secret,
      name: 'Test ID',
      isOnly: false,
      domains: [],
      createsAccounts: false,
      trustsEmail: false,
      ...more,
    };
  }

  /** Registers the server as a client with this redirect URI. */
  knows(redirectUri: string): void {
    // It warns of what only tests may do: people and tokens in memory.
    const { warn } = console;
    Object.assign(console, { warn: () => undefined });
    this.#provider = new Provider(this.issuer, this.#configuration(redirectUri));
    Object.assign(console, { warn });
  }

  /** Listens, on the same port as before. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  #configuration(redirectUri: string): Configuration {
    const { authentication, hasPages, isThin } = this.#options;
    return {
      clients: [
        {
          client_id: clientId,
          ...(authentication === 'none' ? {} : { client_secret: this.secret }),
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: authentication,
        },
      ],
      jwks: { keys: [{ ...this.#keys.own.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] },
      ttl: { Interaction: 600, Grant: 3600, Session: 3600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: isThin,
      features: { devInteractions: { enabled: hasPages } },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...this.people.get(sub), sub }) }),
      // Nobody is asked whether the server may know what it asks for.
      loadExistingGrant: async ({ oidc }) => {
        const known = oidc.session?.grantIdFor(clientId);
        if (known !== undefined) return oidc.provider.Grant.find(known);
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    if (provider === null) {
      response.writeHead(503).end();
      return;
    }
    const path = request.url ?? '';
    if (path.startsWith('/.well-known/')) this.described += 1;
    if (path === '/token') this.#watchTokens(response);
    if (path.startsWith('/interaction/') && !this.#options.hasPages) {
      const result = this.refusesWith === '' ? { login: { accountId: this.signsIn } } : { error: this.refusesWith };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      return;
    }
    await provider.callback()(request, response);
  }

  /** Notes the tokens that go out, and changes the ID token among them. */
  #watchTokens(response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = (body?: unknown): ServerResponse => {
      const answer = JSON.parse(String(body)) as Record<string, unknown>;
      for (const name of ['access_token', 'id_token']) {
        if (typeof answer[name] === 'string') this.handedOut.push(answer[name]);
      }
      const { tampering } = this;
      if (tampering !== null && typeof answer['id_token'] === 'string') {
        answer['id_token'] = this.#tampered(answer['id_token'], tampering);
      }
      const text = JSON.stringify(answer);
      response.setHeader('Content-Length', Buffer.byteLength(text));
      return end(text);
    };
  }

  #tampered(token: string, { claims: change = (claims) => claims, key = 'own' }: Tampering): string {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    const signed = [{ alg: 'RS256', kid: keyId }, change(claims)]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${sign('sha256', Buffer.from(signed), this.#keys[key]).toString('base64url')}`;
  }
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}
