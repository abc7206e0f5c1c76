'use client'

import { Select } from '@mantine/core'
import { texts } from '#texts/table.ts'
import { useUrlState } from '#url/use-url-state.ts'

interface FilterSelectProps {
  /** The URL parameter. */
  readonly name: string
  readonly label: string
  readonly options: readonly { value: string; label: string }[]
}

/** A filter with one value or none, kept in the URL. */
export function FilterSelect({ name, label, options }: FilterSelectProps) {
  const { params, filter } = useUrlState()
  const value = params.get(name)
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...options]}
      value={options.some((option) => option.value === value) ? value : null}
      onChange={(chosen) => filter({ [name]: chosen })}
      clearable
      searchable={options.length > 8}
      clearButtonProps={{ 'aria-label': texts.clearFilter(label) }}
    />
  )
}
