import { randomUUID } from 'node:crypto'
import { connect, layoutOf } from '@sluice/clickhouse'
import { expect, inject, test } from 'vitest'
import { requestLogKinds, requestLogTable } from './schema.ts'

const insert = (time: string, needs: string) => `
  INSERT INTO requests (organization, key, time, operation, tier, status, problem, address, micros, needs, calls)
  VALUES (1, 'k', '${time}', 'things.get', 'standard', 200, '', '192.0.2.1', 1, '${needs}', 2)`

const layout = layoutOf(undefined, 'default')
const today = new Date().toISOString().slice(0, 10)

const sums = `
  SELECT kind = cityHash64(1::UInt32, 'k', 'things.get', 'read THING/a/b') AS known,
    sumIf(calls, status < 400) AS total
  FROM requests WHERE organization = 1 AND key = 'k' AND toStartOfDay(time) >= toDateTime('${today}', 'UTC')
  GROUP BY kind ORDER BY kind`

test('the request log’s migration includes older rows and can run twice', async () => {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const url = inject('clickhouseUrl')
  const server = connect({ url }, 'default')
  await server.command({ query: `CREATE DATABASE ${database}` })
  const client = connect({ url }, database)
  try {
    await client.command({ query: requestLogTable(layout) })
    await client.command({ query: insert(`${today} 00:00:01`, 'read THING/a/b') })
    for (const query of [...requestLogKinds(layout), ...requestLogKinds(layout)])
      await client.command({ query })
    await client.command({ query: insert(`${today} 00:00:02`, 'read THING/a/b') })
    const answer = await client.query({ query: sums, format: 'JSONCompact' })
    expect((await answer.json<unknown[]>()).data).toEqual([[1, 4]])
    const summed = await client.query({
      query: `${sums} SETTINGS force_optimize_projection = 1`,
      format: 'JSONCompact',
    })
    expect((await summed.json<unknown[]>()).data).toEqual([[1, 4]])
  } finally {
    await server.command({ query: `DROP DATABASE ${database}` })
    await Promise.all([client.close(), server.close()])
  }
})
