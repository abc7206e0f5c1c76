'use client'

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '#texts/explore.ts'
import { useUrlState } from '#url/use-url-state.ts'

interface WhereFieldProps {
  readonly value: string
  readonly example: string
  /** What the API says about the value. */
  readonly fault: string | undefined
}

/** The conditions of samples; applied on Enter or when the field loses focus. */
export function WhereField({ value, example, fault }: WhereFieldProps) {
  const { filter } = useUrlState()
  const [typed, type] = useState(value)
  // Follows the URL. A key would do so, too, but lose the focus on Enter.
  const [kept, keep] = useState(value)
  if (value !== kept) {
    keep(value)
    type(value)
  }
  const enter = () => typed.trim() !== value && filter({ where: typed.trim() })
  return (
    <TextInput
      label={texts.where.label}
      description={texts.where.hint(example)}
      value={typed}
      error={fault}
      maxLength={1000}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={enter}
      onKeyDown={(event) => event.key === 'Enter' && enter()}
    />
  )
}
