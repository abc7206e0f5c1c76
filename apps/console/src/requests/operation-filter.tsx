'use client'

import { Select } from '@mantine/core'
import { actorNames } from '@sluice/contract'
import { texts } from '#texts/requests.ts'
import { useUrlState } from '#url/use-url-state.ts'

/** Filters by an operation's exact name. */
export default function OperationFilter() {
  const { params, filter } = useUrlState()
  return (
    <Select
      aria-label={texts.filters.operation}
      placeholder={texts.filters.operation}
      data={actorNames}
      value={actorNames.find((name) => name === params.get('operation')) ?? null}
      onChange={(operation) => filter({ operation })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.filters.clearOperation }}
    />
  )
}
