'use client'

import { Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { FormEventHandler, RefObject } from 'react'
import type { KeyFormValues } from './draft.ts'
import { KeyFields } from './key-fields.tsx'
import classes from './key-form.module.css'
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
      <KeyFields form={form} refusal={refusal}>
        <TypeChoice {...form.getInputProps('keyType')} />
      </KeyFields>
      <Group justify="flex-end" className={classes.actions ?? ''}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Review</Button>
      </Group>
    </form>
  )
}
