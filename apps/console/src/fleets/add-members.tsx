'use client'

import { Alert, MultiSelect, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Fleet } from '@sluice/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { FormActions } from '#form/form-actions.tsx'
import { FormDialog } from '#form/form-dialog.tsx'

interface AddMembersProps {
  readonly fleet: Fleet
  readonly add: (thingIds: readonly string[]) => Promise<unknown>
  readonly opened: boolean
  readonly onClose: () => void
}

/** Chooses things to put into a fleet. */
export function AddMembers({ opened, onClose, ...form }: AddMembersProps) {
  return (
    <FormDialog title={`Add things to “${form.fleet.name}”`} opened={opened} onClose={onClose}>
      <AddForm {...form} onClose={onClose} />
    </FormDialog>
  )
}

function AddForm({ add, onClose }: Omit<AddMembersProps, 'opened'>) {
  const [chosen, setChosen] = useState<string[]>([])
  const { mutate, error, isPending } = useMutation({ mutationFn: add, onSuccess: onClose })
  const search = useThingSearch()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen.length === 0) onClose()
    else mutate(chosen)
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <MultiSelect
          label="Things"
          description="Search by name or id. Those in it already stay."
          data={search.optionsWith(chosen)}
          // The server has searched already.
          filter={({ options }) => options}
          searchable
          onSearchChange={search.setWords}
          nothingFoundMessage="Nothing found"
          hidePickedOptions
          comboboxProps={{ shadow: 'none' }}
          maxValues={1000}
          data-autofocus
          value={chosen}
          onChange={setChosen}
        />
        <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
      </Stack>
      <FormActions submit="Add" isBusy={isPending} onCancel={onClose} />
    </form>
  )
}

/** Things are searched on the server: there may be very many. Names once seen are remembered. */
function useThingSearch() {
  const trpc = useTRPC()
  const [words, setWords] = useState('')
  const [text] = useDebouncedValue(words, 200)
  const [seen] = useState(() => new Map<string, string>())
  const { data } = useQuery({
    ...trpc.things.list.queryOptions({
      query: { text: text.slice(0, 100) || undefined, limit: 50, fields: 'id,name' },
    }),
    placeholderData: keepPreviousData,
  })
  for (const { id, name } of data?.items ?? []) seen.set(id, name)
  const found = data?.items.map(({ id }) => id) ?? []
  return {
    setWords,
    optionsWith: (chosen: readonly string[]) =>
      [...new Set([...chosen, ...found])].map((id) => ({ value: id, label: seen.get(id) ?? id })),
  }
}
