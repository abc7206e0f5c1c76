import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCeiling } from './ceiling.ts'

const SECOND = 1_000_000_000n

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-ceiling-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const path = () => join(directory, 'ceiling')

it('is above all that was used, over restarts', async () => {
  const first = openCeiling(directory)
  expect(first.found).toBe(0n)
  for (const version of [5n, 4n * SECOND, 10n * SECOND + 5n, 3n]) {
    await first.raise(version)
    expect(openCeiling(directory).found).toBeGreaterThan(version)
  }
  const second = openCeiling(directory)
  await second.raise(second.found)
  expect(openCeiling(directory).found).toBeGreaterThan(second.found)
})

it('is written once for all versions of ten seconds', async () => {
  const ceiling = openCeiling(directory)
  await ceiling.raise(SECOND)
  rmSync(path())
  await ceiling.raise(11n * SECOND - 1n)
  expect(openCeiling(directory).found).toBe(0n)
  await ceiling.raise(11n * SECOND)
  expect(readFileSync(path(), 'utf8')).toBe(`${21n * SECOND}\n`)
})

it('says so where the disk does not take it, and tries again', async () => {
  const ceiling = openCeiling(join(directory, 'gone'))
  for (const _ of [1, 2]) await expect(ceiling.raise(1n)).rejects.toThrow('ENOENT')
})

it.each(['', 'mine', '17', '-17\n', '1 7\n', '17\n18\n', '17\0\n', `${'9'.repeat(20)}\n`])(
  'is never taken for less than it was: damaged to %j it stops the start, and is left as it is',
  (text) => {
    writeFileSync(path(), text)
    expect(() => openCeiling(directory)).toThrow(`${path()} is damaged`)
    expect(readFileSync(path(), 'utf8')).toBe(text)
  },
)

it('begins anew once a damaged file was deleted, as on a fresh folder', () => {
  writeFileSync(path(), '')
  expect(() => openCeiling(directory)).toThrow('delete the file')
  rmSync(path())
  expect(openCeiling(directory).found).toBe(0n)
})

it('minds nothing of a write that was cut off', async () => {
  await openCeiling(directory).raise(SECOND)
  writeFileSync(`${path()}.next`, '1')
  const ceiling = openCeiling(directory)
  expect(ceiling.found).toBe(11n * SECOND)
  await ceiling.raise(11n * SECOND)
  expect(openCeiling(directory).found).toBe(21n * SECOND)
})
