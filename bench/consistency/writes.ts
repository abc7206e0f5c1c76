import { isoOf } from '@sluice/runtime'
import { arrowOf, timesColumn } from '@sluice/telemetry/testing'
import { bool, float64, utf8 } from '@uwdata/flechette'
import type { Dice } from './dice.ts'
import type { Value } from './model/act.ts'
import { type Frame, type MetricKey, type Thing, valueTypes } from './model/thing.ts'

/** What a write sends to one thing. */
export interface Part {
  readonly thing: Thing
  readonly frames: readonly Frame[]
}

const SECOND = 1e6
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
/** Most times are on this grid, so that writes meet. */
const STEP = 20 * SECOND

/** In microseconds, down to the least that tells two times apart. */
const oddSteps = [1, 7, 333_333, 20 * SECOND + 1, 61 * SECOND - 1] as const
/** Two of 1e308 are too much for a sum. There is no -1e308, so that what a sum exceeds does not depend on its order. */
const extremes = {
  level: [-0, 0, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 5e-324, 2.2250738585072014e-308, 1e308],
  steps: [-0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1, -Number.MAX_SAFE_INTEGER],
} as const
/** What begins or ends half of the texts: what formats must escape, or that a spreadsheet would run. */
const awkward = [
  ...['=', '+', '-', '@', "'", "'=", "''-", '\t=', '\r', '\n', ' ', ',', '"', '""', '\\', '\\"'],
  ...[
    'a,b ',
    'line\nbreak ',
    'line\r\nbreak ',
    'på ',
    '日本 ',
    '🙂',
    '\u0000',
    '\u2028',
    'null',
    '1e5 ',
  ],
]

/** Samples of so many days, densely, as rollups need them. Numbers tell where they come from: see {@link markedValue}. */
export function denseFrames(mark: number, now: number, days: number): Frame[] {
  const from = Math.floor((now - days * DAY) / STEP) * STEP
  const count = Math.floor((now - 3 * HOUR - from) / STEP)
  return Array.from({ length: count }, (_, i) => ({
    t: from + i * STEP,
    values: { level: markedValue('level', mark, i) },
  }))
}

/** Random samples of a thing: new ones, late ones, or corrections of what it has. `now` is in microseconds. */
export function framesOf(thing: Thing, mark: number, now: number, dice: Dice): Frame[] {
  const count = dice.of([1, 1, 3, 20, 60, 300])
  const isOnGrid = dice.chance(0.8)
  const step = dice.of(isOnGrid ? [STEP, STEP, SECOND, 180 * SECOND] : oddSteps)
  const keys = dice.some(thing.metrics, 0.5)
  const start = startOf(thing, now, dice) - (isOnGrid ? 0 : dice.between(0, STEP))
  const isExtreme = thing.takesExtremes && dice.chance(0.3)
  const valueAt = (key: MetricKey, row: number) =>
    isExtreme && key in extremes && dice.chance(0.3)
      ? dice.of(extremes[key as keyof typeof extremes])
      : markedValue(key, mark, row)
  const frames = Array.from({ length: count }, (_, i) => ({
    t: start + i * step,
    values: Object.fromEntries(keys.map((key) => [key, valueAt(key, i)])),
  }))
  const known = frames.filter(({ t }) => t <= now)
  // A device that was offline sends the newest first.
  return dice.chance(0.2) ? known.reverse() : known
}

/** The same samples with values of another call. */
export function markedAs(mark: number, frames: readonly Frame[]): Frame[] {
  return frames.map(({ t, values }, i) => {
    const keys = Object.keys(values) as MetricKey[]
    return { t, values: Object.fromEntries(keys.map((key) => [key, markedValue(key, mark, i)])) }
  })
}

function startOf(thing: Thing, now: number, dice: Dice): number {
  const { times } = thing.series[dice.of(thing.metrics)]
  const kind = dice()
  if (kind < 0.35 && times.length > 0) return dice.of(times)
  const ago = kind < 0.6 ? dice() * 2 * HOUR : kind < 0.95 ? dice() * 5 * DAY : dice() * 40 * DAY
  return Math.floor((now - 1 * SECOND - ago) / STEP) * STEP
}

/**
 * Numbers and texts are of one call and row only, except the empty text. Levels have all digits that a double has, so that a sum or a
 * percentile that lacks one is told from rounding. Steps are reset now and then.
 */
