import { ChoiceSelect } from '#choices/choice-select.tsx'
import type { ChoiceKind } from '#choices/kinds.ts'
import { texts } from '#texts/keys-scopes.ts'

const labels: Record<ChoiceKind, string> = texts.slots.labels

interface SlotPickerProps {
  readonly slot: ChoiceKind
  /** An id, or `#` for any. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The number of its row, for the label. */
  readonly of: number
}

/** Picks the id for one slot of a filter by name, or any. */
export function SlotPicker({ slot, value, onChange, of }: SlotPickerProps) {
  return (
    <ChoiceSelect
      kind={slot}
      aria-label={texts.slots.of(labels[slot], of)}
      any={{ value: '#', label: texts.slots.any[slot] }}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '#')}
    />
  )
}
