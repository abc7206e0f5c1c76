import { expect, test } from 'vitest'
import { judgeStores, type StoresFound } from './judge-stores.ts'

const places = {
  database: { name: 'db.example/sluice', embedded: false },
  telemetry: { name: 'ch.example/sluice', embedded: false },
}

interface Short {
  id?: string
  joined?: boolean
  organizations?: boolean
  ids?: string[]
  rows?: boolean
  remembered?: string
}

function found({ id, joined, organizations, ids, rows, remembered }: Short): StoresFound {
  return {
    database: { id, joined: joined ?? id !== undefined, inUse: organizations ?? false },
    telemetry: { ids: ids ?? [], inUse: rows ?? false },
    remembered,
  }
}

test.each<[string, Short]>([
  ['new stores', {}],
  ['stores of before there were ids', { organizations: true, rows: true }],
  ['stores of one installation', { id: 'a', ids: ['a'], remembered: 'a' }],
  ['stores that another data directory was used with', { id: 'a', ids: ['a'] }],
  ['a start that was killed before ClickHouse had the id', { id: 'a', joined: false }],
  ['a start that was killed before Postgres noted it', { id: 'a', joined: false, ids: ['a'] }],
])('%s belong together', (_, short) => {
  expect(judgeStores(found(short), places)).toBeUndefined()
})

test.each<[string, Short, RegExp]>([
  ['new Postgres, old samples', { rows: true }, /ClickHouse .*holds data .*Postgres .*has none/],
  ["new Postgres, another's ClickHouse", { ids: ['b'], rows: true }, /^Postgres .* is new/],
  ["new Postgres, another's empty ClickHouse", { ids: ['b'] }, /^Postgres .* is new/],
  ['new stores, old data directory', { remembered: 'a' }, /^Postgres .* is new.*data directory/],
  ['new ClickHouse', { id: 'a' }, /^ClickHouse .* is new.*run in ClickHouse: INSERT .*'a'/],
  ['two installations', { id: 'a', ids: ['b'] }, /different installations/],
  ['two on one ClickHouse', { id: 'a', ids: ['a', 'b'] }, /different installations/],
  ['another directory', { id: 'a', ids: ['a'], remembered: 'b' }, /^The data directory and/],
  ['an older Postgres', { ids: ['b'], organizations: true }, /run in Postgres: INSERT .*'b', true/],
])('%s: refused, with the places', (_, short, fault) => {
  const told = judgeStores(found(short), places)
  expect(told).toMatch(fault)
  expect(told).toContain('db.example/sluice')
  expect(told).toMatch(/ch\.example\/sluice|data directory/)
})

test('no statement is advised for an embedded store, which does not run then', () => {
  const embedded = {
    database: { name: '/data/postgres', embedded: true },
    telemetry: { name: '/data/clickhouse', embedded: true },
  }
  for (const short of [{ id: 'a' }, { ids: ['b'], organizations: true }])
    expect(judgeStores(found(short), embedded)).not.toContain('INSERT')
})
