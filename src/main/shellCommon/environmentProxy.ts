/** The proxy that the environment names for an address (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), or `''`. */
export function proxyFromEnvironment(url: string, env: Readonly<Record<string, string | undefined>>): string {
  const { protocol, hostname, port } = new URL(url);
  const named = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  if (isLeftOut(hostname, port || defaultPort(protocol), named('NO_PROXY'))) return '';
  const proxy = named(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || named('ALL_PROXY');
  if (proxy === '') return '';
  const address = proxy.includes('://') ? proxy : `http://${proxy}`;
  return /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '') ? address : '';
}

/** Whether `NO_PROXY` names the host: `*`, a name, a name with its subdomains, each with or without a port. */
function isLeftOut(hostname: string, port: string, noProxy: string): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '').toLowerCase();
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', wanted = ''] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (wanted !== '' && wanted !== port) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}
