import { ingestLimits } from '@sluice/contract'
import { capacityFor, columnFields, readTable, samplesIn } from '../columns/columns.ts'
import type { Faults } from '../faults.ts'
import { isObject } from '../intake.ts'
import type { Parts } from './parts.ts'
import { entriesOf, type Reading, ThingIds } from './reading.ts'

const fields = ['thingId', ...columnFields] as const
const form = 'must be an object: {things: [{thingId, timestamps, values}, …]}'

interface Block extends Record<string, unknown> {
  readonly thingId: string
}

/** Scans a body of columnar tables, one for each thing. */
export function* readingOfColumns(body: unknown, faults: Faults): Generator<void, Reading> {
  const ids = new ThingIds(faults)
  const blocks = new Map<number, Block>()
  let unnamed = 0
  for (const [i, block] of entriesOf(body, 'things', form, faults).entries()) {
    yield
    if (!isObject(block)) {
      faults.add('must be a block: {thingId, timestamps, values}', 'body', 'things', i)
      unnamed++
    } else if (ids.take(block.thingId, 'body', 'things', i, 'thingId')) {
      if (ids.overflow('body', 'things')) break
      blocks.set(i, block as Block)
    } else unnamed += samplesOf(block)
  }
  return { things: ids.all, read: (parts) => readBlocks(parts, { blocks, unnamed }) }
}

/** A block that cannot be read is rejected as a whole, without the others. */
function* readBlocks(
  parts: Parts,
  { blocks, unnamed }: { blocks: ReadonlyMap<number, Block>; unnamed: number },
): Generator<void, void> {
  parts.unnamed += unnamed
  let rows = 0
  for (const [i, block] of blocks) {
    yield
    const path = ['body', 'things', i]
    const sent = samplesOf(block)
    const part = parts.of(block.thingId)
    const intake = part?.open(capacityFor(block.values), sent, [...path, 'thingId'])
    if (intake) rows += yield* readTable(intake, block, path, fields)
    if (intake?.faults.fatal) part?.close(intake, sent)
    if (parts.overflows(sent, intake?.samples.textUnits ?? 0)) return
    // Rows without a value take memory, too.
    if (rows > ingestLimits.samples) {
      parts.faults.refuse(`must have at most ${ingestLimits.samples} rows; send more calls`, 'body')
      return
    }
  }
}

function samplesOf({ values }: Record<string, unknown>): number {
  if (!isObject(values)) return 1
  return Object.values(values).reduce<number>(
    (sum, column) => sum + (Array.isArray(column) ? samplesIn(column) : 1),
    0,
  )
}
