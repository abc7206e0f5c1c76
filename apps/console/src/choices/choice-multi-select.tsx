'use client'

import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import type { ChoiceKind } from './kinds.ts'
import { useChoices } from './use-choices.ts'

interface ChoiceMultiSelectProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  readonly kind: ChoiceKind
  readonly value?: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** Selects several resources of a kind, by name or id. */
export function ChoiceMultiSelect({
  kind,
  value = [],
  onChange,
  ...field
}: ChoiceMultiSelectProps) {
  const { options, isOffered, nothing, onSearch } = useChoices(kind, value)
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      nothingFoundMessage={nothing}
      {...field}
      data={options}
      value={[...value]}
      onChange={onChange}
      onSearchChange={onSearch}
      filter={({ options: all }) => all.filter((one) => 'value' in one && isOffered(one))}
    />
  )
}
