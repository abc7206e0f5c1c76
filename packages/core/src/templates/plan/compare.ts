import type { TemplateChange } from '@sluice/contract'
import { stepsBelow } from '@sluice/runtime'
import { isSame } from '../../resources/same.ts'
import type { Stored, Wanted } from './step.ts'

/** Maps of which a template owns only the members that it names. */
const shared = ['labels', 'attributes']

type Named = Readonly<Record<string, unknown>>

/** The differences between a resource and the fields that a template names. */
export function changesOf(before: Stored, wanted: Wanted, named: Named): TemplateChange[] {
  return Object.keys(named).flatMap((field) =>
    shared.includes(field)
      ? memberChanges(field, before[field], wanted[field], named[field])
      : changeAt(stepsBelow('', [field]), before[field], wanted[field]),
  )
}

function memberChanges(field: string, before: unknown, wanted: unknown, named: unknown) {
  const [old, next] = [before as Named, wanted as Named]
  return Object.keys(named as Named).flatMap((name) =>
    changeAt(stepsBelow('', [field, name]), memberOf(old, name), memberOf(next, name)),
  )
}

function memberOf(map: Named, name: string): unknown {
  return Object.hasOwn(map, name) ? map[name] : undefined
}

/** A missing member differs from one that is null, though both are shown as null. */
function changeAt(pointer: string, before: unknown, after: unknown): TemplateChange[] {
  if (isSameAt(pointer, before, after)) return []
  return [{ pointer, before: before ?? null, after: after ?? null }]
}

/** The order of a thing's fleets is irrelevant. */
function isSameAt(pointer: string, before: unknown, after: unknown): boolean {
  if (pointer !== '/fleetIds') return isSame(before, after)
  return isSame([...(before as string[])].sort(), [...(after as string[])].sort())
}

/** The resulting resource: the template's fields over the existing ones. */
export function merged(before: Stored, whole: Wanted, named: Named): Wanted {
  const { etag: _etag, ...old } = before
  const over = Object.keys(named).map((field) => {
    const value = shared.includes(field)
      ? { ...(before[field] as Named), ...(whole[field] as Named) }
      : whole[field]
    return [field, value] as const
  })
  return { ...old, ...Object.fromEntries(over) } as Wanted
}
