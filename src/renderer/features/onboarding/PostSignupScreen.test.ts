import { expect, it } from 'vitest';
import { feedbackBody, withOpinion } from './PostSignupScreen.tsx';

it('takes an opinion back when it is given twice', () => {
  const liked = withOpinion({}, 7, true);
  expect(liked).toEqual({ 7: true });
  expect(withOpinion(liked, 7, false)).toEqual({ 7: false });
  expect(withOpinion(liked, 7, true)).toEqual({});
});

it('sends every company that was shown, without a value where there is no opinion (docs/api.md)', () => {
  expect(feedbackBody({ 1: true, 3: false, 99: true }, [1, 2, 3])).toEqual([
    { company_id: 1, feedback: true },
    { company_id: 2 },
    { company_id: 3, feedback: false },
  ]);
});
