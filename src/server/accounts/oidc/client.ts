import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type AuthorizationCodeGrantChecks,
  type ClientAuth,
  type ServerMetadata,
} from 'openid-client';
import { isLoopback, OidcProblem, type OidcReason, type OidcSettings, type Person } from './settings.ts';

/** How long one question to the provider may take, in seconds. */
const timeout = 10;

/** The provider as the client knows it, by each way in which the client can say who it is. */
type Configurations = readonly [Configuration, Configuration?];

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
  #known: Configurations | null = null;
  #asking: Promise<Configurations> | null = null;
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
    await this.#configurations();
  }

  /** A sign-in that comes back to `redirectUri`: the address to go to, and what to keep. Throws `OidcProblem`. */
  async ask(redirectUri: string): Promise<{ readonly address: URL; readonly question: Question }> {
    const [configuration] = await this.#configurations();
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
    const configurations = await this.#configurations();
    try {
      const tokens = await this.#grant(configurations, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new OidcProblem('untrusted', 'no_id_token');
      const { iss: issuer, sub: subject } = claims;
      // OpenID Connect Core 1.0, 2: at most 255 characters; an empty one, or blanks, would be anybody.
      if (subject.trim() === '' || subject.length > 255) throw new OidcProblem('untrusted', 'no_subject');
      // Some providers keep what they say of a person out of the ID token when there is an access token, too.
      const [configuration] = configurations;
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

  /** Exchanges the code. Some providers take the secret in one way only, and name both. */
  async #grant(
    [first, other]: Configurations,
    address: URL,
    checks: AuthorizationCodeGrantChecks,
  ): Promise<Awaited<ReturnType<typeof authorizationCodeGrant>>> {
    try {
      return await authorizationCodeGrant(first, address, checks);
    } catch (error) {
      if (other === undefined || !isUnknownClient(error)) throw error;
      const tokens = await authorizationCodeGrant(other, address, checks).catch((again: unknown): never => {
        throw isUnknownClient(again) ? error : again;
      });
      this.#known = [other, first];
      return tokens;
    }
  }

  async #configurations(): Promise<Configurations> {
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

async function discover({ issuer, clientId, secret }: OidcSettings): Promise<Configurations> {
  const isHere = isLoopback(issuer);
  const execute = isHere ? [allowInsecureRequests] : [];
  const metadata = (await discovery(issuer, clientId, {}, None(), { execute, timeout })).serverMetadata();
  // For Microsoft's address of all tenants the library takes any issuer, and each tenant says what it likes of e-mail.
  if (!isSame(metadata.issuer, issuer)) throw new OidcProblem('misconfigured', 'other_issuer');
  const { authorization_endpoint: page = '' } = metadata;
  const isSafe = URL.canParse(page) && (isHere || new URL(page).protocol === 'https:');
  if (!isSafe) throw new OidcProblem('misconfigured', 'unsafe_endpoint');
  const configurationWith = (authentication: ClientAuth): Configuration => {
    const configuration = new Configuration(metadata, clientId, {}, authentication);
    configuration.timeout = timeout;
    // The library leaves an ID token's signature alone unless it is told otherwise.
    enableNonRepudiationChecks(configuration);
    if (isHere) allowInsecureRequests(configuration);
    return configuration;
  };
  const [first, other] = waysOf(metadata, secret);
  return other === undefined ? [configurationWith(first)] : [configurationWith(first), configurationWith(other)];
}

/** How the client may say who it is: in the request's body, as the library prefers, or in its header. */
function waysOf(metadata: ServerMetadata, secret: string): [ClientAuth, ClientAuth?] {
  if (secret === '') return [None()];
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  const { token_endpoint_auth_methods_supported: ways } = metadata;
  // OpenID Connect Discovery 1.0, 3: a provider that names no way takes the header.
  if (ways === undefined) return [inHeader, inBody];
  if (!ways.includes('client_secret_basic')) return [inBody];
  return ways.includes('client_secret_post') ? [inBody, inHeader] : [inHeader];
}

function isSame(said: string, issuer: URL): boolean {
  return URL.canParse(said) && new URL(said).href === issuer.href;
}

function isUnknownClient(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return true;
  return error instanceof ResponseBodyError && error.error === 'invalid_client';
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
    const isOut = outages.has(error.error);
    const reason = refusals.has(error.error) ? 'declined' : isOut ? 'unreachable' : 'misconfigured';
    return new OidcProblem(reason, standardWord(error.error));
  }
  if (error instanceof ResponseBodyError) {
    // The code has been used, or was not used in time.
    if (error.error === 'invalid_grant') return new OidcProblem('expired', 'invalid_grant');
    return new OidcProblem(error.status >= 500 ? 'unreachable' : 'misconfigured', standardWord(error.error));
  }
  if (error instanceof WWWAuthenticateChallengeError) return new OidcProblem('misconfigured', 'challenge');
  if (error instanceof ClientError) return problemOfLibrary(error);
  // What `fetch` throws when there is no answer at all.
  if (error instanceof TypeError && error.cause !== undefined)
    return new OidcProblem('unreachable', codeOf(error.cause));
  throw error;
}

/** Errors that a person's answer leads to, or that none came (RFC 6749, 4.1.2.1; OpenID Connect Core 1.0, 3.1.2.6). */
const refusals: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
]);

/** Errors of a provider that cannot work just now (RFC 6749, 4.1.2.1). */
const outages: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

/** Errors of how the provider and the server are set up (RFC 6749, 4.1.2.1 and 5.2). */
const errors: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'invalid_scope',
]);

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
  return new OidcProblem(reasons[code] ?? 'untrusted', code);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** What a provider says, if it is one of the words that there are for it: anything else may be anybody's text. */
function standardWord(said: string): string {
  return [refusals, outages, errors].some((words) => words.has(said)) ? said : '';
}
