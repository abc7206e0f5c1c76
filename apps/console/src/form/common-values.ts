import { texts } from '#texts/form.ts'
import { type LabelRow, labelField, labelRows, readLabels } from './labels.ts'
import type { AddFault } from './reading.ts'

/** The fields that every resource's form has. */
export interface CommonValues {
  /** Only for a new resource; if empty, the server generates one. */
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
  // The server reports this too, but only after the form's own faults are fixed.
  if (name.trim() === '') add('name', texts.commonFields.empty)
  return {
    ...(id.trim() !== '' && { id: id.trim() }),
    name: name.trim(),
    description,
    labels: readLabels(labels, add),
  }
}

/** The form field for a path of the body: for labels the row, for lists of rows the field in the row. */
export function fieldOf<Values extends CommonValues>(values: Values, path: string) {
  const [field = '', step] = path.split('.', 2)
  if (field === 'labels' && step !== undefined) return labelField(values.labels, path.slice(7))
  const value: unknown = Object.entries(values).find(([name]) => name === field)?.[1]
  const hasRows = Array.isArray(value) && typeof value[0] === 'object'
  if (hasRows && step !== undefined) return path
  return value === undefined ? undefined : field
}
