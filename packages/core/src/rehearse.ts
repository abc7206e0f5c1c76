import { setImmediate } from 'node:timers/promises'
import type { ActorName, OperationName } from '@sluice/contract'
import type { HeldDay } from '@sluice/telemetry'
import type { ChangeFeed } from './changes/index.ts'
import type { Core } from './context.ts'
import { actForOrganization } from './organizations/act-for.ts'
import { perform } from './pipeline/perform.ts'
import type { ActorRequest } from './pipeline/request.ts'

/** Things that one statement looks up, and all together. */
const [THINGS_PER_STATEMENT, MAX_THINGS] = [1000, 20_000]
/** Things that are queried, each of another organization. */
const MAX_QUERIED = 3
/** How often they are, since V8 optimizes what has run hundreds of times, and for how many milliseconds at most. */
const [ROUNDS, MILLISECONDS] = [200, 1000]
const DAY_MS = 86_400_000

/** Formats the answer of an operation, as for a caller. */
export type Present = (name: OperationName & ActorName, output: unknown) => unknown

interface Named {
  readonly organizationId: string
  readonly id: string
}

/**
 * After a restart, looks up the things whose samples are preloaded, and runs typical queries for a few of them, so that
 * the first callers wait neither for Postgres nor for code to be compiled. Answers are discarded.
 */
export async function rehearse(
  core: Core & { readonly changes: ChangeFeed },
  present: Present,
): Promise<void> {
  const held = await core.telemetry.preloading()
  // Before that, nothing that is looked up is cached.
  await core.changes.started()
  const days = new Map(held.map((day) => [day.thing, day]))
  const numbers = [...days.keys()].slice(0, MAX_THINGS)
  const queried = new Map<string, Named & { readonly day: HeldDay }>()
  for (let from = 0; from < numbers.length; from += THINGS_PER_STATEMENT) {
    const named = await core.db.thing.findMany({
      where: { number: { in: numbers.slice(from, from + THINGS_PER_STATEMENT) } },
      select: { organizationId: true, id: true, number: true },
    })
    await Promise.all(named.map((thing) => know(core, thing)))
    for (const { number, ...thing } of named) {
      const day = days.get(number)
      if (day && queried.size < MAX_QUERIED) queried.set(thing.organizationId, { ...thing, day })
    }
  }
  const end = performance.now() + MILLISECONDS
  for (let round = 0; round < ROUNDS && performance.now() < end; round += 1) {
    for (const thing of queried.values()) await query(core, thing, present)
  }
}

async function know({ knownThings }: Core, { organizationId, id }: Named) {
  const thing = await knownThings.thing(organizationId, id)
  return thing && (await knownThings.type(organizationId, thing.thingTypeId))
}

async function query(
  core: Core,
  thing: Named & { readonly day: HeldDay },
  present: Present,
): Promise<void> {
  const { organizationId, id, day } = thing
  const actor = await actForOrganization(core, 'warm-up', organizationId)
  if (!actor) return
  const by = { actor, requestId: 'warm-up', address: null }
  async function ask<Name extends OperationName & ActorName>(
    name: Name,
    call: ActorRequest<Name>['call'],
  ) {
    await present(name, await perform(core, { name, ...by, call }))
    // So that callers need not wait for the whole round.
    await setImmediate()
  }
  const [from, to] = [day.day * DAY_MS, (day.day + 1) * DAY_MS].map(String)
  const params = { thingId: id }
  const type = await know(core, thing)
  const number = type?.metrics.find(({ valueType }) => valueType === 'number')
  const forms = [
    {},
    { interval: '1m', aggregate: 'max', order: 'desc' },
    { interval: '1h' },
    ...(number ? [{ metrics: number.key, where: `${number.key}>0` }] : []),
  ] as const
  for (const form of forms) {
    await ask('telemetry.timeseries', { params, query: { from, to, ...form } })
    const all = { ids: id, groupBy: 'thing', from, to, ...form } as const
    await ask('telemetry.thingsTimeseries', { query: all })
  }
  await ask('telemetry.summary', { params, query: { from, to } })
  await ask('telemetry.recent', { params })
}
