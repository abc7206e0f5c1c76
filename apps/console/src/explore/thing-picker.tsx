'use client'

import { ChoiceMultiSelect } from '#choices/choice-multi-select.tsx'
import { mostThings } from './question.ts'

interface ThingPickerProps {
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** The things whose series are drawn. */
export function ThingPicker({ chosen, onChange }: ThingPickerProps) {
  return (
    <ChoiceMultiSelect
      kind="thing"
      label="Things"
      placeholder={chosen.length === 0 ? 'Search by name or id' : ''}
      value={chosen}
      onChange={onChange}
      maxValues={mostThings}
    />
  )
}
