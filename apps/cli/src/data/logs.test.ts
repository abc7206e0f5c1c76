import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openLogs } from './logs.ts'

test('log lines are appended, and shown in verbose mode', () => {
  const dataDir = temporaryDirectory()
  const shown: string[] = []
  for (const verbose of [false, true]) {
    const logs = openLogs(dataDir, (line) => shown.push(line), verbose)
    logs.of('api').write(`verbose: ${verbose}`)
    logs.close()
  }
  expect(readFileSync(join(dataDir, 'logs/api.log'), 'utf8')).toBe(
    'verbose: false\nverbose: true\n',
  )
  expect(shown).toEqual(['  api: verbose: true'])
})

test('a log that has grown too large is rotated', () => {
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'logs'))
  const path = join(dataDir, 'logs/api.log')
  writeFileSync(path, 'x'.repeat(10 * 1024 * 1024 + 1))
  const logs = openLogs(dataDir, () => {}, false)
  logs.of('api').write('new')
  logs.close()
  expect(readFileSync(path, 'utf8')).toBe('new\n')
  expect(statSync(`${path}.1`).size).toBe(10 * 1024 * 1024 + 1)
})
