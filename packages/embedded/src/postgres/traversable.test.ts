import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/temporary-directory.ts'
import { firstBarrier } from './traversable.ts'

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
