import { stepsBelow } from '@sluice/runtime'
import { type Parts, partsOf, type Reference } from './reference.ts'
import type { Rendered, TemplateBody } from './render.ts'

/**
 * The origin of a rendered field's value, so that a fault points at what the caller can change: the call's parameter if
 * a single one decides the value, else the place in the template.
 *
 * @param path from the resource: `['id']`, `['properties', 'name']`
 */
export function originOf(
  body: TemplateBody,
  { source, turn }: Pick<Rendered, 'source' | 'turn'>,
  path: readonly PropertyKey[],
): string {
  const resource = body.resources[source]
  const { parts, rest } = textOn(resource, path)
  const references = parts.filter((part) => typeof part !== 'string')
  const [only] = references
  const steps = only && references.length === 1 && stepsTo(only, resource?.each, turn)
  if (!steps) return stepsBelow(`/template/resources/${source}`, path)
  return stepsBelow('/body/parameters', [...steps, ...rest])
}

/** The first text on the path, split at its references, and the rest of the path. */
function textOn(
  start: unknown,
  path: readonly PropertyKey[],
): { parts: Parts; rest: PropertyKey[] } {
  let value = start
  for (const [i, step] of path.entries()) {
    if (typeof value === 'string') return { parts: partsOf(value), rest: path.slice(i) }
    if (typeof value !== 'object' || value === null) return { parts: [], rest: [] }
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return { parts: typeof value === 'string' ? partsOf(value) : [], rest: [] }
}

function stepsTo({ root, path }: Reference, each: string | undefined, turn: number) {
  if (root === 'index' || root === 'resources') return undefined
  return root === 'item' ? [each ?? '', turn - 1, ...path] : [root, ...path]
}
