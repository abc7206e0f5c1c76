import { expect, it } from 'vitest'
import { TooManyRows } from '../../too-many-rows.ts'
import { searchHighestVersion } from './highest-version.ts'

const COLUMNS = ['organization', 'thing', 'metric'] as const

type Row = Record<(typeof COLUMNS)[number], number> & { readonly version: number }

/** A store with these samples, which refuses statements that would read too many rows. */
function storeOf(rows: readonly Row[]) {
  const reads: number[] = []
  let failing = false
  async function queryWhole(
    sql: string,
    params: Record<string, unknown> = {},
    settings: { max_rows_to_read?: string } = {},
  ) {
    if (failing) throw new Error('The store is away.')
    if (!sql.includes('FROM samples')) return [['0']]
    const found = rows.filter((row) =>
      COLUMNS.every((column) => {
        const [first, last] = [params[`${column}First`], params[`${column}Last`]]
        return first === undefined || (row[column] >= Number(first) && row[column] <= Number(last))
      }),
    )
    const most = Number(settings.max_rows_to_read)
    if (most > 0 && found.length > most) throw new TooManyRows(0.5, undefined)
    if (found.length > 0) reads.push(found.length)
    return [[String(Math.max(0, ...found.map(({ version }) => version)))]]
  }
  return { queryWhole, reads, fail: (now: boolean) => (failing = now) }
}

/** Ten samples of each of two metrics of some things of some organizations. */
const rows = [1, 2, 2 ** 32 - 1].flatMap((organization) =>
  [0, 7].flatMap((thing) =>
    [1, 2].flatMap((metric) =>
      Array.from({ length: 10 }, (_, i) => ({ organization, thing, metric, version: 100 + i })),
    ),
  ),
)
const highest = { organization: 2, thing: 7, metric: 2, version: 1000 }

it.each([
  [200, [121]],
  [50, [40, 41, 40]],
  [25, [20, 20, 20, 21, 20, 20]],
  [1, [10, 10, 10, 10, 10, 10, 10, 11, 10, 10, 10, 10]],
])(
  'statements of at most %i rows read every row once, a large series whole',
  async (most, read) => {
    const { queryWhole, reads } = storeOf([...rows, highest])
    expect(await searchHighestVersion({ queryWhole }, most)()).toBe(1000n)
    expect(reads.toSorted()).toEqual(read.toSorted())
  },
)

it('after a failure it continues where it was, and after an answer it begins anew', async () => {
  const own = [...rows]
  const { queryWhole, reads, fail } = storeOf(own)
  let statements = 0
  const search = searchHighestVersion(
    {
      queryWhole(...asked) {
        statements += 1
        fail(statements % 5 === 0)
        return queryWhole(...asked)
      },
    },
    25,
  )
  async function untilFound(): Promise<bigint> {
    return search().catch(untilFound)
  }
  expect(await untilFound()).toBe(109n)
  expect(reads).toEqual([20, 20, 20, 20, 20, 20])
  own.push(highest)
  expect(await untilFound()).toBe(1000n)
  expect(reads).toHaveLength(12)
})

it('a long time after a failure it begins anew', async () => {
  const own = [...rows]
  const { queryWhole, reads, fail } = storeOf(own)
  let now = 0
  const search = searchHighestVersion(
    {
      queryWhole(...asked) {
        fail(now === 0 && reads.length === 3)
        return queryWhole(...asked)
      },
    },
    25,
    () => now,
  )
  await expect(search()).rejects.toThrow('away')
  // Among what was read already, as if by a process that wrote alone meanwhile.
  own.push({ ...highest, organization: 2 ** 32 - 1 })
  now = 5_001
  expect(await search()).toBe(1000n)
})
