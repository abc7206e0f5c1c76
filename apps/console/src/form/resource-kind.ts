import type { OperationName } from '@sluice/contract'
import { texts as common } from '#texts/common.ts'
import { texts } from '#texts/form-change.ts'
import type { KindTexts } from '#texts/kinds.ts'
import { type Change, changeOf, lostNulls } from './change-of.ts'
import type { CommonValues } from './common-values.ts'
import type { Reading } from './reading.ts'

/** Describes a kind of resource to its dialogs. */
export interface ResourceKind<Values extends CommonValues, Draft extends object, Row> {
  readonly words: KindTexts
  readonly create: Extract<OperationName, `${string}.create`>
  readonly update: Extract<OperationName, `${string}.update`>
  readonly empty: () => Values
  /** The form's values for an existing resource. */
  readonly valuesOf: (row: Row) => Values
  readonly read: (values: Values) => Reading<Draft>
}

/** Props of the form that creates a resource. */
export function creating<Values extends CommonValues, Draft extends object, Row>(
  kind: ResourceKind<Values, Draft, Row>,
) {
  return {
    initial: kind.empty(),
    read: kind.read,
    operation: kind.create,
    submit: kind.words.create,
  }
}

/** Props of the form that edits a resource: its body contains only what differs from `row`. */
export function editing<Values extends CommonValues, Draft extends object, Row>(
  kind: ResourceKind<Values, Draft, Row>,
  row: Row,
) {
  const initial = kind.valuesOf(row)
  const before = withoutId(kind.read(initial).body)
  function read(values: Values): Reading<Change<Draft>> {
    const { body, faults } = kind.read(values)
    const after = withoutId(body)
    const nulls = lostNulls(before, after).map(({ field, path }) => ({
      pointer: `/body/${field}`,
      detail: field === 'attributesSchema' ? texts.lostNullOfSchema(path) : texts.lostNull(path),
    }))
    return { body: changeOf(before, after) as Change<Draft>, faults: [...faults, ...nulls] }
  }
  return { initial, read, operation: kind.update, submit: common.save }
}

function withoutId<Draft extends object>(draft: Draft): Partial<Draft> {
  return Object.fromEntries(
    Object.entries(draft).filter(([field]) => field !== 'id'),
  ) as Partial<Draft>
}
