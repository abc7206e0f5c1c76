'use client'

import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Fault, keyDraft } from '@sluice/contract'
import { useRef, useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { faultsOf, placeFaults } from '#data/faults.ts'
import { AddressRows } from './address-rows.tsx'
import { emptyForm, fieldOf, toDraft } from './draft.ts'
import { ExpiryFields } from './expiry-fields.tsx'
import classes from './key-form.module.css'
import { ScopeRows } from './scope-rows.tsx'
import { TypeChoice } from './type-choice.tsx'

interface KeyFormProps {
  readonly isBusy: boolean
  readonly onSubmit: (draft: ReturnType<typeof toDraft>) => Promise<unknown>
  readonly onCancel: () => void
}

export function KeyForm({ isBusy, onSubmit, onCancel }: KeyFormProps) {
  const form = useForm({ initialValues: emptyForm() })
  const element = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<string>()

  function show(faults: readonly Fault[]) {
    const { fields, rest } = placeFaults(faults, (path) => fieldOf(form.values, path))
    form.setErrors(fields)
    setRefusal(rest.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ') || undefined)
    // After React has marked the fields.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }

  const submit = form.onSubmit(async (values) => {
    setRefusal(undefined)
    const draft = toDraft(values, new Date())
    const checked = keyDraft.safeParse(draft)
    if (!checked.success) return show(faultsOf(checked.error))
    try {
      await onSubmit(draft)
    } catch (error) {
      const faults = (isFailure(error) && error.data?.problem?.errors) || []
      if (faults.length > 0) show(faults)
      else setRefusal(failureText(error))
    }
  })

  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="Name"
          description="Who or what will use it, so that you know it again."
          data-autofocus
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <TypeChoice {...form.getInputProps('keyType')} />
        <ScopeRows form={form} />
        <AddressRows form={form} />
        <ExpiryFields form={form} />
        <div role="alert">{refusal && <Alert color="red">{refusal}</Alert>}</div>
      </Stack>
      <Group justify="flex-end" className={classes.actions}>
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          Create key
        </Button>
      </Group>
    </form>
  )
}
