import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSkew } from './skew.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-skew-'))
})
afterEach(() => rm(directory, { recursive: true }))

it('a clock may be behind from when it is set back until soon after it is put right', async () => {
  let now = 0
  const file = join(directory, 'clock')
  const skew = openSkew('', file, () => now)
  const seen: boolean[] = []
  for (const millis of [0, 500, -2000, 0]) {
    skew.set(millis)
    seen.push(skew.mayBeBehind())
    now += 5000
  }
  expect(seen).toEqual([false, false, true, true])
  now += 5000
  expect(skew.mayBeBehind()).toBe(false)
  expect(await readFile(file, 'utf8')).toBe('+0.000')
})
