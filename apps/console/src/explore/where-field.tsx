'use client'

import { TextInput } from '@mantine/core'
import { sentence } from '#data/faults.ts'
import { texts } from '#texts/explore-where.ts'
import { useUrlState } from '#url/use-url-state.ts'
import type { ExploredMetric } from './use-metrics.ts'
import { useTypedText } from './use-typed-text.ts'
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
  const field = useTypedText(value, (where) => filter({ where }))
  return (
    <TextInput
      label={texts.label}
      description={texts.hint(whereExample(metrics))}
      {...field}
      error={faults?.map(sentence).join(' ')}
      maxLength={1000}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
    />
  )
}
