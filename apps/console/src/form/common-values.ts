import { type LabelRow, labelField, labelRows, readLabels } from './labels.ts'
import type { AddFault } from './reading.ts'

/** What the form of every resource has. */
export interface CommonValues {
  /** Chosen for a new one only; empty: generated. */
  id: string
  name: string
  description: string
  labels: LabelRow[]
}

export function emptyCommon(): CommonValues {
  return { id: '', name: '', description: '', labels: [] }
}

interface Named {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly labels: Record<string, string>
}

export function commonOf({ id, name, description, labels }: Named): CommonValues {
  return { id, name, description, labels: labelRows(labels) }
}

export function readCommon({ id, name, description, labels }: CommonValues, add: AddFault) {
  return {
    ...(id.trim() !== '' && { id: id.trim() }),
    name: name.trim(),
    description,
    labels: readLabels(labels, add),
  }
}

/** The field of a path of the body: by its first step, for labels the row. */
export function fieldOf<Values extends CommonValues>(values: Values, path: string) {
  const [field = '', step] = path.split('.', 2)
  if (field === 'labels' && step !== undefined) return labelField(values.labels, path.slice(7))
  return field in values ? field : undefined
}
