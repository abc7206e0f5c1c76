import { texts } from '#texts/audit.ts'

/** One field that differs; a side is undefined where the field is not there. */
export interface Change {
  /** Dotted for nested ones. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Fields that every change moves: they say nothing of this one. */
const stamps = new Set(['etag', 'updatedAt'])

/** What differs between two records, field by field; all fields where one of the two is not there. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => !stamps.has(field))
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** A record's fields by their dotted names. Lists stay whole. */
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

/** The entries of a list that only the one, and only the other side has; undefined for what is no list. */
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

/** A value as a reader takes it in: scopes as `read THING/#/#`. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return texts.fields.noValue
  if (typeof value === 'string') return value === '' ? texts.fields.empty : value
  if (isRecord(value) && 'action' in value && 'resourceFilter' in value) {
    return `${value.action} ${value.resourceFilter}`
  }
  return JSON.stringify(value)
}
