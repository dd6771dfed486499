import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { UnsavedNote } from '#shared/bridge/moves.ts';
import type { Note } from '#shared/domain/notes.ts';
import { keys } from './keys.ts';
import { followNotes, shownNotes } from './notes.ts';
import { apiQuery } from './useApi.ts';

const saved: Note = {
  id: 'a',
  text: 'One',
  created_at: '2026-11-03',
  changed_at: '2026-11-03',
  history: [],
  author: null,
  for_team: false,
};

function texts(...unsaved: [id: string, text: string, problem?: string][]): string[] {
  const notes = shownNotes(
    [saved],
    unsaved.map(([id, text, problem = '']) => ({ id, text, forTeam: null, problem })),
  );
  return notes.map(({ id, text, isUnsaved, problem }) =>
    [id, text, isUnsaved ? 'unsaved' : 'saved', problem].join(' '),
  );
}

it('shows what the server has under what it does not have yet', () => {
  expect(texts()).toEqual(['a One saved ']);
  expect(texts(['b', 'Two'])).toEqual(['b Two unsaved ', 'a One saved ']);
  expect(texts(['a', ''])).toEqual([]);
  expect(texts(['a', 'Two'], ['a', ''])).toEqual([]);
  expect(texts(['a', 'Two'], ['a', 'Three', 'Refused.'])).toEqual(['a Three unsaved Refused.']);
  // It has arrived, and is read already.
  expect(texts(['a', 'One'])).toEqual(['a One saved ']);
});

it('keeps the text that the server has as the last earlier one', () => {
  const [note] = shownNotes(
    [saved],
    [
      { id: 'a', text: 'Two', forTeam: null, problem: '' },
      { id: 'a', text: 'Three', forTeam: null, problem: '' },
    ],
  );
  expect(note?.history).toEqual([{ at: '2026-11-03', text: 'One' }]);
});

it('says for whom a note will be', () => {
  const audiences = (id: string, text: string, forTeam: boolean | null): unknown[] =>
    shownNotes([saved], [{ id, text, forTeam, problem: '' }]).map((note) => [note.text, note.for_team, note.isUnsaved]);
  expect(audiences('a', 'One', true)).toEqual([['One', true, true]]);
  expect(audiences('a', 'One', false)).toEqual([['One', false, false]]);
  expect(audiences('a', 'Two', null)).toEqual([['Two', false, true]]);
  expect(audiences('b', 'New', true)[0]).toEqual(['New', true, true]);
  const [note] = shownNotes([saved], [{ id: 'a', text: 'One', forTeam: true, problem: '' }]);
  expect(note?.history).toEqual([]);
});

it('shows a note that is written while a company’s notes are read for the first time', async () => {
  const replies: ((notes: readonly unknown[]) => void)[] = [];
  const client = new QueryClient();
  const queryKey = keys.unsavedNotes(4);
  const queryFn = (): Promise<unknown> => new Promise((resolve) => replies.push(resolve));
  const end = new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined);
  const followed = followNotes(client, [4], false);
  replies[0]?.([]);
  await vi.waitFor(() => expect(replies).toHaveLength(2));
  replies[1]?.([{ id: 'a', text: 'Written' }]);
  await followed;
  expect(client.getQueryData(queryKey)).toEqual([{ id: 'a', text: 'Written' }]);
  end();
});

it('reads the notes of a company that no screen shows before what was typed is taken off them', async () => {
  const client = new QueryClient();
  const [unsavedKey, savedKey] = [keys.unsavedNotes(4), apiQuery('listNotes', { params: { id: 4 } }).queryKey];
  let server: Note[] = [saved];
  await client.fetchQuery({ queryKey: savedKey, queryFn: async () => ({ results: server }) });
  client.setQueryData(unsavedKey, [{ id: 'a', text: '', forTeam: null, problem: '' }]);
  vi.stubGlobal('window', { winnow: { call: async () => ({ ok: true, value: [] }) } });
  server = [];
  await followNotes(client, [4], true);
  expect(client.getQueryData(savedKey)).toEqual({ results: [] });
  vi.unstubAllGlobals();
});

it('shows no note again that was taken back, in whatever order the answers come', async () => {
  const client = new QueryClient();
  const [unsavedKey, savedKey] = [keys.unsavedNotes(4), apiQuery('listNotes', { params: { id: 4 } }).queryKey];
  let server: Note[] = [saved];
  let queue: UnsavedNote[] = [];
  const replies: (() => void)[] = [];
  const answer = async (): Promise<unknown> => {
    const value = [...queue];
    await new Promise<void>((resolve) => void replies.push(resolve));
    return { ok: true, value };
  };
  vi.stubGlobal('window', { winnow: { call: answer } });
  const ends = [
    new QueryObserver(client, { queryKey: savedKey, queryFn: async () => ({ results: server }) }).subscribe(() => 0),
    new QueryObserver(client, { queryKey: unsavedKey, queryFn: async () => queue, staleTime: Infinity }).subscribe(
      () => 0,
    ),
  ];
  await vi.waitFor(() => expect(client.getQueryData(unsavedKey)).toEqual([]));
  const seen = (): string[] => {
    const { results = [] } = client.getQueryData<{ results: Note[] }>(savedKey) ?? {};
    return shownNotes(results, client.getQueryData<UnsavedNote[]>(unsavedKey) ?? []).map(({ id }) => id);
  };
  // It is taken back, which the server hears of before anything of it was read.
  queue = [{ id: 'a', text: '', forTeam: null, problem: '' }];
  const heard = [followNotes(client, [4], false)];
  await vi.waitFor(() => expect(replies).toHaveLength(1));
  queue = [];
  server = [];
  heard.push(followNotes(client, [4], true));
  const shown: string[][] = [];
  const watch = client.getQueryCache().subscribe(() => shown.push(seen()));
  replies.shift()?.();
  await vi.waitFor(() => expect(replies).toHaveLength(1));
  replies.shift()?.();
  await Promise.all(heard);
  expect(seen()).toEqual([]);
  // Gone once, it stays so.
  const gone = shown.findIndex((ids) => ids.length === 0);
  expect(shown.slice(gone).every((ids) => ids.length === 0)).toBe(true);
  watch();
  for (const end of ends) end();
  vi.unstubAllGlobals();
});
