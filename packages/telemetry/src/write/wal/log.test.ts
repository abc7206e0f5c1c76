import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type DamagedSegment, openWriteAheadLog, type WriteAheadLog } from './log.ts'
import type { Release } from './segment.ts'

let root: string
let directory: string
const opened: WriteAheadLog[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-log-'))
  directory = join(root, 'data', 'samples')
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((log) => log.close()))
  rmSync(root, { recursive: true })
})

/** As after a crash: the previous log of the folder is not closed. */
function open(): WriteAheadLog {
  const log = openWriteAheadLog(directory)
  opened.push(log)
  return log
}

const append = (log: WriteAheadLog, text: string) => log.append([Buffer.from(text)])
const left = (log: WriteAheadLog) =>
  log
    .replay()
    .map(({ record }) => record.toString())
    .sort()
const bytes = () => readdirSync(directory).map((name) => statSync(join(directory, name)).size)

it('the log replays all records of a segment with an unreleased one', async () => {
  const log = open()
  expect(left(log)).toEqual([])
  const [first] = [await append(log, 'a'), await append(log, 'b')]
  void log.rotate()
  await append(log, 'c')
  expect(left(open())).toEqual(['a', 'b', 'c'])
  await first()
  // Its segment has another record that is not released.
  expect(left(open())).toEqual(['a', 'b', 'c'])
})

it('a segment whose entry in the folder may not be on disk takes no records', async () => {
  const log = open()
  const failing = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw new Error('EIO')
  })
  const mend = () => {
    failing.mockRestore()
    syncBuiltinESMExports()
  }
  onTestFinished(mend)
  syncBuiltinESMExports()
  for (const text of ['a', 'b']) await expect(append(log, text)).rejects.toThrow('EIO')
  mend()
  expect(readdirSync(directory)).toEqual([])
  await append(log, 'c')
  expect(left(open())).toEqual(['c'])
})

it('a closed segment is emptied once all its records are released', async () => {
  const log = open()
  const [a, b] = [await append(log, 'a'), await append(log, 'b')]
  await Promise.all([a(), b()])
  expect(left(open())).toEqual(['a', 'b'])
  const c = await append(log, 'c')
  void log.rotate()
  await append(log, 'd')
  await c()
  expect(left(open())).toEqual(['d'])
})

it('a rotation resolves when all earlier records are gone', async () => {
  const log = open()
  await log.rotate()
  const a = await append(log, 'a')
  let gone = false
  const turned = log.rotate().then(() => {
    gone = true
  })
  const b = await append(log, 'b')
  await b()
  expect(gone).toBe(false)
  await a()
  await turned
  expect(left(open())).toEqual(['b'])
})

it('records released before their segment was closed are removed at rotation', async () => {
  const log = open()
  const release = await append(log, 'a')
  await release()
  expect(left(open())).toEqual(['a'])
  await log.rotate()
  expect(bytes()).toEqual([0])
})

it('the log reuses two segments', async () => {
  const log = open()
  let previous = await append(log, 'first')
  for (let i = 0; i < 5; i += 1) {
    void log.rotate()
    const next = await append(log, `${i}`)
    await previous()
    previous = next
  }
  expect(bytes()).toHaveLength(2)
  expect(left(open())).toEqual(['4'])
})

it('records of an earlier process stay until they are released', async () => {
  const before = open()
  for (const text of ['a', 'b']) await append(before, text)
  const log = open()
  await append(log, 'c')
  const [first, second] = log.replay()
  await first?.release()
  expect(left(open())).toEqual(['a', 'b', 'c'])
  await second?.release()
  expect(left(open())).toEqual(['c'])
})

it('a torn record is ignored and its segment reused', async () => {
  const before = open()
  await append(before, 'whole')
  const [name = ''] = readdirSync(directory)
  const path = join(directory, name)
  truncateSync(path, statSync(path).size - 1)
  const log = open()
  expect(left(log)).toEqual([])
  await append(log, 'next')
  expect(readdirSync(directory)).toEqual([name])
  expect(left(open())).toEqual(['next'])
})

