import { beforeEach, describe, expect, it } from 'vitest';
import { Complaints, type Complaint } from './TriageProvider.tsx';

describe('complaints', () => {
  const toasts = new Map<string, Complaint>();
  let close: () => void;
  let complaints: Complaints;

  beforeEach(() => {
    toasts.clear();
    complaints = new Complaints({
      show: (complaint, onClose) => {
        expect(toasts.has(complaint.id)).toBe(false);
        toasts.set(complaint.id, complaint);
        close = () => {
          toasts.delete(complaint.id);
          onClose();
        };
      },
      update: (complaint) => {
        expect(toasts.has(complaint.id)).toBe(true);
        toasts.set(complaint.id, complaint);
      },
    });
  });

  it('F5 of decisions that were not saved are one toast, which counts them and says what is safe', () => {
    complaints.tell('Not saved', 'The disk is full.');
    expect([...toasts.values()]).toEqual([
      expect.objectContaining({
        title: 'Not saved',
        message: 'The disk is full. This company is back where it was; all decisions before are safe.',
      }),
    ]);
    for (let key = 0; key < 11; key++) complaints.tell('Not saved', 'The disk is full.');
    expect([...toasts.values()]).toEqual([
      expect.objectContaining({
        title: 'Not saved (12)',
        message: 'The disk is full. The last 12 decisions are taken back; all before them are safe.',
      }),
    ]);
  });

  it('count from one again once the toast has gone', () => {
    complaints.tell('Not undone', 'No answer.');
    complaints.tell('Not undone', 'No answer.');
    close();
    complaints.tell('Not undone', 'No answer.');
    expect([...toasts.values()].map(({ title }) => title)).toEqual(['Not undone']);
  });
});
