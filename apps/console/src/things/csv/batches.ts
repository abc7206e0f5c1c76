import type { Call, Fault, Output } from '@sluice/contract'
import { isFailure } from '#data/failure.ts'
import { pointerSteps } from '#data/faults.ts'
import { contractFaults } from '#form/contract-faults.ts'
import { texts } from '#texts/things-csv.tsx'
import type { Row } from './read-file.ts'

/** Things per call. Even with long descriptions they stay within the megabyte that a call may have. */
export const BATCH = 250

type Body = Call<'things.batch'>['body']
export type SendBatch = (body: Body) => Promise<Output<'things.batch'>>

/** What a row would do or did. */
export interface Outcome {
  readonly row: Row
  readonly result: 'created' | 'updated' | 'unchanged' | 'faulty'
  /** The fields that change, or why the row is faulty. */
  readonly words: readonly string[]
  /** Whether a call that contained the row got no answer, so that it may have been written. */
  readonly isUncertain?: boolean
}

export function batchesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, i) =>
    items.slice(i * BATCH, (i + 1) * BATCH),
  )
}

/**
 * Asks the server what a batch of rows would change. A batch is refused as a whole, so faulty rows are set aside and
 * the rest is sent again.
 */
export async function previewBatch(rows: readonly Row[], send: SendBatch): Promise<Outcome[]> {
  const faulty = new Map<Row, readonly string[]>()
  for (const row of rows) if (row.faults.length > 0) faulty.set(row, row.faults)
  for (;;) {
    const left = rows.filter((row) => !faulty.has(row))
    const answer = left.length > 0 ? await ask(left, send) : { items: [] }
    if ('items' in answer) {
      const items = new Map(left.map((row, i) => [row, answer.items[i]]))
      return rows.map((row) => outcomeOf(row, faulty.get(row), items.get(row)))
    }
    for (const [row, words] of byRow(left, answer.faults)) faulty.set(row, words)
  }
}

const thingOf = ({ id, entry }: Row) => ({ ...entry, id })

/** A call that writes rows, and the outcomes that it was previewed with. */
export interface Write {
  readonly outcomes: readonly Outcome[]
  readonly body: Body
}

const modes = ['upsert', 'create', 'update'] as const

/**
 * The calls that write what a preview would change. A thing that was to be created and has been made since the preview
 * is refused, and so is one that was to be updated and is gone.
 */
export function writesOf(outcomes: readonly Outcome[]): Write[] {
  return modes.flatMap((mode) =>
    batchesOf(outcomes.filter((outcome) => modeOf(outcome) === mode)).map((batch) => ({
      outcomes: batch,
      body: { mode, things: batch.map(({ row }) => thingOf(row)) },
    })),
  )
}

/** Undefined for a row that is not written. */
function modeOf({ result, isUncertain }: Outcome): Body['mode'] | undefined {
  if (result === 'faulty' || result === 'unchanged') return undefined
  // If the last call did write the row, creating its thing again would be refused.
  if (isUncertain) return 'upsert'
  return result === 'created' ? 'create' : 'update'
}

/** What is left to write after a call failed. */
export function leftAfter(
  outcomes: readonly Outcome[],
  written: ReadonlySet<Outcome>,
  uncertain: readonly Outcome[],
): Outcome[] {
  const unanswered = new Set(uncertain)
  const left = outcomes.filter((outcome) => !written.has(outcome))
  return left.map((outcome) =>
    unanswered.has(outcome) ? { ...outcome, isUncertain: true } : outcome,
  )
}

/** Returns the answer, or faults of single rows; throws all other errors. */
async function ask(rows: readonly Row[], send: SendBatch) {
  const body = {
    mode: 'upsert',
    validateOnly: true,
    things: rows.map(thingOf),
  } as const
  const refused = await contractFaults('things.batch', body)
  if (refused.length > 0) return { faults: refused }
  try {
    return await send(body)
  } catch (error) {
    const faults = (isFailure(error) && error.data?.problem?.errors) || []
    if (byRow(rows, faults).size === 0) throw error
    return { faults }
  }
}

function byRow(rows: readonly Row[], faults: readonly Fault[]): Map<Row, string[]> {
  const found = new Map<Row, string[]>()
  for (const { pointer, detail } of faults) {
    const [, index, field] = /^\/body\/things\/(\d+)(\/.*)?$/.exec(pointer) ?? []
    const row = index === undefined ? undefined : rows[Number(index)]
    if (!row) continue
    const words = field ? `${columnOf(pointerSteps(field))} ${detail}` : detail
    found.set(row, [...(found.get(row) ?? []), words])
  }
  return found
}

/** The name of a field's column in the file. */
function columnOf([field = '', ...below]: string[]): string {
  const [, axis] = below
  if (field === 'location' && axis) return axis === '0' ? 'longitude' : 'latitude'
  return [field, ...(field === 'fleetIds' ? [] : below)].join('.')
}

type Item = Output<'things.batch'>['items'][number]

function outcomeOf(
  row: Row,
  faults: readonly string[] | undefined,
  item: Item | undefined,
): Outcome {
  if (faults || !item) return { row, result: 'faulty', words: faults ?? [texts.rows.noResult] }
  return { row, result: item.outcome, words: item.changes }
}
