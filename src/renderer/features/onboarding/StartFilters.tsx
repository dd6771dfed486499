import { Chip, Group, Input, MultiSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { stages } from '#shared/domain/choices.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { industryGroups } from '#shared/reference/industries.ts';
import { regions } from '#shared/reference/regions.ts';

/** The few filters to begin with: stages, regions and industry groups. The filter panel has them all later. */
export function StartFilters({
  filters,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const change = (part: Partial<FilterSet['include']>): void =>
    onChange({ ...filters, include: { ...filters.include, ...part } });
  return (
    <Stack gap="sm">
      <Input.Wrapper label="Stages" labelElement="div">
        <Chip.Group multiple value={filters.include.stages} onChange={(values) => change({ stages: values })}>
          <Group gap="xs" mt={4}>
            {stages.map(({ value, label }) => (
              <Chip key={value} value={value} size="xs">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Input.Wrapper label="Regions" labelElement="div">
        <Chip.Group multiple value={filters.include.regions} onChange={(values) => change({ regions: values })}>
          <Group gap="xs" mt={4}>
            {regions.map((region) => (
              <Chip key={region} value={region} size="xs">
                {region}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <MultiSelect
        label="Industry groups"
        data={[...industryGroups]}
        value={filters.include.industryGroups}
        onChange={(values) => change({ industryGroups: values })}
        searchable
        clearable
        placeholder={filters.include.industryGroups.length === 0 ? 'All' : ''}
      />
    </Stack>
  );
}
