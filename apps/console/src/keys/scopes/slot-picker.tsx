import { ChoiceSelect } from '#choices/choice-select.tsx'
import type { ChoiceKind } from '#choices/kinds.ts'

const labels: Record<ChoiceKind, string> = {
  site: 'Site',
  fleet: 'Fleet',
  thingType: 'Thing type',
  thing: 'Thing',
  metric: 'Metric',
  mapping: 'Mapping',
  template: 'Template',
  integration: 'Integration',
  key: 'Key',
}

interface SlotPickerProps {
  readonly slot: ChoiceKind
  /** An id, or # for any. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Which row it is in: "scope 2". */
  readonly of: string
}

/** One id of a filter, or any: chosen by name. */
export function SlotPicker({ slot, value, onChange, of }: SlotPickerProps) {
  return (
    <ChoiceSelect
      kind={slot}
      aria-label={`${labels[slot]} of ${of}`}
      any={{ value: '#', label: `Any ${labels[slot].toLowerCase()}` }}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '#')}
    />
  )
}
