import { texts } from '#texts/form.ts'
import type { AddFault } from './reading.ts'

/** A row of the labels form; `row` is a stable React key, so that removing another row keeps the focus. */
export interface LabelRow {
  readonly name: string
  readonly value: string
  readonly row: string
}

let rows = 0

export function labelRow(name = '', value = ''): LabelRow {
  rows += 1
  return { name, value, row: `label-${rows}` }
}

export function labelRows(labels: Record<string, string>): LabelRow[] {
  return Object.entries(labels).map(([name, value]) => labelRow(name, value))
}

/** Reads the rows into labels. Empty rows are ignored; missing and duplicate names are reported as faults. */
export function readLabels(rows: readonly LabelRow[], add: AddFault): Record<string, string> {
  // A map, because `__proto__` is a label like any other.
  const labels = new Map<string, string>()
  for (const [i, { name, value }] of rows.entries()) {
    const trimmed = name.trim()
    if (trimmed === '' && value === '') continue
    if (trimmed === '') add(`labels/${i}`, texts.labels.unnamed)
    if (labels.has(trimmed)) add(`labels/${i}`, texts.labels.duplicate)
    labels.set(trimmed, value)
  }
  return Object.fromEntries(labels)
}

/** The form field for a fault below `labels`, which names either the label or the index of the row. */
export function labelField(rows: readonly LabelRow[], step: string): string {
  const named = rows.findIndex(({ name }) => name.trim() === step)
  return `labels.${named === -1 ? step : named}`
}
