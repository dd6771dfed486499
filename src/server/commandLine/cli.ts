import { AppError, assertNever } from '#shared/errors.ts';
import { keepCompiledCode } from '#node/compiledCode.ts';
import { commandOf, usage, type Command } from './command.ts';
import { createOutput, type Output } from './output.ts';

keepCompiledCode(import.meta.url);

/** Entry of the command line. Exit code 0: done; 1: it failed, or a check has found something; 2: wrong usage. */
async function main(): Promise<number> {
  // npm runs scripts in the project's folder and says here where it was called.
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  try {
    const command = commandOf(process.argv.slice(2), folder);
    const isDone = await run(command, createOutput(process, command.kind !== 'help' && command.json));
    return isDone === false ? 1 : 0;
  } catch (error) {
    process.stderr.write(`winnow: ${lineOf(error)}\n`);
    return error instanceof AppError && error.code === 'invalid_input' ? 2 : 1;
  }
}

/**
 * Each command is loaded on demand: a server that only serves has no use for the importer. False if a check has found
 * something.
 */
async function run(command: Command, output: Output): Promise<boolean | void> {
  switch (command.kind) {
    case 'help':
      output.note(usage);
      return;
    case 'import':
      return (await import('./importFiles.ts')).importCommand(command, output);
    case 'printMap':
      return (await import('./importFiles.ts')).printMapCommand(command, output);
    case 'undoImport':
      return (await import('./importFiles.ts')).undoImportCommand(command, output);
    case 'refresh':
      return (await import('./upkeep.ts')).refreshCommand(command, output);
    case 'check':
      return (await import('./upkeep.ts')).checkCommand(command, output);
    case 'backup':
      return (await import('./upkeep.ts')).backupCommand(command, output);
    case 'copy':
      return (await import('./copy.ts')).copyCommand(command, output, stopSignal());
    case 'known':
      return (await import('./known.ts')).knownCommand(command, output);
    case 'audit':
      return (await import('./audit.ts')).auditCommand(command, output);
    case 'user':
      return (await import('./users.ts')).userCommand(command, output, process.stdin);
    case 'serve':
      return (await import('./serve.ts')).serveCommand(command, output, stopSignal());
    default:
      assertNever(command);
  }
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function lineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s+/g, ' ');
}

process.exitCode = await main();
