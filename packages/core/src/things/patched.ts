import type { Thing } from '@sluice/contract'
import { mergePatch } from '../resources/merge-patch.ts'

/** The fields of a thing that callers set. */
export const decidedFields = [
  'name',
  'description',
  'labels',
  'thingTypeId',
  'siteId',
  'fleetIds',
  'status',
  'location',
  'attributes',
] as const satisfies (keyof Thing)[]

export type Decided = Pick<Thing, (typeof decidedFields)[number]>

/** A thing after a JSON merge patch, in which null removes its site or location. */
export function patched<Before extends Partial<Thing>>(before: Before, patch: object) {
  return { siteId: null, location: null, ...mergePatch(before, patch) } as Before & Decided
}
