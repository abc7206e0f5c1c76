import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMemory } from '../data/memory.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { postgresPlace } from './postgres-place.ts'

const makeCluster = (directory: string) => {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'PG_VERSION'), '18\n')
}

/** A data directory and one outside of it, as root's Postgres has. */
function directories() {
  const folder = temporaryDirectory()
  const [dataDir, copy, outside] = ['data', 'copy', 'outside/postgres'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  mkdirSync(dataDir)
  return { dataDir, copy, outside }
}

const place = (dataDir: string) => postgresPlace({ dataDir, memory: openMemory(dataDir) })

test('a new data directory has a place, and Postgres is to be made there', () => {
  const { dataDir } = directories()
  expect(place(dataDir)).toMatchObject({ made: false })
})

test('a data directory of an earlier version had Postgres when it remembers its port', () => {
  const { dataDir } = directories()
  openMemory(dataDir).remember({ ports: { postgres: 5432 } })
  expect(place(dataDir)).toMatchObject({ made: true })
})

test('the files that it remembers are used; missing ones are not made anew', () => {
  const { dataDir, outside } = directories()
  openMemory(dataDir).remember({ postgres: { directory: outside, dataDir } })
  expect(place(dataDir)).toEqual({ directory: outside, made: true })
  makeCluster(outside)
  expect(place(dataDir)).toEqual({ directory: outside, made: true })
})

test('files in the data directory go with it, wherever it is copied to', () => {
  const { dataDir, copy } = directories()
  const directory = join(dataDir, 'postgres')
  openMemory(dataDir).remember({ postgres: { directory, dataDir } })
  renameSync(dataDir, copy)
  makeCluster(join(copy, 'postgres'))
  expect(place(copy)).toEqual({ directory: join(copy, 'postgres'), made: true })
})

test('a data directory that was moved keeps its files outside of it', () => {
  const { dataDir, copy, outside } = directories()
  makeCluster(outside)
  openMemory(dataDir).remember({ postgres: { directory: outside, dataDir } })
  renameSync(dataDir, copy)
  expect(place(copy)).toEqual({ directory: outside, made: true })
})

test('a copy does not use the files of its original, and tells how to copy them', () => {
  const { dataDir, copy, outside } = directories()
  makeCluster(outside)
  const postgres = { directory: outside, dataDir }
  openMemory(dataDir).remember({ postgres })
  mkdirSync(copy)
  openMemory(copy).remember({ postgres })
  expect(() => place(copy)).toThrow(`cp -a ${outside} `)
  makeCluster(join(copy, 'postgres'))
  expect(place(copy)).toEqual({ directory: join(copy, 'postgres'), made: true })
})
