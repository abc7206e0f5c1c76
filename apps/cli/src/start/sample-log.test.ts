import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readEnvironment } from '../environment.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { noteLeft, requireNoneLeft, sampleLog } from './sample-log.ts'

const alone = readEnvironment({})
const many = readEnvironment({ NODES: '2', VALKEY_URL: 'redis://127.0.0.1:6379' })
const elsewhere = readEnvironment({ CLICKHOUSE_URL: 'http://127.0.0.1:8123' })

it('changing stores is rejected while the log has unstored samples', () => {
  const dataDir = temporaryDirectory()
  const start = (environment: typeof alone) => requireNoneLeft({ environment, dataDir })
  for (const environment of [alone, many, elsewhere]) start(environment)
  const directory = sampleLog({ dataDir })
  mkdirSync(directory)
  writeFileSync(join(directory, '1.log'), '')
  writeFileSync(join(directory, 'ceiling'), '1')
  for (const environment of [alone, many, elsewhere]) start(environment)
  writeFileSync(join(directory, '2.log'), 'samples')
  start(alone)
  expect(() => start(many)).toThrow(/accepted samples that are not in the store yet/)
  expect(() => start(elsewhere)).toThrow(/Start once with the embedded ClickHouse/)
})

it('a stop notes that samples are left to be stored', () => {
  const dataDir = temporaryDirectory()
  const notes: string[] = []
  const stop = () => noteLeft({ dataDir }, (line) => notes.push(line))
  stop()
  const directory = sampleLog({ dataDir })
  mkdirSync(directory)
  writeFileSync(join(directory, '1.log'), '')
  stop()
  expect(notes).toEqual([])
  writeFileSync(join(directory, '2.log'), 'samples')
  stop()
  expect(notes).toEqual([
    `  Accepted samples are still in ${directory}. The next start stores them`,
  ])
})
