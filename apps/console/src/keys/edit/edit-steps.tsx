'use client'

import { useForm } from '@mantine/form'
import { type Key, operations } from '@sluice/contract'
import { useState } from 'react'
import { faultsOf } from '#data/faults.ts'
import { FormActions } from '#form/form-actions.tsx'
import { LockedWhile } from '#form/locked-while.tsx'
import { useFaults } from '#form/use-faults.ts'
import { useSaveOver } from '#form/use-save-over.tsx'
import { texts as common } from '#texts/common.ts'
import { fieldOf } from '../create/draft.ts'
import { KeyFields } from '../create/key-fields.tsx'
import { canRefuse, changeOf, formOf, type KeyChange } from './change.ts'
import { ReviewChange } from './review-change.tsx'
import { useUpdate } from './use-update.ts'

const { body: patch } = operations['keys.update']

/** The form, then a preview of the effect on recent calls if the change could reject any. */
export function EditSteps({ record: current, onClose }: { record: Key; onClose: () => void }) {
  const { row: record, over, save: saveOver, notice } = useSaveOver(current)
  const form = useForm({ initialValues: formOf(record) })
  const faults = useFaults(form, fieldOf)
  const { update, isPending } = useUpdate()
  const [reviewed, setReviewed] = useState<KeyChange>()

  async function save(change: KeyChange) {
    try {
      if (await saveOver((newest) => update(newest, change))) onClose()
      else setReviewed(undefined)
    } catch (error) {
      setReviewed(undefined)
      faults.showFailure(error)
    }
  }

  const submit = form.onSubmit((values) => {
    faults.clear()
    const change = changeOf(record, values, new Date())
    if (Object.keys(change).length === 0) return onClose()
    const checked = patch?.safeParse(change)
    if (checked?.error) return faults.show(faultsOf(checked.error))
    if (canRefuse(change)) return setReviewed(change)
    return save(change)
  })

  if (reviewed) {
    return (
      <ReviewChange
        record={over}
        change={reviewed}
        isBusy={isPending}
        onSave={() => save(reviewed)}
        onBack={() => setReviewed(undefined)}
        onRefusal={(error) => {
          setReviewed(undefined)
          faults.showFailure(error)
        }}
      />
    )
  }
  return (
    <form ref={faults.element} onSubmit={submit} noValidate>
      <LockedWhile isBusy={isPending}>
        <KeyFields form={form} />
      </LockedWhile>
      <FormActions
        submit={common.save}
        isBusy={isPending}
        notice={notice}
        refusal={faults.refusal}
        onCancel={onClose}
      />
    </form>
  )
}