it('reports a damaged segment once, keeps it unchanged, and replays its other records', async () => {
  const before = open()
  for (const text of ['a', 'b', 'c']) await append(before, text)
  const [segment = ''] = readdirSync(directory)
  const path = join(directory, segment)
  const bytes = readFileSync(path)
  // The length of the second record.
  bytes.writeUInt8(bytes.readUInt8(bytes.length / 3 + 8) ^ 4, bytes.length / 3 + 8)
  writeFileSync(path, bytes)
  const damaged: DamagedSegment[] = []
  const log = openWriteAheadLog(directory, (each) => damaged.push(each))
  opened.push(log)
  const found = log.replay()
  expect(found.map(({ record }) => record.toString())).toEqual(['a', 'c'])
  expect(damaged).toEqual([{ segment, copy: expect.stringMatching(/\.damaged$/), read: 2 }])
  // Another start before the records are stored finds the same copy.
  open()
  for (const { release } of found) await release()
  expect(statSync(path).size).toBe(0)
  const copies = readdirSync(directory).filter((name) => name.endsWith('.damaged'))
  expect(copies).toHaveLength(1)
  expect(readFileSync(damaged[0]?.copy ?? '')).toEqual(bytes)
  expect(left(open())).toEqual([])
})

it('replays a segment of an earlier version, appends nothing to it, and removes it', async () => {
  mkdirSync(directory, { recursive: true })
  const head = Buffer.alloc(8)
  head.writeUInt32LE(7, 0)
  head.writeUInt32LE(crc32('earlier'), 4)
  writeFileSync(join(directory, '4.log'), Buffer.concat([head, Buffer.from('earlier')]))
  const log = open()
  const [earlier] = log.replay()
  expect(earlier?.record.toString()).toBe('earlier')
  await append(log, 'a')
  expect(left(open())).toEqual(['a', 'earlier'])
  await earlier?.release()
  void log.rotate()
  await append(log, 'b')
  expect(left(open())).toEqual(['a', 'b'])
  expect(readdirSync(directory).filter((name) => !/^[56]-/.test(name))).toEqual([])
})

it('a failed append makes the next one start a new segment', async () => {
  const log = open()
  await append(log, 'a')
  void log.rotate()
  rmSync(directory, { recursive: true })
  await expect(append(log, 'b')).rejects.toThrow('ENOENT')
  open()
  await append(log, 'c')
  expect(left(open())).toEqual(['c'])
})

it("other files in the log's folder are left alone", async () => {
  open()
  const note = join(directory, 'note.txt')
  writeFileSync(note, 'mine')
  await append(open(), 'a')
  expect(readdirSync(directory).sort()).toEqual([
    expect.stringMatching(/^1-[0-9a-f]{16}\.log$/),
    'note.txt',
  ])
  expect(statSync(note).size).toBe(4)
})

it('unreleased records are kept under any order of concurrent calls', async () => {
  const action = fc.oneof(
    { weight: 3, arbitrary: fc.constant('append' as const) },
    { weight: 2, arbitrary: fc.nat() },
    { weight: 2, arbitrary: fc.constant('turn' as const) },
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 20 }), async (actions) => {
      run += 1
      directory = join(root, `${run}`)
      const log = open()
      const needed = new Map<string, Release>()
      const releases: Promise<void>[] = []
      let appending = Promise.resolve()
      for (const [i, next] of actions.entries()) {
        if (next === 'turn') {
          void log.rotate()
          continue
        }
        await appending
        if (next === 'append') {
          appending = append(log, `${i}`).then((release) => void needed.set(`${i}`, release))
        } else {
          const [name, release] = [...needed][next % Math.max(needed.size, 1)] ?? []
          if (name === undefined || release === undefined) continue
          needed.delete(name)
          releases.push(release())
        }
      }
      await Promise.all([appending, ...releases])
      expect(left(open())).toEqual(expect.arrayContaining([...needed.keys()]))
      await Promise.all([...needed.values()].map((release) => release()))
      await log.rotate()
      expect(left(open())).toEqual([])
      await Promise.all(opened.splice(0).map((each) => each.close()))
    }),
    { numRuns: 30 },
  )
})
