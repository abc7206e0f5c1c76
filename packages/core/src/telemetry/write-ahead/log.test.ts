import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openWriteAheadLog, type WriteAheadLog } from './log.ts'

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

/** As after a crash: the one that had the folder before is not closed. */
function open(): WriteAheadLog {
  const log = openWriteAheadLog(directory)
  opened.push(log)
  return log
}

const append = (log: WriteAheadLog, text: string) => log.append(Buffer.from(text))
const left = (log: WriteAheadLog) => log.left.map(({ record }) => record.toString()).sort()
const bytes = () => readdirSync(directory).map((name) => statSync(join(directory, name)).size)

it('finds what was appended and not released', async () => {
  const log = open()
  expect(log.left).toEqual([])
  const [first] = [await append(log, 'a'), await append(log, 'b')]
  log.turn()
  await append(log, 'c')
  expect(left(open())).toEqual(['a', 'b', 'c'])
  await first()
  // Its file has another one that is needed.
  expect(left(open())).toEqual(['a', 'b', 'c'])
})

it('a file goes once all of it is released, if nothing can follow', async () => {
  const log = open()
  const [a, b] = [await append(log, 'a'), await append(log, 'b')]
  await Promise.all([a(), b()])
  expect(left(open())).toEqual(['a', 'b'])
  const c = await append(log, 'c')
  log.turn()
  await append(log, 'd')
  await c()
  expect(left(open())).toEqual(['d'])
})

it('uses two files again and again', async () => {
  const log = open()
  let previous = await append(log, 'first')
  for (let i = 0; i < 5; i += 1) {
    log.turn()
    const next = await append(log, `${i}`)
    await previous()
    previous = next
  }
  expect(bytes()).toHaveLength(2)
  expect(left(open())).toEqual(['4'])
})

it('what an earlier process left stays until it is released', async () => {
  const before = open()
  for (const text of ['a', 'b']) await append(before, text)
  const log = open()
  await append(log, 'c')
  const [first, second] = log.left
  await first?.release()
  expect(left(open())).toEqual(['a', 'b', 'c'])
  await second?.release()
  expect(left(open())).toEqual(['c'])
})

it('half a record is none, and its file is used again', async () => {
  const before = open()
  await append(before, 'whole')
  const [name = ''] = readdirSync(directory)
  const path = join(directory, name)
  writeFileSync(path, Buffer.from([9, 0, 0, 0, 1, 2, 3]))
  const log = open()
  expect(log.left).toEqual([])
  await append(log, 'next')
  expect(readdirSync(directory)).toEqual([name])
  expect(left(open())).toEqual(['next'])
})

it('after an append that failed the next one begins another file', async () => {
  const log = open()
  await append(log, 'a')
  log.turn()
  rmSync(directory, { recursive: true })
  await expect(append(log, 'b')).rejects.toThrow('ENOENT')
  open()
  await append(log, 'c')
  expect(left(open())).toEqual(['c'])
})

it('leaves other files of the folder alone', async () => {
  open()
  const note = join(directory, 'note.txt')
  writeFileSync(note, 'mine')
  await append(open(), 'a')
  expect(readdirSync(directory).sort()).toEqual(['1.log', 'note.txt'])
  expect(statSync(note).size).toBe(4)
})
