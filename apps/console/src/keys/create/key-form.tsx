'use client'

import type { UseFormReturnType } from '@mantine/form'
import type { FormEventHandler, RefObject } from 'react'
import { FormActions } from '#form/form-actions.tsx'
import { texts } from '#texts/keys-create.tsx'
import type { KeyFormValues } from './draft.ts'
import { KeyFields } from './key-fields.tsx'
import { TypeChoice } from './type-choice.tsx'

interface KeyFormProps {
  readonly form: UseFormReturnType<KeyFormValues>
  readonly element: RefObject<HTMLFormElement | null>
  readonly refusal: string | undefined
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  readonly onCancel: () => void
}

export function KeyForm({ form, element, refusal, onSubmit, onCancel }: KeyFormProps) {
  return (
    <form ref={element} onSubmit={onSubmit} noValidate>
      <KeyFields form={form}>
        <TypeChoice {...form.getInputProps('keyType')} />
      </KeyFields>
      <FormActions submit={texts.review} refusal={refusal} onCancel={onCancel} />
    </form>
  )
}
