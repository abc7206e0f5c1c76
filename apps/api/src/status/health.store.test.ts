import Fastify from 'fastify'
import pino from 'pino'
import { expect, inject, it, onTestFinished } from 'vitest'
import { startApi } from '../testing/start-api.ts'
import { addHealth } from './health.ts'

it.each([
  ['off', 'ok', 0],
  ['on', 'degraded', 1],
])('with default_transaction_read_only=%s the database is %s', async (readOnly, state, told) => {
  const databaseUrl = new URL(inject('databaseUrl'))
  databaseUrl.searchParams.set('options', `-c default_transaction_read_only=${readOnly}`)
  const { core, close } = await startApi({ core: { databaseUrl: databaseUrl.href } })
  onTestFinished(close)
  const lines: string[] = []
  const logger = pino({}, { write: (line) => lines.push(line) })
  const app = Fastify()
  addHealth(app, { core, logger, limitMs: 60_000 })
  for (let probe = 0; probe < 2; probe += 1) {
    const answer = await app.inject({ url: '/readyz' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().checks).toMatchObject({ database: state, telemetry: 'ok' })
  }
  expect(lines.filter((line) => line.includes('takes no writes'))).toHaveLength(told)
})
