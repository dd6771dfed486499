import { readDataset } from '../data/readDataset.ts';
import type { MiniSearchReady, MiniSearchReply, MiniSearchRequest } from './miniSearch.ts';
import { loadPeer } from '../peers/load.ts';

interface MiniSearchModule {
  readonly default: new (options: object) => {
    add(document: object): void;
    search(words: string, options: object): { id: number }[];
  };
}

/** Entry of MiniSearch's process: builds an index of a dataset's words and answers searches until disconnected. */
async function main(file: string): Promise<void> {
  const { default: MiniSearch } = (await loadPeer('minisearch')) as MiniSearchModule;
  const index = new MiniSearch({ fields: ['words'], tokenize: split, processTerm: (word: string) => word });
  let building = 0;
  for (const { id, words } of readDataset(file)) {
    const start = performance.now();
    index.add({ id, words });
    building += performance.now() - start;
  }
  process.on('message', ({ words }: MiniSearchRequest) => {
    const start = performance.now();
    const found = index.search(words.join(' '), { combineWith: 'AND', prefix: false, fuzzy: false });
    const milliseconds = performance.now() - start;
    process.send?.({ milliseconds, count: found.length } satisfies MiniSearchReply);
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ buildMilliseconds: building } satisfies MiniSearchReady);
}

function split(text: string): string[] {
  return text.split(' ');
}

await main(process.argv[2] ?? '');
