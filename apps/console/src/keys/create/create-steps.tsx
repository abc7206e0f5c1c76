'use client'

import { useForm } from '@mantine/form'
import { keyDraft } from '@sluice/contract'
import { useState } from 'react'
import { faultsOf } from '#data/faults.ts'
import { useFaults } from '#form/use-faults.ts'
import { texts } from '#texts/keys-create.tsx'
import { emptyForm, fieldOf, toDraft } from './draft.ts'
import { KeyForm } from './key-form.tsx'
import { KeySummary } from './key-summary.tsx'

type Draft = ReturnType<typeof toDraft>

interface CreateStepsProps {
  readonly isBusy: boolean
  readonly onSubmit: (draft: Draft) => Promise<unknown>
  readonly onCancel: () => void
}

/** The form, then a summary in plain words. A rejection leads back to the field at fault. */
export function CreateSteps({ isBusy, onSubmit, onCancel }: CreateStepsProps) {
  const form = useForm({ initialValues: emptyForm() })
  const faults = useFaults(form, fieldOf)
  const [draft, setDraft] = useState<Draft>()

  const review = form.onSubmit((values) => {
    faults.clear()
    const written = toDraft(values, new Date())
    const checked = keyDraft.safeParse(written)
    if (checked.success) setDraft(written)
    else faults.show(faultsOf(checked.error))
  })

  async function create(reviewed: Draft) {
    try {
      await onSubmit(reviewed)
    } catch (error) {
      setDraft(undefined)
      faults.showFailure(error, texts.mayExist)
    }
  }

  if (draft) {
    return (
      <KeySummary
        draft={draft}
        isBusy={isBusy}
        onCreate={() => create(draft)}
        onBack={() => setDraft(undefined)}
      />
    )
  }
  return (
    <KeyForm
      form={form}
      element={faults.element}
      refusal={faults.refusal}
      onSubmit={review}
      onCancel={onCancel}
    />
  )
}
