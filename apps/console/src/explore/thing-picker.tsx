'use client'

import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { mostThings } from './question.ts'
import type { MeasuringThing } from './use-measuring.ts'

const SHOWN = 20

interface ThingPickerProps {
  readonly chosen: readonly string[]
  /** Those of them that were found, for their names. */
  readonly known: readonly MeasuringThing[]
  readonly onChange: (ids: string[]) => void
}

/** Things by name or id; the server searches, since there may be any number of them. */
export function ThingPicker({ chosen, known, onChange }: ThingPickerProps) {
  const trpc = useTRPC()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), 200)
  const { data } = useQuery({
    ...trpc.things.list.queryOptions({
      query: { limit: SHOWN, fields: 'id,name', ...(text && { text }) },
    }),
    placeholderData: keepPreviousData,
  })
  const names = new Map([...known, ...(data?.items ?? [])].map(({ id, name }) => [id, name]))
  for (const id of chosen) if (!names.has(id)) names.set(id, id)
  return (
    <MultiSelect
      label="Things"
      placeholder={chosen.length === 0 ? 'Search by name or id' : ''}
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={[...chosen]}
      onChange={onChange}
      maxValues={mostThings}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already, by more than the name.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage="No such thing"
    />
  )
}
