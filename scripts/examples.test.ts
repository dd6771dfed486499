import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandOf } from '#server/commandLine/command.ts';
import { servingArguments } from './lib/serverArguments.mjs';

const examples = fileURLToPath(new URL('../examples', import.meta.url));
const read = (file: string): string => readFileSync(path.join(examples, file), 'utf8');

interface Service {
  readonly command?: readonly string[];
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The flags of Node and of Winnow that a server is started with. */
function flagsOf(command: readonly string[]): { readonly node: readonly string[]; readonly winnow: readonly string[] } {
  const at = command.indexOf('out/main/cli.js');
  expect(at).toBeGreaterThan(0);
  return { node: command.slice(0, at), winnow: command.slice(at + 1) };
}

describe('compose.yml', () => {
  const { services, configs } = parse(read('compose.yml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly configs: Readonly<Record<string, { readonly content: string }>>;
  };
  const servers = Object.entries(services).filter(([, { command }]) => command?.includes('out/main/cli.js') === true);

  test('each server has a port of its own, which the balancer knows, and flags that Winnow knows', () => {
    expect(servers).toHaveLength(3);
    const ports = servers.map(([, { command = [], environment = {} }]) => {
      const { node, winnow } = flagsOf(command);
      // The first of those of `npm run server` is how Node is kept quiet.
      expect(node.slice(1)).toEqual(servingArguments.slice(1, -1));
      const args = winnow.map((flag) => flag.replace('${WINNOW_HOST}', 'winnow.example.com'));
      const asked = commandOf([...args, '--store', environment['WINNOW_STORE'] ?? ''], '/');
      if (asked.kind !== 'serve') throw new Error('It does not serve.');
      expect(asked.store?.tls).toBeNull();
      return asked.port;
    });
    expect(new Set(ports).size).toBe(3);
    const { content = '' } = configs['caddyfile'] ?? {};
    for (const port of ports) expect(content).toContain(`127.0.0.1:${port}`);
    expect(content).toContain('health_uri /readyz');
  });

  test('only the balancer can be reached, and no container may do more than it needs', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.security_opt, name).toContain('no-new-privileges:true');
      if (name === 'balancer') continue;
      expect(service.network_mode, name).toBe('service:balancer');
      expect(service.ports, name).toBeUndefined();
    }
    for (const [name, service] of servers) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
  });
});

describe('winnow@.service', () => {
  const unit = read('systemd/winnow@.service');
  const settings = new Map(
    unit
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

  test('starts a server with flags that Winnow knows', () => {
    const { node, winnow } = flagsOf((settings.get('ExecStart') ?? '').split(' '));
    expect(node.slice(2)).toEqual(servingArguments.slice(1, -1));
    const args = winnow.map((flag) =>
      flag.replaceAll('%i', '8751').replace('%C', '/var/cache').replace('${WINNOW_PUBLIC_URL}', 'https://w.example'),
    );
    expect(commandOf([...args, '--store', 'postgres://winnow@db.example/winnow'], '/')).toMatchObject({
      kind: 'serve',
      port: 8751,
      file: '/var/cache/winnow-8751/team.db',
    });
    expect(settings.get('CacheDirectory')).toBe('winnow-%i');
  });

  test('may do no more than it needs', () => {
    expect(Object.fromEntries(settings)).toMatchObject({
      NoNewPrivileges: 'yes',
      DynamicUser: 'yes',
      ProtectSystem: 'strict',
      CapabilityBoundingSet: '',
      RestrictNamespaces: 'yes',
      SystemCallFilter: '@system-service',
    });
  });

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('is one that systemd understands', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'winnow-unit-'));
    try {
      const file = path.join(folder, 'winnow@8751.service');
      writeFileSync(file, unit);
      const said = execFileSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8', stdio: 'pipe' });
      expect(said).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
