import type { Core } from '@sluice/core'
import Fastify from 'fastify'
import pino from 'pino'
import { expect, it } from 'vitest'
import { addHealth } from './health.ts'

it('a database that does not answer makes the node not ready, with one query for all probes', async () => {
  let asked = 0
  const core = {
    db: {
      $queryRawUnsafe: () => {
        asked += 1
        return new Promise(() => {})
      },
    },
    telemetry: { ping: async () => {} },
    changes: { fault: () => undefined },
    buckets: { fault: () => undefined },
  }
  const app = Fastify()
  addHealth(app, { core: core as unknown as Core, logger: pino({ level: 'silent' }), limitMs: 5 })
  for (const probe of ['first', 'second']) {
    const answer = await app.inject({ url: '/readyz', headers: { 'x-probe': probe } })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().checks).toMatchObject({ database: 'failing', telemetry: 'ok' })
  }
  expect(asked).toBe(1)
})
