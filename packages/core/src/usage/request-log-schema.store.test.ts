import { randomUUID } from 'node:crypto'
import { connect, layoutOf } from '@sluice/clickhouse'
import { expect, inject, test } from 'vitest'
import { requestLogKinds, requestLogTable, requestLogWithoutSecrets } from './schema.ts'

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

/** Runs a test on a database of its own. */
async function onNewDatabase(work: (client: ReturnType<typeof connect>) => Promise<void>) {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const url = inject('clickhouseUrl')
  const server = connect({ url }, 'default')
  await server.command({ query: `CREATE DATABASE ${database}` })
  const client = connect({ url }, database)
  try {
    await client.command({ query: requestLogTable(layout) })
    await work(client)
  } finally {
    await server.command({ query: `DROP DATABASE ${database}` })
    await Promise.all([client.close(), server.close()])
  }
}

async function rowsOf(client: ReturnType<typeof connect>, query: string) {
  const answer = await client.query({ query, format: 'JSONCompact' })
  return (await answer.json<unknown[]>()).data
}

test('the request log’s migration includes older rows and can run twice', () =>
  onNewDatabase(async (client) => {
    await client.command({ query: insert(`${today} 00:00:01`, 'read THING/a/b') })
    for (const query of [...requestLogKinds(layout), ...requestLogKinds(layout)])
      await client.command({ query })
    await client.command({ query: insert(`${today} 00:00:02`, 'read THING/a/b') })
    expect(await rowsOf(client, sums)).toEqual([[1, 4]])
    const summed = `${sums} SETTINGS force_optimize_projection = 1`
    expect(await rowsOf(client, summed)).toEqual([[1, 4]])
  }))

test('secrets of keys are taken out of older rows, and of the sums over them', () =>
  onNewDatabase(async (client) => {
    for (const query of requestLogKinds(layout)) await client.command({ query })
    const secret = 'a1B2'.repeat(12)
    const shown = 'admin KEY/svcad_3hZk9QmT7aBc_...'
    for (const needs of [
      `admin KEY/svcad_3hZk9QmT7aBc_${secret}x`,
      `read THING/a/b\\n+read PLACE/Site/SVCEX_3hZk9QmT7aBc_${secret} KEY/a`,
      'read KEY/3hZk9QmT7aBc',
    ]) {
      await client.command({ query: insert(`${today} 00:00:01`, needs) })
    }
    for (const query of requestLogWithoutSecrets(layout)) {
      await client.command({ query, clickhouse_settings: { mutations_sync: '2' } })
    }
    expect(await rowsOf(client, 'SELECT needs FROM requests ORDER BY needs')).toEqual([
      [shown],
      ['read KEY/3hZk9QmT7aBc'],
      ['read THING/a/b\n+read PLACE/Site/SVCEX_3hZk9QmT7aBc_... KEY/a'],
    ])
    const summed = `
      SELECT any(needs) AS text, kind = cityHash64(1::UInt32, 'k', 'things.get', '${shown}') AS known
      FROM requests WHERE organization = 1 AND key = 'k' AND toMonday(time) >= '2000-01-01'
      GROUP BY kind ORDER BY text SETTINGS force_optimize_projection = 1`
    const rows = await rowsOf(client, summed)
    expect(rows[0]).toEqual([shown, 1])
    expect(JSON.stringify(rows)).not.toContain(secret)
  }))
