import type { AuditedOperation } from '@sluice/contract'
import type { Logged } from '../logged.ts'
import { textOf } from './record.ts'

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

/** The resource that an entry is about. */
export interface Resource {
  /** Undefined for the organization itself, and for kinds this console does not know. */
  readonly kind: Kind | undefined
  readonly name: string
  /** Path of its page; undefined if there is none or the resource is deleted. */
  readonly href: string | undefined
}

/** Path pattern, kind and page of each kind; definitions have no page of their own. */
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

/** The page of the resource with a path; undefined if there is none. */
export function pageOfPath(path: string): string | undefined {
  for (const [form, , pageOf] of kinds) {
    const [, id] = form.exec(path) ?? []
    if (id !== undefined) return pageOf?.(encodeURIComponent(id))
  }
  return undefined
}

/** These entries record the template's application, whose name is not the template's; they show the id. */
const namedById: readonly string[] = [
  'templates.apply',
  'templates.forget',
] satisfies AuditedOperation[]

/** Whether the operation deletes its resource. */
export const isDeletion = (operation: string) => operation.endsWith('.delete')

/** Identifies the resource from its path. The name is the one recorded by the change. */
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
