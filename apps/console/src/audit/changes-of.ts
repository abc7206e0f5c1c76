import { texts } from '#texts/audit.ts'

/** A field that differs. A side is undefined if the field does not exist there. */
export interface Change {
  /** Dotted path for nested fields. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Every change updates these fields, so they are left out. */
const stamps = new Set(['etag', 'updatedAt'])

/** The fields that differ between two records; all fields if one record is missing. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => !stamps.has(field))
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** Flattens a record to dotted field names. Lists are not flattened. */
function fieldsOf(record: unknown, path = ''): Map<string, unknown> {
  if (!isRecord(record)) return new Map(path === '' ? [] : [[path, record]])
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(record)) {
    for (const [field, inner] of fieldsOf(value, path === '' ? name : `${path}.${name}`)) {
      fields.set(field, inner)
    }
  }
  return fields
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The added, removed and unchanged items of a list field; undefined if a side is not a list. */
export function listChange({ before, after }: Change) {
  if (!Array.isArray(before ?? []) || !Array.isArray(after ?? [])) return undefined
  if (!Array.isArray(before) && !Array.isArray(after)) return undefined
  const [old, now] = [linesOf(before), linesOf(after)]
  return {
    removed: old.filter((line) => !now.includes(line)),
    added: now.filter((line) => !old.includes(line)),
    kept: now.filter((line) => old.includes(line)).length,
  }
}

function linesOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(written) : []
}

/** A value as text; scopes are written as `read THING/#/#`. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return texts.fields.noValue
  if (typeof value === 'string') return value === '' ? texts.fields.empty : value
  if (isRecord(value) && 'action' in value && 'resourceFilter' in value) {
    return `${value.action} ${value.resourceFilter}`
  }
  return JSON.stringify(value)
}
