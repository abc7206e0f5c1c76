import { texts } from '#texts/form.ts'
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
  // Reported by the server too, but then only once the form's own faults are mended.
  if (name.trim() === '') add('name', texts.commonFields.empty)
  return {
    ...(id.trim() !== '' && { id: id.trim() }),
    name: name.trim(),
    description,
    labels: readLabels(labels, add),
  }
}

/** The field of a path of the body: by its first step; for labels the row, for rows of fields the field in it. */
export function fieldOf<Values extends CommonValues>(values: Values, path: string) {
  const [field = '', step] = path.split('.', 2)
  if (field === 'labels' && step !== undefined) return labelField(values.labels, path.slice(7))
  const value: unknown = Object.entries(values).find(([name]) => name === field)?.[1]
  const hasRows = Array.isArray(value) && typeof value[0] === 'object'
  if (hasRows && step !== undefined) return path
  return value === undefined ? undefined : field
}
