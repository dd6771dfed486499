import type { Log } from '../../ports.ts';

/** A log that keeps its lines for a test to look at. */
export class RecordingLog implements Log {
  readonly lines: { level: 'info' | 'warn' | 'error'; event: string; text: string }[] = [];

  info(event: string, fields: object = {}): void {
    this.lines.push({ level: 'info', event, text: JSON.stringify(fields) });
  }

  warn(event: string, fields: object = {}): void {
    this.lines.push({ level: 'warn', event, text: JSON.stringify(fields) });
  }

  error(event: string, error: unknown, fields: object = {}): void {
    this.lines.push({ level: 'error', event, text: `${String(error)} ${JSON.stringify(fields)}` });
  }
}
