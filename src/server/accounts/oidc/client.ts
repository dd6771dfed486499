import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import { isLoopback, OidcProblem, type OidcReason, type OidcSettings, type Person } from './settings.ts';

/** How long one question to the provider may take, in seconds. */
const timeout = 10;

/** What has to be kept until the person is back from the provider. */
export interface Question {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * The server as a client of an identity provider (OpenID Connect Core 1.0, 3.1): authorization code with PKCE, state
 * and nonce. The provider is asked for its description when it is first needed, and again until it has answered.
 */
export class OidcClient {
  readonly settings: OidcSettings;
  #known: Configuration | null = null;
  #asking: Promise<Configuration> | null = null;
  #isDown = false;

  constructor(settings: OidcSettings) {
    this.settings = settings;
  }

  /** Whether the provider could not be used when it was last asked. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Asks for the provider's description, unless it is known. Throws `OidcProblem`. */
  async prepare(): Promise<void> {
    await this.#configuration();
  }

  /** A sign-in that comes back to `redirectUri`: the address to go to, and what to keep. Throws `OidcProblem`. */
  async ask(redirectUri: string): Promise<{ readonly address: URL; readonly question: Question }> {
    const configuration = await this.#configuration();
    const question = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: question.state,
      nonce: question.nonce,
      code_challenge: await calculatePKCECodeChallenge(question.verifier),
      code_challenge_method: 'S256',
    });
    return { address, question };
  }

  /**
   * Who has signed in, by the address that the provider has sent the browser to: the redirect URI with its answer. The
   * library checks issuer, audience, nonce, signature and times. Throws `OidcProblem`.
   */
  async answer(address: URL, { state, nonce, verifier }: Question): Promise<Person> {
    const configuration = await this.#configuration();
    try {
      const tokens = await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new OidcProblem('untrusted', 'no_id_token');
      const { iss: issuer, sub: subject } = claims;
      // Some providers keep what they say of a person out of the ID token when there is an access token, too.
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const said =
        claims['email'] === undefined && hasMore
          ? await fetchUserInfo(configuration, tokens.access_token, subject)
          : claims;
      return { issuer, subject, ...aboutOf(said) };
    } catch (error) {
      throw problemOf(error);
    }
  }

  async #configuration(): Promise<Configuration> {
    if (this.#known !== null) return this.#known;
    // Those who come meanwhile wait for the same answer.
    this.#asking ??= discover(this.settings).finally(() => (this.#asking = null));
    try {
      this.#known = await this.#asking;
      this.#isDown = false;
      return this.#known;
    } catch (error) {
      this.#isDown = true;
      const problem = problemOf(error);
      // Its description names another issuer.
      throw problem.reason === 'untrusted' ? new OidcProblem('misconfigured', 'other_issuer') : problem;
    }
  }
}

async function discover({ issuer, clientId, secret }: OidcSettings): Promise<Configuration> {
  const isHere = isLoopback(issuer);
  // The library leaves an ID token's signature alone unless it is told otherwise.
  const execute = [enableNonRepudiationChecks, ...(isHere ? [allowInsecureRequests] : [])];
  const configuration = await discovery(issuer, clientId, {}, authenticationWith(secret), { execute, timeout });
  const metadata = configuration.serverMetadata();
  // For Microsoft's address of all tenants the library takes any issuer, and each tenant says what it likes of e-mail.
  if (!isSame(metadata.issuer, issuer)) throw new OidcProblem('misconfigured', 'other_issuer');
  const { authorization_endpoint: page = '' } = metadata;
  const isSafe = URL.canParse(page) && (isHere || new URL(page).protocol === 'https:');
  if (!isSafe) throw new OidcProblem('misconfigured', 'unsafe_endpoint');
  return configuration;
}

function isSame(said: string, issuer: URL): boolean {
  return URL.canParse(said) && new URL(said).href === issuer.href;
}

/** In the request's body, as the library prefers, or in its header where the provider takes nothing else. */
function authenticationWith(secret: string): ClientAuth {
  if (secret === '') return None();
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    // OpenID Connect Discovery 1.0, 3: a provider that names no way takes the header.
    const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = server;
    const way = ways.includes('client_secret_post') || !ways.includes('client_secret_basic') ? inBody : inHeader;
    way(server, client, body, headers);
  };
}

function aboutOf(said: Readonly<Record<string, unknown>>): Pick<Person, 'email' | 'isVerified' | 'name'> {
  const { email, email_verified: verified, name } = said;
  return {
    email: typeof email === 'string' ? email : '',
    // Anything else than these two, such as a text, is not what the standard has.
    isVerified: verified === undefined ? null : verified === true,
    name: typeof name === 'string' ? name : '',
  };
}

/** Why, in our own words. What the library's errors carry along may be secret, and goes no further. */
function problemOf(error: unknown): OidcProblem {
  if (error instanceof OidcProblem) return error;
  if (error instanceof AuthorizationResponseError) {
    const isRefusal = ['access_denied', 'login_required', 'interaction_required', 'consent_required'];
    return new OidcProblem(isRefusal.includes(error.error) ? 'declined' : 'misconfigured', wordOf(error.error));
  }
  if (error instanceof ResponseBodyError) {
    // The code has been used, or was not used in time.
    if (error.error === 'invalid_grant') return new OidcProblem('expired', 'invalid_grant');
    return new OidcProblem(error.status >= 500 ? 'unreachable' : 'misconfigured', wordOf(error.error));
  }
  if (error instanceof WWWAuthenticateChallengeError) return new OidcProblem('misconfigured', 'challenge');
  if (error instanceof ClientError) return problemOfLibrary(error);
  // What `fetch` throws when there is no answer at all.
  if (error instanceof TypeError && error.cause !== undefined)
    return new OidcProblem('unreachable', wordOf(codeOf(error.cause)));
  throw error;
}

const reasons: Readonly<Record<string, OidcReason>> = {
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unreachable',
  OAUTH_PARSE_ERROR: 'unreachable',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clocks',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'misconfigured',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'misconfigured',
  OAUTH_MISSING_SERVER_METADATA: 'misconfigured',
  OAUTH_INVALID_SERVER_METADATA: 'misconfigured',
};

function problemOfLibrary({ code = '', cause }: ClientError): OidcProblem {
  if (code === '' && cause instanceof TypeError) return problemOf(cause);
  return new OidcProblem(reasons[code] ?? 'untrusted', wordOf(code));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** A word of a standard or the system as it may be logged; nothing that could be anything else. */
function wordOf(text: string): string {
  return /^[\w-]{1,60}$/.test(text) ? text : '';
}
