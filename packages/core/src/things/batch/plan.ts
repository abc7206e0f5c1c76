import type { Fault, Input, Thing } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { newId } from '../../resources/ids.ts'
import { isSame } from '../../resources/same.ts'
import { mayKnowOf, thingPaths } from '../../scopes/index.ts'
import { findThings } from '../find.ts'
import { type Decided, decidedFields, patched } from '../patched.ts'

type Body = Input<'things.batch'>['body']
type Entry = Body['things'][number]

/** What has to be done for one entry of a batch. */
export interface Step {
  /** The entry's pointer. */
  readonly at: string
  readonly entry: Entry
  /** Undefined for a new thing. */
  readonly before: Thing | undefined
  readonly wanted: Decided & { readonly id: string }
  /** The fields that change. */
  readonly changes: readonly string[]
}

export interface Plan {
  readonly steps: readonly Step[]
  /** Faults of impossible entries: they name no thing, or lack what a new one needs. */
  readonly faults: readonly Fault[]
  /** Conflicts of new things whose ids are taken. */
  readonly taken: readonly Fault[]
}

/** Reads the things that a batch names, in one statement, and decides what to do for each entry. */
export async function planBatch(ctx: Context, { mode, things }: Body): Promise<Plan> {
  const known = await loadThings(ctx, things)
  const steps: Step[] = []
  const faults: Fault[] = []
  const taken: Fault[] = []
  await mapInSlices(things, (entry, i) => {
    const at = `/body/things/${i}`
    const found = entry.id === undefined ? undefined : known.get(entry.id)
    const before =
      found && mode !== 'create' && mayKnowOf(ctx.actor.scopes, thingPaths(found))
        ? found
        : undefined
    const missing = before ? [] : missingIn(entry, mode)
    faults.push(...missing.map(({ field, detail }) => ({ pointer: `${at}/${field}`, detail })))
    if (missing.length > 0) return
    if (found && !before) taken.push({ pointer: `${at}/id`, detail: 'is taken' })
    steps.push(stepOf(at, entry, before))
  })
  return { steps, faults, taken }
}

async function loadThings(ctx: Context, entries: readonly Entry[]): Promise<Map<string, Thing>> {
  const ids = entries.flatMap(({ id }) => id ?? [])
  return new Map((await findThings(ctx, ids)).map((thing) => [thing.id, thing]))
}

/** The fault of an entry without an existing thing. */
function missingIn(entry: Entry, mode: Body['mode']) {
  if (mode === 'update') {
    const detail =
      entry.id === undefined ? 'is required' : 'is not a thing that this caller may read'
    return [{ field: 'id', detail }]
  }
  const required = (['name', 'thingTypeId'] as const).filter((field) => entry[field] === undefined)
  return required.map((field) => ({ field, detail: 'is required for a new thing' }))
}

const blank = {
  description: '',
  labels: {},
  status: 'Active',
  attributes: {},
} as const

function stepOf(at: string, entry: Entry, before: Thing | undefined): Step {
  const { id = newId(), etag, ...patch } = entry
  if (!before) {
    const wanted = { ...patched<Partial<Thing>>({ ...blank, fleetIds: [] }, patch), id }
    return { at, entry, before, wanted, changes: [] }
  }
  const wanted = patched(before, patch)
  return { at, entry, before, wanted, changes: fieldsThatChange(before, wanted) }
}

/** The fields in which a thing's target state differs. */
export function fieldsThatChange(before: Thing, wanted: Decided): string[] {
  return decidedFields.filter((field) => !isSameField(before[field], wanted[field]))
}

/** The order of a thing's fleets is irrelevant. */
function isSameField(before: unknown, wanted: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(wanted)) return isSame(before, wanted)
  return isSame([...before].sort(), [...wanted].sort())
}
