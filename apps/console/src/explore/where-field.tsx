'use client'

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { sentence } from '#data/faults.ts'
import { texts } from '#texts/explore-where.ts'
import { useUrlState } from '#url/use-url-state.ts'
import type { ExploredMetric } from './use-metrics.ts'
import { whereExample } from './where.ts'

interface WhereFieldProps {
  readonly value: string
  /** For the example. */
  readonly metrics: readonly ExploredMetric[]
  /** What the API says about the value. */
  readonly faults: readonly string[] | undefined
}

/** The conditions of samples; applied on Enter or when the field loses focus. */
export default function WhereField({ value, metrics, faults }: WhereFieldProps) {
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
      label={texts.label}
      description={texts.hint(whereExample(metrics))}
      value={typed}
      error={faults?.map(sentence).join(' ')}
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
