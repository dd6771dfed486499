import type { ExternalOpener, NoteOutcome, Notifier, PreferenceStore, SecretStore } from '../../ports.ts';

/** A keychain that works, refuses or never answers, as a test says. */
export class TestSecrets implements SecretStore {
  readonly backend: 'keychain' | 'memory';
  readonly problem: string;
  readonly kept = new Map<string, string>();
  mood: 'works' | 'refuses' | 'hangs' | 'forgets' = 'works';

  constructor(backend: 'keychain' | 'memory' = 'keychain') {
    this.backend = backend;
    this.problem = backend === 'memory' ? 'This computer has no keychain that responds.' : '';
  }

  async get(account: string): Promise<string | null> {
    await this.#answer();
    return this.kept.get(account) ?? null;
  }

  async set(account: string, secret: string): Promise<void> {
    await this.#answer();
    if (this.mood !== 'forgets') this.kept.set(account, secret);
  }

  async delete(account: string): Promise<void> {
    await this.#answer();
    this.kept.delete(account);
  }

  async #answer(): Promise<void> {
    if (this.mood === 'refuses') throw new Error('The keychain is locked.');
    if (this.mood === 'hangs') await new Promise<never>(() => undefined);
  }
}

/** A settings file in memory. */
export class TestPreferences implements PreferenceStore {
  stored: unknown;

  constructor(stored: unknown = {}) {
    this.stored = stored;
  }

  read(): unknown {
    return this.stored;
  }

  write(value: Record<string, unknown>): void {
    this.stored = value;
  }
}

/** Notes the addresses it is asked to open. */
export class TestOpener implements ExternalOpener {
  readonly opened: string[] = [];

  async open(url: string): Promise<void> {
    this.opened.push(url);
  }
}

/** Notes what it is asked to show. */
export class TestNotifier implements Notifier {
  readonly notes: { title: string; body: string; path: string }[] = [];
  outcome: NoteOutcome = { shown: true, reason: '' };

  async notify(note: { title: string; body: string; path: string }): Promise<NoteOutcome> {
    this.notes.push(note);
    return this.outcome;
  }
}
