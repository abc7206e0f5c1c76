'use client'

import { Select, type SelectProps } from '@mantine/core'
import classes from './choice-select.module.css'
import type { ChoiceKind } from './kinds.ts'
import { useChoices } from './use-choices.ts'

interface ChoiceSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly kind: ChoiceKind
  readonly value?: string | null
  readonly onChange: (id: string | null) => void
  /** An option for "any", listed before the resources. */
  readonly any?: { readonly value: string; readonly label: string }
}

/** Selects one resource of a kind, by name or id. */
export function ChoiceSelect({ kind, value = null, onChange, any, ...field }: ChoiceSelectProps) {
  const isChosen = value !== null && value !== any?.value
  const chosen = isChosen ? [value] : []
  const { options, isOffered, nothing, onSearch } = useChoices(kind, chosen, any?.label)
  return (
    <Select
      searchable
      nothingFoundMessage={nothing}
      classNames={{ dropdown: classes.dropdown }}
      {...field}
      data={any ? [any, ...options] : options}
      value={value}
      onChange={onChange}
      onSearchChange={onSearch}
      filter={({ options: all }) =>
        all.filter((one) => 'value' in one && (one.value === any?.value || isOffered(one)))
      }
    />
  )
}
