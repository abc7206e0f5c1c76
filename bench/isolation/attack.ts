import { setTimeout as pause } from 'node:timers/promises'
import { isFailure, type Send, type WireRequest } from '@sluice/api/testing/wire'
import type { Told } from '../product/told.ts'
import { quantile } from '../quantile.ts'
import { instant } from './clock.ts'
import type { Wait } from './wait.ts'
import { type Bystanders, takeWaits } from './watch.ts'

const WARM_UP_MS = 2_000
const QUIET_MS = 10_000

/** Milliseconds for which one request may hold the event loop. */
export const MOST_HELD = 25

/** One request of an attack. */
export interface Shot {
  readonly what: string
  readonly request: WireRequest
}

/** What an attack did. */
export interface Hit {
  readonly row: string
  readonly requests: number
  /** What its good call got, if not success: its ugly ones are then refused for the same reason, and test nothing. */
  readonly unreached: string | undefined
  /** How many answers had which status. */
  readonly statuses: ReadonlyMap<number, number>
  /** The bystanders' delays: for what is in memory, and for what is in the stores. */
  readonly delay: Delay
  readonly storesDelay: Delay
  /** What the bystanders got instead of 200: being refused fast is no service. */
  readonly unserved: readonly string[]
  /** The most CPU of the server's main thread in a turn of its event loop, in milliseconds. */
  readonly hold: number
  readonly holdAt: string
  /** Every request that held it for longer than may be, and how long. */
  readonly dear: readonly string[]
  readonly failed: readonly string[]
  /** What was refused otherwise, and why. */
  readonly refused: readonly string[]
}

/** A bystander's longest wait minus its longest wait while idle, in milliseconds, and the request meanwhile. */
export interface Delay {
  readonly ms: number
  readonly during: string
}

export interface Range {
  readonly send: Send
  readonly bystanders: Bystanders
  readonly quiet: QuietOfBoth
  /** What the server's process tells of itself. */
  readonly told: () => Promise<Told>
}

interface Fired {
  readonly what: string
  readonly from: number
  readonly to: number
  readonly status: number
}

/** What a row sends. */
export interface Attack {
  /** A good call, of an organization where nothing else happens. */
  readonly good?: WireRequest
  readonly shots: Iterable<Shot> | AsyncIterable<Shot>
}

/** Fires one request after the other, and looks at what the bystander and the server met meanwhile. */
export async function attack(
  { send, bystanders, quiet, told }: Range,
  row: string,
  { good, shots }: Attack,
): Promise<Hit> {
  const reached = good && (await send(good))
  await Promise.all([takeWaits(bystanders), told()])
  const fired: Fired[] = []
  const [failed, refused]: [string[], string[]] = [[], []]
  for await (const { what, request } of shots) {
    const from = instant()
    const answer = await send(request)
    const { status, text } = answer
    fired.push({ what, from, to: instant(), status })
    const list = isFailure(answer) ? failed : refused
    if (status >= 400) list.push(`${what}: ${status} ${text.slice(0, 200)}`)
  }
  // What the last one set going may come after its answer.
  await pause(30)
  const [waits, { longTurns }] = await Promise.all([takeWaits(bystanders), told()])
  const held = greatest(longTurns, ({ ms }) => ms)
  return {
    ...{ row, requests: fired.length, statuses: statusesOf(fired), failed, refused },
    unreached: reached && reached.status >= 400 ? `${reached.status} ${reached.text}` : undefined,
    dear: longTurns
      .filter(({ ms }) => ms > MOST_HELD)
      .map(({ at, ms }) => `${ms.toFixed(1)} ms by ${during(fired, at)}`),
    delay: delayOf(waits.memory, quiet.memory, fired),
    storesDelay: delayOf(waits.stores, quiet.stores, fired),
    unserved: [...waits.memory, ...waits.stores].flatMap(({ fault }) => fault ?? []),
    ...{ hold: held?.ms ?? 0, holdAt: held ? during(fired, held.at) : '' },
  }
}

function delayOf(waits: readonly Wait[], quiet: Quiet, fired: readonly Fired[]): Delay {
  const longest = greatest(waits, ({ ms }) => ms)
  if (!longest) return { ms: 0, during: '' }
  const ms = Math.max(0, longest.ms - quiet.longest)
  return { ms, during: during(fired, longest.at + longest.ms) }
}

function greatest<One>(all: readonly One[], by: (one: One) => number): One | undefined {
  return all.reduce<One | undefined>(
    (most, one) => (most === undefined || by(one) > by(most) ? one : most),
    undefined,
  )
}

/** The request that was under way at a time, or the last one before. */
function during(fired: readonly Fired[], at: number): string {
  return fired.findLast(({ from }) => from <= at)?.what ?? ''
}

function statusesOf(fired: readonly Fired[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { status } of fired) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

export type QuietOfBoth = Readonly<Record<keyof Bystanders, Quiet>>

export interface Quiet {
  readonly longest: number
  readonly p99: number
}

/** What the bystanders wait while nobody else asks for anything. Throws where one is refused: all that follows would mean nothing. */
export async function quietOfBoth(bystanders: Bystanders): Promise<QuietOfBoth> {
  await takeWaits(bystanders)
  await pause(WARM_UP_MS)
  await takeWaits(bystanders)
  await pause(QUIET_MS)
  const { memory, stores } = await takeWaits(bystanders)
  return { memory: quietOf(memory), stores: quietOf(stores) }
}

export function quietOf(waits: readonly Wait[]): Quiet {
  const refused = waits.filter(({ fault }) => fault !== undefined).length
  if (refused > 0) throw new Error(`${refused} of ${waits.length} calls are refused while idle.`)
  const sorted = waits.map(({ ms }) => ms).sort((a, b) => a - b)
  return { longest: sorted.at(-1) ?? Number.NaN, p99: quantile(sorted, 0.99) }
}
