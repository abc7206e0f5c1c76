import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { temporaryDirectory } from '../../test/temporary-directory.ts'
import { firstBarrier, makeTraversable } from './traversable.ts'

const stranger = { uid: 54321, gid: 54321 }
let directory: ReturnType<typeof temporaryDirectory>

beforeEach(() => {
  directory = temporaryDirectory()
  mkdirSync(path.join(directory.path, 'a/b'), { recursive: true })
})
afterEach(() => directory.remove())

const at = (name: string) => path.join(directory.path, name)

it('directories that everybody may enter are traversable', () => {
  expect(firstBarrier(at('a/b'), stranger)).toBeUndefined()
})

it('the topmost directory that others may not enter is reported', () => {
  chmodSync(at('a'), 0o700)
  chmodSync(at('a/b'), 0o700)
  expect(firstBarrier(at('a/b/not/made/yet'), stranger)).toBe(at('a'))
})

it('the owner and the group are checked by their own permission bits', () => {
  chmodSync(at('a'), 0o710)
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  expect(firstBarrier(at('a/b'), { uid, gid })).toBeUndefined()
  expect(firstBarrier(at('a/b'), { ...stranger, gid })).toBeUndefined()
  chmodSync(at('a'), 0o701)
  expect(firstBarrier(at('a/b'), { ...stranger, gid })).toBe(at('a'))
})

it('the target of a symbolic link is checked', () => {
  chmodSync(at('a'), 0o700)
  symlinkSync(at('a/b'), at('link'))
  expect(firstBarrier(at('link/new'), stranger)).toBe(at('a'))
})

it('directories that are made may be entered whatever the umask, and those that were there stay as they are', async () => {
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  chmodSync(at('a'), 0o750)
  await makeTraversable(at('a/c/d'))
  const modes = ['a', 'a/c', 'a/c/d'].map((name) => (statSync(at(name)).mode & 0o777).toString(8))
  expect(modes).toEqual(['750', '755', '755'])
  await makeTraversable(at('a'))
  expect(statSync(at('a')).mode & 0o777).toBe(0o750)
})
