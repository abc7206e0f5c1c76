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

it('a fault is logged when it begins and when it ends, once each', async () => {
  let fault: Error | undefined = new Error('away')
  const lines: string[] = []
  const core = {
    db: { $queryRawUnsafe: async () => Promise.reject(new Error('down')) },
    telemetry: {
      async ping() {
        if (fault) throw fault
      },
    },
    changes: { fault: () => fault },
    buckets: { fault: () => undefined },
  }
  const app = Fastify()
  const logger = pino({ base: null }, { write: (line) => lines.push(line) })
  addHealth(app, { core: core as unknown as Core, logger })
  const probe = () => app.inject({ url: '/readyz' })
  const logged = () => lines.splice(0).map((line) => JSON.parse(line))
  await probe()
  expect(logged()).toMatchObject([
    { check: 'database', msg: 'not ready', level: 40 },
    { check: 'telemetry', msg: 'not ready', level: 40 },
    { check: 'changes', msg: 'degraded', level: 40 },
  ])
  await probe()
  expect(logged()).toEqual([])
  fault = undefined
  await probe()
  await probe()
  expect(logged()).toMatchObject([
    { check: 'telemetry', msg: 'ready again', level: 30 },
    { check: 'changes', msg: 'well again', level: 30 },
  ])
})

it('the warnings begin with what else is down', async () => {
  const core = {
    db: { $queryRawUnsafe: async () => Promise.reject(new Error('down')) },
    telemetry: { ping: async () => {} },
    changes: { fault: () => undefined },
    buckets: { fault: () => undefined },
  }
  const app = Fastify()
  const logger = pino({ level: 'silent' })
  const outages = () => ['Postgres is down: the disk is full.']
  addHealth(app, { core: core as unknown as Core, logger, outages, warning: () => 'A proxy.' })
  const answer = await app.inject({ url: '/readyz' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json().warnings).toEqual(['Postgres is down: the disk is full.', 'A proxy.'])
})
