import { SAMPLE_BYTES } from '@sluice/contract'
import type { Statements } from './statements.ts'

type Asked = Pick<Statements, 'queryWhole'>

/** Samples whose texts one statement reads, so that it ends in reasonable time on its one thread. */
const BATCH = 1_000_000_000

const OF_ALL = 'organization IN {organizations:Array(UInt32)}'
const OF_THINGS = `organization = {organization:UInt32}
  AND thing >= {first:UInt32} AND thing <= {last:UInt32}`

const COUNTED = `SELECT organization, count() FROM samples WHERE ${OF_ALL} GROUP BY organization`
const TEXTS = `SELECT organization, sum(length(text)) FROM samples WHERE ${OF_ALL} GROUP BY organization`
const COUNTED_OF_THINGS = `SELECT count() FROM samples WHERE ${OF_THINGS}`
const TEXTS_OF_THINGS = `SELECT sum(length(text)) FROM samples WHERE ${OF_THINGS}`

const LAST_THING = 2 ** 32 - 1

/**
 * Bytes of some organizations' samples in the tables. Duplicates count until they are merged. Lengths of texts are read
 * in batches, of organizations or of the things of one; all else is counted by the table's key.
 */
export async function storedBytes(
  asked: Asked,
  organizations: readonly number[],
  batchSize = BATCH,
): Promise<Map<number, number>> {
  const samples = numbersOf(await whole(asked, COUNTED, { organizations }))
  const texts = new Map<number, number>()
  for (const together of batchesBySize(samples, batchSize)) {
    for (const [organization, bytes] of numbersOf(
      await whole(asked, TEXTS, { organizations: together }),
    )) {
      texts.set(organization, bytes)
    }
  }
  for (const [organization, count] of samples) {
    if (count <= batchSize) continue
    texts.set(
      organization,
      await textsOf(asked, { organization, first: 0, last: LAST_THING }, batchSize),
    )
  }
  return new Map(
    [...samples].map(([organization, count]) => [
      organization,
      count * SAMPLE_BYTES + (texts.get(organization) ?? 0),
    ]),
  )
}

/** Batches of organizations, none of which is larger than a batch by itself. */
function batchesBySize(samples: ReadonlyMap<number, number>, batchSize: number): number[][] {
  const batches: number[][] = []
  let room = 0
  for (const [organization, count] of samples) {
    if (count > batchSize) continue
    if (count > room) {
      batches.push([])
      room = batchSize
    }
    batches.at(-1)?.push(organization)
    room -= count
  }
  return batches
}

interface Things {
  readonly organization: number
  readonly first: number
  readonly last: number
}

/** Halves the range of thing numbers until each part fits into a batch or is a single thing. */
async function textsOf(asked: Asked, things: Things, batchSize: number): Promise<number> {
  const { first, last } = things
  const count = await one(asked, COUNTED_OF_THINGS, things)
  if (count === 0) return 0
  if (count <= batchSize || first === last) return one(asked, TEXTS_OF_THINGS, things)
  const middle = Math.floor((first + last) / 2)
  const lower = await textsOf(asked, { ...things, last: middle }, batchSize)
  return lower + (await textsOf(asked, { ...things, first: middle + 1 }, batchSize))
}

async function one(asked: Asked, sql: string, things: Things): Promise<number> {
  const [[number] = []] = await whole(asked, sql, { ...things })
  return Number(number)
}

function whole({ queryWhole }: Asked, sql: string, params: Record<string, unknown>) {
  return queryWhole(sql, params, { max_threads: 1 })
}

function numbersOf(rows: readonly unknown[][]): Map<number, number> {
  return new Map(rows.map(([organization, number]) => [Number(organization), Number(number)]))
}
