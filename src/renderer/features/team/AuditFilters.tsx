import { Autocomplete, Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isActiveText } from '#shared/domain/searchText.ts';
import { auditKinds } from '#shared/domain/team.ts';
import type { TeamView } from '../../data/team.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { DayField } from '../../ui/DayField.tsx';
import { isWholeAudit, kindNames, wholeAudit, type AuditChoice } from './auditFilter.ts';
import classes from './Team.module.css';

/** Companies suggested while the user types, and how long typing pauses before they are looked for, in milliseconds. */
const offered = 8;
const typingRest = 150;

/** Narrows the audit to a person, a kind of line, a company and a time. */
export function AuditFilters({
  team,
  choice,
  onChange,
}: {
  readonly team: TeamView;
  readonly choice: AuditChoice;
  readonly onChange: (choice: AuditChoice) => void;
}): ReactNode {
  const set = (part: Partial<AuditChoice>): void => onChange({ ...choice, ...part });
  const kinds = Object.keys(kindNames).flatMap((name) => auditKinds.filter((kind) => kind === name));
  return (
    <search className={classes.filters} aria-label="Filters of the audit">
      <Select
        size="xs"
        label="Who"
        placeholder="Everybody"
        clearable
        searchable
        data={[
          ...team.members.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: '0', label: 'By command, or by itself' },
        ]}
        value={choice.user === null ? null : String(choice.user)}
        onChange={(value) => set({ user: value === null ? null : Number(value) })}
      />
      <Select
        size="xs"
        label="What"
        placeholder="Everything"
        clearable
        searchable
        data={kinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
        value={choice.kind}
        onChange={(value) => set({ kind: kinds.find((kind) => kind === value) ?? null })}
      />
      <CompanyField chosen={choice.company} onChange={(company) => set({ company })} />
      <DayField label="From" day={choice.from} max={choice.to} onDay={(day) => set({ from: day ?? '' })} />
      <DayField label="To" day={choice.to} min={choice.from} onDay={(day) => set({ to: day ?? '' })} />
      {!isWholeAudit(choice) && (
        <Button variant="subtle" size="xs" onClick={() => onChange(wholeAudit)}>
          Show all
        </Button>
      )}
    </search>
  );
}

/** A company by its name: typed, and chosen from those that are called like it. */
function CompanyField({
  chosen,
  onChange,
}: {
  readonly chosen: AuditChoice['company'];
  readonly onChange: (company: AuditChoice['company']) => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), typingRest);
  const isAsked = isActiveText(text) && text !== chosen?.name;
  const found =
    useApiQuery(
      'findCompanyNames',
      { query: { text, page_size: offered } },
      { enabled: isAsked, replaces: 'audit-company', placeholderData: keepPreviousData },
    ).data?.results ?? [];
  return (
    <Autocomplete
      size="xs"
      label="Company"
      placeholder="Any"
      clearable
      maxLength={200}
      // Companies of one name are told apart by their place.
      data={found.map(({ id, name, location }) => ({
        value: String(id),
        label: [name, location.city].filter(Boolean).join(', '),
      }))}
      filter={({ options }) => options}
      value={chosen === null ? typed : chosen.name}
      onChange={(value) => {
        setTyped(value);
        if (chosen !== null) onChange(null);
      }}
      onOptionSubmit={(value) => {
        const company = found.find(({ id }) => String(id) === value);
        if (company === undefined) return;
        setTyped(company.name);
        onChange({ id: company.id, name: company.name });
      }}
    />
  );
}
