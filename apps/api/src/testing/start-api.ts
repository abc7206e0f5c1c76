import { randomBytes } from 'node:crypto'
import { type Core, type CoreOptions, openCore } from '@sluice/core'
import type { Tracer } from '@sluice/tracing'
import pino, { type Logger } from 'pino'
import { inject } from 'vitest'
import type { BodyPolicy } from '../body-policy.ts'
import { buildServer } from '../server.ts'

/** A clock that stands until a test moves it. */
export function standingClock(start = new Date('2026-06-01T12:00:00Z')) {
  let now = start.getTime()
  const clock = () => new Date(now)
  clock.advance = (seconds: number) => {
    now += seconds * 1000
  }
  return clock
}

export interface TestApi {
  readonly url: string
  readonly core: Core
  readonly clock: ReturnType<typeof standingClock>
  close(): Promise<void>
}

interface TestApiOptions {
  /**
   * Proxies whose X-Forwarded-For is believed. By default that is the test client, which can so choose its
   * address.
   */
  readonly trustedProxies?: readonly string[]
  readonly logger?: Logger
  /** What the clock stands at. */
  readonly start?: Date
  readonly internalSecret?: string
  readonly securityContact?: string
  readonly apiUrl?: string
  readonly tracer?: Tracer
  /** In place of the usual bounds of bodies. */
  readonly bodies?: Partial<BodyPolicy>
  /** In place of the shared stores and the usual settings. */
  readonly core?: Partial<CoreOptions>
}

/** The REST adapter on a free port, over the stores that the tests share. */
export async function startApi(options: TestApiOptions = {}): Promise<TestApi> {
  const clock = standingClock(options.start)
  const core = openCore({
    databaseUrl: inject('databaseUrl'),
    clickhouseUrl: inject('clickhouseUrl'),
    peppers: new Map([[1, randomBytes(32).toString('hex')]]),
    // What the node remembers then counts for as long as it listens, however slow the machine is.
    trustClock: () => ({ steady: 0, wall: 0 }),
    ...{ clock, tracing: options.tracer },
    ...options.core,
  })
  const app = await buildServer({
    core,
    apiUrl: options.apiUrl ?? 'http://api.example',
    origins: ['http://console.example'],
    trustedProxies: options.trustedProxies ?? ['127.0.0.1'],
    internalSecret: options.internalSecret,
    securityContact: options.securityContact,
    tracer: options.tracer,
    ...(options.bodies && { bodies: options.bodies }),
    logger: options.logger ?? pino({ level: 'silent' }),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...{ url, core, clock },
    async close() {
      await app.close()
      await core.close()
    },
  }
}
