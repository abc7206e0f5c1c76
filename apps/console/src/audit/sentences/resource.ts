import type { AuditedOperation } from '@sluice/contract'
import type { Logged } from '../logged.ts'
import { textOf } from './record.ts'

/** What kinds of resources entries are of. */
export type Kind =
  | 'thing'
  | 'site'
  | 'fleet'
  | 'thingType'
  | 'metric'
  | 'mapping'
  | 'template'
  | 'integration'
  | 'key'

/** What an entry is about. */
export interface Resource {
  /** Undefined for the organization itself, and for what this console does not know. */
  readonly kind: Kind | undefined
  readonly name: string
  /** Its page; undefined where it has none, or none any more. */
  readonly href: string | undefined
}

/** Each kind by how its path begins, and where its page is; definitions are on a page together. */
const kinds: readonly (readonly [RegExp, Kind, ((id: string) => string)?])[] = [
  [/^THING\/[^/]+\/([^/]+)$/, 'thing', (id) => `/things/${id}`],
  [/^PLACE\/Site\/([^/]+)$/, 'site', (id) => `/sites/${id}`],
  [/^PLACE\/Fleet\/([^/]+)$/, 'fleet', (id) => `/fleets/${id}`],
  [/^DEFINITION\/ThingType\/([^/]+)$/, 'thingType'],
  [/^DEFINITION\/Metric\/([^/]+)$/, 'metric'],
  [/^DEFINITION\/Mapping\/([^/]+)$/, 'mapping', (id) => `/mappings/${id}`],
  [/^DEFINITION\/Template\/([^/]+)$/, 'template', (id) => `/templates/${id}`],
  [/^INTEGRATION\/([^/]+)$/, 'integration', (id) => `/integrations/${id}`],
  [/^KEY\/([^/]+)$/, 'key', (id) => `/keys/${id}`],
]

/** The page of what has that path; undefined where there is none. */
export function pageOfPath(path: string): string | undefined {
  for (const [form, , pageOf] of kinds) {
    const [, id] = form.exec(path) ?? []
    if (id !== undefined) return pageOf?.(encodeURIComponent(id))
  }
  return undefined
}

/** Entries of a template's application are named by that, and not by the template. */
const namedById: readonly string[] = [
  'templates.apply',
  'templates.forget',
] satisfies AuditedOperation[]

/** Whether the resource is gone after it. */
export const isDeletion = (operation: string) => operation.endsWith('.delete')

/** By its path; its name is that of the record, as it was left. */
export function resourceOf({ resource, operation, before, after }: Logged): Resource {
  for (const [form, kind] of kinds) {
    const [, id] = form.exec(resource) ?? []
    if (id === undefined) continue
    const recorded = namedById.includes(operation)
      ? undefined
      : (textOf(after, 'name') ?? textOf(before, 'name'))
    const isGone = isDeletion(operation)
    const href = isGone ? undefined : pageOfPath(resource)
    return { kind, name: recorded || id, href }
  }
  return { kind: undefined, name: resource, href: undefined }
}
