'use client'

import { Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { firstField } from '#form/first-field.ts'
import { texts } from '#texts/keys-create.tsx'
import { BudgetShareField } from '../budget/budget-share-field.tsx'
import { AddressRows } from './address-rows.tsx'
import type { KeyFormValues } from './draft.ts'
import { ExpiryFields } from './expiry-fields.tsx'
import { ScopeRows } from './scope-rows.tsx'

interface KeyFieldsProps {
  readonly form: UseFormReturnType<KeyFormValues>
  /** Below the name. */
  readonly children?: ReactNode
}

/** What a key's form has, whether the key is made or changed. */
export function KeyFields({ form, children }: KeyFieldsProps) {
  return (
    <Stack gap="lg">
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        // Which of both counts depends on what is there first, the dialog or its fields.
        {...firstField}
        maxLength={200}
        {...form.getInputProps('name')}
      />
      {children}
      <ScopeRows form={form} />
      <AddressRows form={form} />
      <BudgetShareField field={form.getInputProps('budgetShare')} />
      <ExpiryFields form={form} />
    </Stack>
  )
}
