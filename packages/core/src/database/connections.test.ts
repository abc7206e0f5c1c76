import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connections, named } from './connections.ts'

test('the page about several machines says how many connections a node and a console open', () => {
  const { requests, thread, changes, deliveries, erasures, otherJobs, samples, signals } =
    connections
  const console = requests + changes + samples + signals
  const api = console + thread + deliveries + erasures + otherJobs
  const page = readFileSync(
    new URL('../../../../docs/operations/cluster.md', import.meta.url),
    'utf8',
  )
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `An API node opens up to ${api} connections to Postgres, a console up to ${console}.`,
  )
})

test('an address with parameters is named besides', () => {
  expect(named('postgres://ann:p%25w@db:5433/sluice?sslmode=require', 'sluice jobs')).toBe(
    'postgres://ann:p%25w@db:5433/sluice?sslmode=require&application_name=sluice+jobs',
  )
})
