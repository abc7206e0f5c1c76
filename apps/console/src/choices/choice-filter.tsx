'use client'

import { texts } from '#texts/choices.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { ChoiceSelect } from './choice-select.tsx'
import type { ChoiceKind } from './kinds.ts'

interface ChoiceFilterProps {
  readonly kind: ChoiceKind
  /** The URL parameter. */
  readonly name: string
  readonly label: string
}

/** A filter by one resource of a kind, kept in the URL. */
export function ChoiceFilter({ kind, name, label }: ChoiceFilterProps) {
  const { params, filter } = useUrlState()
  return (
    <ChoiceSelect
      kind={kind}
      aria-label={label}
      placeholder={label}
      value={params.get(name)}
      onChange={(id) => filter({ [name]: id })}
      clearable
      clearButtonProps={{ 'aria-label': texts.clear(label) }}
    />
  )
}
