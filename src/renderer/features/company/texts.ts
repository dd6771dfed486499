import { businessModelText, preferredDescription, type Company } from '#shared/domain/company.ts';
import { formatMonday, formatWeek } from '#shared/domain/digestWeek.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { formatDay } from '../../ui/numbers.ts';

/** One of the texts that describe a company. */
export interface DescriptionVariant {
  readonly kind: 'llm' | 'long' | 'short';
  readonly label: string;
  readonly text: string;
}

const labels = { llm: 'Summary', long: 'Long', short: 'Short' } as const;

/**
 * The company's description texts, the preferred one first (product 3); those that are empty or the same are left out.
 */
export function descriptionVariants(description: Company['description']): DescriptionVariant[] {
  const preferred = preferredDescription(description);
  const all = (['llm', 'long', 'short'] as const)
    .map((kind) => ({ kind, label: labels[kind], text: withoutPlaceholder(description[kind]) }))
    .filter(({ text }) => text !== '');
  const unique = all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
  return unique.toSorted((a, b) => Number(b.text === preferred) - Number(a.text === preferred));
}

/**
 * The three challenge questions and their answers; those without an answer are left out (product 3 `challenges_llm`).
 */
export function challengesOf({ challenges_llm: answers }: Company): { question: string; answer: string }[] {
  return [
    { question: 'What is hard to build?', answer: withoutPlaceholder(answers.question1) },
    { question: 'What is hard to sell?', answer: withoutPlaceholder(answers.question2) },
    { question: 'What could go wrong?', answer: withoutPlaceholder(answers.question3) },
  ].filter(({ answer }) => answer !== '');
}

/** The texts below the description, with their headings; empty ones are left out. */
export function businessTexts(company: Company): { title: string; text: string }[] {
  return [
    { title: 'Customer problem', text: withoutPlaceholder(company.customer_problem) },
    { title: 'Target customer', text: withoutPlaceholder(company.target_customer) },
    { title: 'Business model', text: businessModelText(company.business_model) },
  ].filter(({ text }) => text !== '');
}

/** When a company was found: its day, and the digest week where that began on another one. */
export function discoveredText({ discovered, discovered_date: date }: Company): string {
  const day = formatDay(date);
  if (discovered === '') return day;
  if (day === '') return formatWeek(discovered);
  const monday = formatMonday(discovered);
  return day === monday ? day : `${day} (week of ${monday})`;
}
