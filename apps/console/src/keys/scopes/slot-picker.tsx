'use client'

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import type { Slot } from './forms.ts'
import { type Choice, useChoices } from './use-choices.ts'

const labels: Record<Slot, string> = {
  site: 'Site',
  fleet: 'Fleet',
  thingType: 'Thing type',
  thing: 'Thing',
  metric: 'Metric',
  template: 'Template',
  integration: 'Integration',
  key: 'Key',
}

interface SlotPickerProps {
  readonly slot: Slot
  /** An id, or # for any. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Which row it is in: "scope 2". */
  readonly of: string
}

/** One id of a filter, or any: chosen by name. */
export function SlotPicker(props: SlotPickerProps) {
  return props.slot === 'thing' ? <ThingPicker {...props} /> : <ListPicker {...props} />
}

function ListPicker(props: SlotPickerProps) {
  const { items } = useChoices(props.slot === 'thing' ? undefined : props.slot)
  return <Picker {...props} items={items ?? []} />
}

/** Things are searched on the server: there may be very many. */
function ThingPicker(props: SlotPickerProps) {
  const trpc = useTRPC()
  const [words, setWords] = useState('')
  const [text] = useDebouncedValue(words, 200)
  const { data } = useQuery({
    ...trpc.things.list.queryOptions({
      query: { text: text.slice(0, 100) || undefined, limit: 50, fields: 'id,name' },
    }),
    placeholderData: keepPreviousData,
  })
  return <Picker {...props} items={data?.items ?? []} onSearch={setWords} />
}

interface PickerProps extends SlotPickerProps {
  readonly items: readonly Choice[]
  readonly onSearch?: (words: string) => void
}

function Picker({ slot, value, onChange, of, items, onSearch }: PickerProps) {
  const any = { value: '#', label: `Any ${labels[slot].toLowerCase()}` }
  const options = items.map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = value === '#' || options.some((option) => option.value === value)
  const data = isKnown ? [any, ...options] : [any, { value, label: value }, ...options]
  return (
    <Select
      aria-label={`${labels[slot]} of ${of}`}
      data={data}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '#')}
      searchable
      nothingFoundMessage="Nothing found"
      {...(onSearch && { onSearchChange: onSearch })}
    />
  )
}
