import { texts } from '#texts/form.ts'
import type { AddFault } from './reading.ts'

/** One label as it is filled in. The row's own id keeps the focus where it is when another one goes. */
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

/** The labels of the rows; a row left empty counts as none, and no name may be there twice. */
export function readLabels(rows: readonly LabelRow[], add: AddFault): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const [i, { name, value }] of rows.entries()) {
    const trimmed = name.trim()
    if (trimmed === '' && value === '') continue
    if (trimmed === '') add(`labels/${i}`, texts.labels.unnamed)
    if (Object.hasOwn(labels, trimmed)) add(`labels/${i}`, texts.labels.duplicate)
    labels[trimmed] = value
  }
  return labels
}

/** The row that a fault below `labels` is about: it names the label, or the row where it has no name of its own. */
export function labelField(rows: readonly LabelRow[], step: string): string {
  const named = rows.findIndex(({ name }) => name.trim() === step)
  return `labels.${named === -1 ? step : named}`
}
