/** An error for the log: its stack and those of its causes, without anything private (S37). */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeError(error.cause)}`;
  return withoutSecrets(error.stack ?? error.message) + cause;
}

/**
 * The text with tokens in addresses and headers struck out, and with what an address asks for: a query holds what the
 * user searches for (S37, S47).
 */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(
      /\b([a-z][a-z\d+.-]*:\/\/[^\s?#"'<>]*)(?:\?[^\s#"'<>]*)?(#[^\s"'<>]*)?/gi,
      (_, address: string, fragment) => (fragment === undefined ? address : `${address}#…`),
    )
    .replaceAll(/(\/[\w/-]+)\?[\w%.-]+=[^\s"'<>]*/g, '$1?…')
    .replaceAll(
      /\b(access_token|token|secret|state|key|code|password|code_verifier)["']?\s*[=:]\s*["']?[^&\s"',;}]+/gi,
      '$1=…',
    )
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/-]+=*/gi, '$1 …');
}