export function markedValue(key: MetricKey, mark: number, row: number): Value {
  const type = valueTypes[key]
  if (type === 'number') return (fractionOf(mark, row) - 0.5) * 2000
  if (type === 'integer') {
    const count = (mark % 7 === 0 ? 0 : mark * 1000) + row
    return mark % 11 === 0 ? -1 - count : count
  }
  return type === 'boolean' ? (mark + row) % 3 === 0 : textOf(mark, row)
}

/** In [0, 1), of 53 bits that depend on both. */
function fractionOf(mark: number, row: number): number {
  const high = mixed(mark + Math.imul(row, 0x9e3779b1))
  const low = mixed(high ^ row)
  return (high * 2 ** 21 + (low >>> 11)) / 2 ** 53
}

/** The end of MurmurHash3. */
function mixed(bits: number): number {
  const first = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return (second ^ (second >>> 16)) >>> 0
}

function textOf(mark: number, row: number): string {
  const chosen = Math.floor(fractionOf(mark, row) * 4 * (awkward.length + 1))
  if (chosen === 0) return ''
  const [begin = '', end = ''] = [awkward[chosen - 1], awkward[2 * awkward.length - chosen]]
  return `${begin}s${mark}-${row}${end}`
}

/** Blanks that make any body one of those that are decoded on a thread of their own. */
const LONG = ' '.repeat(160 * 1024)

/** A call that sends some parts: how, and with which body, as JSON or Arrow. */
export interface Sending {
  readonly path: string
  readonly body: string | Uint8Array
}

export function callOf(parts: readonly Part[], dice: Dice): Sending {
  const [first] = parts
  const single = parts.length === 1 && first ? `/v2/thing/${first.thing.id}` : undefined
  if (dice.chance(0.25)) {
    return { path: `${single ?? '/v2/things'}/data/arrow`, body: arrowBody(parts, !single) }
  }
  const { path, body } = formOf(parts, dice)
  return { path, body: exactJson(body) + (dice.chance(0.15) ? LONG : '') }
}

/** JSON with the sign of zero. */
function exactJson(body: unknown): string {
  return JSON.stringify(body, (_, value) => (Object.is(value, -0) ? JSON.rawJSON('-0') : value))
}

declare global {
  interface JSON {
    rawJSON(text: string): object
  }
}

function formOf(parts: readonly Part[], dice: Dice): { path: string; body: unknown } {
  const [first] = parts
  if (parts.length === 1 && first) {
    const path = `/v2/thing/${first.thing.id}/data`
    if (dice.chance(0.5) && first.frames.length < 1000)
      return { path, body: { frames: first.frames.map(frameOf) } }
    return { path: `${path}/columnar`, body: columnsOf(first) }
  }
  if (dice.chance(0.5)) {
    const things = parts.map((part) => ({ thingId: part.thing.id, ...columnsOf(part) }))
    return { path: '/v2/things/data/columnar', body: { things } }
  }
  const frames = parts.flatMap(({ thing, frames: own }) =>
    own.map((frame) => ({ thingId: thing.id, ...frameOf(frame) })),
  )
  return { path: '/v2/things/data', body: { frames } }
}

/** A row per frame; null where a frame lacks a metric. */
function arrowBody(parts: readonly Part[], ofSeveral: boolean): Uint8Array {
  const rows = parts.flatMap(({ thing, frames }) => frames.map((frame) => ({ thing, ...frame })))
  const keys = [...new Set(rows.flatMap(({ values }) => Object.keys(values) as MetricKey[]))]
  const times = rows.map(({ t }) => BigInt(t))
  return arrowOf({
    timestamp: timesColumn(2, times, 'UTC'),
    ...(ofSeveral && { thingId: [utf8(), rows.map(({ thing }) => thing.id)] as const }),
    ...Object.fromEntries(
      keys.map((key) => [key, [arrowTypes[key](), rows.map((row) => row.values[key] ?? null)]]),
    ),
  })
}

const arrowTypes = { level: float64, steps: float64, door: bool, state: utf8 }

function frameOf({ t, values }: Frame) {
  return { timestamp: isoOf(t), values }
}

function columnsOf({ frames }: Part) {
  const keys = Object.keys(frames[0]?.values ?? {}) as MetricKey[]
  const isWhole = frames.every(({ t }) => t % 1000 === 0)
  return {
    timestamps: frames.map(({ t }) => (isWhole ? t / 1000 : isoOf(t))),
    values: Object.fromEntries(keys.map((key) => [key, frames.map(({ values }) => values[key])])),
  }
}

export function samplesIn(parts: readonly Part[]): number {
  return parts.reduce(
    (sum, { frames }) =>
      sum + frames.reduce((all, { values }) => all + Object.keys(values).length, 0),
    0,
  )
}
