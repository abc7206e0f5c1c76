import { randomUUID } from 'node:crypto'
import { connect } from '@sluice/clickhouse'
import { expect, inject, it } from 'vitest'
import { migrateTelemetry } from './migrate.ts'

it('migrating ClickHouse is idempotent, even from two nodes at once', async () => {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('clickhouseUrl'))
  url.pathname = `/${database}`
  const address = { url: url.href }
  await Promise.all([migrateTelemetry(address), migrateTelemetry(address)])
  await migrateTelemetry(address)
  const client = connect(address)
  try {
    const tables = await client.query({ query: 'SHOW TABLES', format: 'JSONEachRow' })
    const names = (await tables.json<{ name: string }>()).map(({ name }) => name)
    const expected = ['latest', 'samples', 'schema_steps']
    expect(names).toEqual(expect.arrayContaining(expected))
    expect(names).not.toContain('latest_feed')
  } finally {
    await client.command({ query: `DROP DATABASE ${database}` })
    await client.close()
  }
})

it('migrating a ClickHouse out of reach fails with the cause, without the password', async () => {
  const address = { url: 'http://user:secret@127.0.0.1:1' }
  const failure: Error = await migrateTelemetry(address).catch((error) => error)
  expect(failure.message).toContain('ECONNREFUSED')
  expect(failure.message).not.toContain('secret')
})
