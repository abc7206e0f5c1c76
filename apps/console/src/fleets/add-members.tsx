'use client'

import type { Fleet } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ChoiceMultiSelect } from '#choices/choice-multi-select.tsx'
import { failureText } from '#data/failure.ts'
import { firstField } from '#form/first-field.ts'
import { FormActions } from '#form/form-actions.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { LockedWhile } from '#form/locked-while.tsx'
import { useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/fleets.ts'

interface AddMembersProps {
  readonly fleet: Fleet
  readonly add: (thingIds: readonly string[]) => Promise<unknown>
  readonly opened: boolean
  readonly onClose: () => void
}

/** Selects things to add to a fleet. */
export function AddMembers({ opened, onClose, ...form }: AddMembersProps) {
  return (
    <FormDialog title={texts.add.title(form.fleet.name)} opened={opened} onClose={onClose}>
      <AddForm {...form} onClose={onClose} />
    </FormDialog>
  )
}

function AddForm({ add, onClose }: Omit<AddMembersProps, 'opened'>) {
  const [chosen, setChosen] = useState<string[]>([])
  const [isEmpty, setEmpty] = useState(false)
  useUnsaved(chosen.length > 0)
  const { mutate, error, isPending } = useMutation({ mutationFn: add, onSuccess: onClose })

  function submit(event: FormEvent) {
    event.preventDefault()
    setEmpty(chosen.length === 0)
    if (chosen.length > 0) mutate(chosen)
  }

  return (
    <form onSubmit={submit}>
      <LockedWhile isBusy={isPending}>
        <ChoiceMultiSelect
          kind="thing"
          label={texts.add.things}
          description={texts.add.hint}
          maxValues={1000}
          {...firstField}
          value={chosen}
          error={isEmpty && chosen.length === 0 && texts.add.none}
          onChange={setChosen}
        />
      </LockedWhile>
      <FormActions
        submit={texts.add.submit}
        isBusy={isPending}
        refusal={error ? failureText(error) : undefined}
        onCancel={onClose}
      />
    </form>
  )
}
