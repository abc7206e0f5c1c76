'use client'

import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Call, type Integration, integrationDraft } from '@sluice/contract'
import type { ReactNode } from 'react'
import { faultsOf } from '#data/faults.ts'
import { firstField } from '#form/first-field.ts'
import { FormActions } from '#form/form-actions.tsx'
import { LockedWhile } from '#form/locked-while.tsx'
import { useFaults } from '#form/use-faults.ts'
import { texts } from '#texts/integrations-form.ts'
import { fieldOf, judgesMetrics, toDraft, valuesOf } from './draft.ts'
import { EventChoice } from './event-choice.tsx'
import { ThresholdRows } from './threshold-rows.tsx'

interface IntegrationFormProps {
  /** The integration to edit; omitted for a new one. */
  readonly record?: Integration
  readonly isBusy: boolean
  readonly notice?: ReactNode
  readonly submitLabel: string
  readonly onSubmit: (draft: Call<'integrations.create'>['body']) => Promise<unknown>
  readonly onCancel: () => void
}

export function IntegrationForm(props: IntegrationFormProps) {
  const { record, isBusy, notice, submitLabel, onSubmit, onCancel } = props
  const form = useForm({ initialValues: valuesOf(record) })
  const faults = useFaults(form, fieldOf)

  const submit = form.onSubmit(async (values) => {
    faults.clear()
    const draft = toDraft(values)
    const checked = integrationDraft.safeParse(draft)
    if (!checked.success) return faults.show(faultsOf(checked.error))
    try {
      await onSubmit(draft)
    } catch (error) {
      faults.showFailure(error, record ? undefined : texts.mayExist)
    }
  })

  return (
    <form ref={faults.element} onSubmit={submit} noValidate>
      <LockedWhile isBusy={isBusy}>
        <Stack gap="lg">
          <TextInput
            label={texts.name}
            {...firstField}
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={texts.url}
            description={texts.urlHint}
            placeholder={texts.urlExample}
            spellCheck={false}
            inputMode="url"
            {...form.getInputProps('url')}
          />
          <EventChoice form={form} />
          {judgesMetrics(form.values.eventTypes) && <ThresholdRows form={form} />}
          <TextInput
            label={texts.resources}
            description={texts.resourcesHint}
            spellCheck={false}
            {...form.getInputProps('resourceFilter')}
          />
          <TextInput label={texts.description} {...form.getInputProps('description')} />
        </Stack>
      </LockedWhile>
      <FormActions
        submit={submitLabel}
        isBusy={isBusy}
        notice={notice}
        refusal={faults.refusal}
        onCancel={onCancel}
      />
    </form>
  )
}
