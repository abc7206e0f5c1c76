'use client'

import { ChoiceMultiSelect } from '#choices/choice-multi-select.tsx'
import { texts } from '#texts/explore-page.ts'
import { mostThings } from './question.ts'

interface ThingPickerProps {
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** Selects the things to draw. */
export function ThingPicker({ chosen, onChange }: ThingPickerProps) {
  return (
    <ChoiceMultiSelect
      kind="thing"
      label={texts.things.label}
      placeholder={chosen.length === 0 ? texts.things.search : ''}
      value={chosen}
      onChange={onChange}
      maxValues={mostThings}
    />
  )
}
