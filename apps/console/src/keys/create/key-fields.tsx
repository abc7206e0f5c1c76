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
  /** Shown below the name. */
  readonly children?: ReactNode
}

/** The fields for creating and for changing a key. */
export function KeyFields({ form, children }: KeyFieldsProps) {
  return (
    <Stack gap="lg">
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        // Sets both attributes, because the one that takes effect depends on whether the dialog or its fields mount
        // first.
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
