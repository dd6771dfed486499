import { z } from 'zod';

/** Where feedback waits until it is sent (product 9: session storage holds signup feedback). */
const storageKey = 'winnow.signupFeedback';

const feedbackSchema = z.record(z.string().regex(/^\d+$/), z.boolean());

/** What the user thinks of companies, by company id; no entry means no opinion. */
export type Feedback = Readonly<Record<string, boolean>>;

/** The feedback given in this session so far. */
export function readFeedback(): Feedback {
  try {
    const parsed = feedbackSchema.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

/** Keeps the feedback. Storage that is full only means that a reload begins anew. */
export function writeFeedback(feedback: Feedback): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(feedback));
  } catch {
    clearFeedback();
  }
}

/** Forgets it once it was sent. */
export function clearFeedback(): void {
  sessionStorage.removeItem(storageKey);
}

/** Sets or, where the same opinion is given again, takes back an opinion. */
export function withOpinion(feedback: Feedback, companyId: number, opinion: boolean): Feedback {
  const { [String(companyId)]: before, ...others } = feedback;
  return before === opinion ? others : { ...others, [String(companyId)]: opinion };
}

/** The feedback as the sign-up call takes it: every company that was shown, those without an opinion too. */
export function feedbackBody(
  feedback: Feedback,
  shown: readonly number[],
): { company_id: number; feedback?: boolean }[] {
  return shown.map((id) => {
    const opinion = feedback[String(id)];
    return opinion === undefined ? { company_id: id } : { company_id: id, feedback: opinion };
  });
}
