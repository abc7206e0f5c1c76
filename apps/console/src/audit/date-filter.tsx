'use client'

import { TextInput } from '@mantine/core'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './date-filter.module.css'

/** A day, kept in the URL as YYYY-MM-DD. */
export function DateFilter({ name, label, short }: { name: string; label: string; short: string }) {
  const { params, filter } = useUrlState()
  return (
    <TextInput
      type="date"
      aria-label={label}
      title={label}
      leftSection={<span className={classes.word}>{short}</span>}
      leftSectionWidth={46}
      value={params.get(name) ?? ''}
      onChange={(event) => filter({ [name]: event.currentTarget.value })}
    />
  )
}
