import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useOwnDatabase } from '../testing/use-own-database.ts'

const { core, sluice, sluiceJson } = await useOwnDatabase()
const folder = mkdtempSync(join(tmpdir(), 'sluice-record-'))
afterAll(() => rmSync(folder, { recursive: true }))

const partition = 3
const bytes = Buffer.from('not a record')

test('a record that cannot be stored is moved to a file, and nothing is counted for it any more', async () => {
  const positions = [1_000_000_000_000_000_001n, 1_000_000_000_000_000_007n]
  for (const position of positions) {
    const extent = { organizations: [5], things: [], earliest: 0n, latest: 1n }
    const record = { partition, position, end: position + 1n, runs: 1, parked: true, ...extent }
    await core.db.sampleRecord.create({ data: { ...record, record: bytes } })
  }
  await core.db.sampleFlusher.update({ where: { partition }, data: { parked: 2 } })
  const pendingBytes = 2 * bytes.length
  await core.db.samplePartition.update({ where: { partition }, data: { pendingBytes } })

  const file = join(folder, 'record')
  const at = (position: bigint | string) =>
    ['--partition', '3', '--position', String(position), '--file', file] as const
  const [first = 0n, second = 0n] = positions
  const removed = await sluiceJson('samples', 'remove-record', ...at(first))
  expect(removed).toEqual({ partition, position: String(first), file })
  expect(readFileSync(file)).toEqual(bytes)

  // Nothing is overwritten, and then nothing is removed.
  expect(await sluice('samples', 'remove-record', ...at(second))).toMatchObject({ exitCode: 1 })
  expect(await sluice('samples', 'remove-record', ...at(first))).toMatchObject({ exitCode: 3 })
  expect(await sluice('samples', 'remove-record', ...at('x'))).toMatchObject({ exitCode: 2 })
  const where = { where: { partition } }
  expect(await core.db.sampleFlusher.findUnique(where)).toMatchObject({ parked: 1 })
  expect(await core.db.samplePartition.findUnique(where)).toMatchObject({
    pendingBytes: BigInt(bytes.length),
  })
  const left = await core.db.sampleRecord.findMany({ ...where, select: { position: true } })
  expect(left).toEqual([{ position: second }])
})
