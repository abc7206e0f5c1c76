import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openVersionMark } from './version-mark.ts'

const SECOND = 1_000_000_000n

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-version-mark-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const path = () => join(directory, 'ceiling')

it('the version mark stays above all used versions across restarts', async () => {
  const first = openVersionMark(directory)
  expect(first.found).toBe(0n)
  for (const version of [5n, 4n * SECOND, 10n * SECOND + 5n, 3n]) {
    await first.raise(version)
    expect(openVersionMark(directory).found).toBeGreaterThan(version)
  }
  const second = openVersionMark(directory)
  await second.raise(second.found)
  expect(openVersionMark(directory).found).toBeGreaterThan(second.found)
})

it('the version mark is written at most once in ten seconds of versions', async () => {
  const mark = openVersionMark(directory)
  await mark.raise(SECOND)
  rmSync(path())
  await mark.raise(11n * SECOND - 1n)
  expect(openVersionMark(directory).found).toBe(0n)
  await mark.raise(11n * SECOND)
  expect(readFileSync(path(), 'utf8')).toBe(`${21n * SECOND}\n`)
})

it('the version mark is above all versions raised at once, even after a failure', async () => {
  const mark = openVersionMark(directory)
  rmSync(directory, { recursive: true })
  const failed = mark.raise(SECOND)
  await expect(failed).rejects.toThrow('ENOENT')
  mkdirSync(directory)
  await Promise.all([30n, 1n, 60n, 20n].map((seconds) => mark.raise(seconds * SECOND)))
  expect(openVersionMark(directory).found).toBe(70n * SECOND)
})

it('a failed write of the version mark rejects, and is retried next time', async () => {
  const mark = openVersionMark(join(directory, 'gone'))
  for (const _ of [1, 2]) await expect(mark.raise(1n)).rejects.toThrow('ENOENT')
})

it.each(['', 'mine', '17', '-17\n', '1 7\n', '17\n18\n', '17\0\n', `${'9'.repeat(20)}\n`])(
  'a version mark damaged to %j stops the start and is left as it is',
  (text) => {
    writeFileSync(path(), text)
    expect(() => openVersionMark(directory)).toThrow(`${path()} is damaged`)
    expect(readFileSync(path(), 'utf8')).toBe(text)
  },
)

it('the version mark starts at zero once a damaged file was deleted', () => {
  writeFileSync(path(), '')
  expect(() => openVersionMark(directory)).toThrow('delete the file')
  rmSync(path())
  expect(openVersionMark(directory).found).toBe(0n)
})

it('an interrupted write of the version mark is ignored', async () => {
  await openVersionMark(directory).raise(SECOND)
  writeFileSync(`${path()}.next`, '1')
  const mark = openVersionMark(directory)
  expect(mark.found).toBe(11n * SECOND)
  await mark.raise(11n * SECOND)
  expect(openVersionMark(directory).found).toBe(21n * SECOND)
})
