import { randomBytes } from 'node:crypto'
import { type Core, type CoreOptions, openCore } from '@sluice/core'
import { memoryWriter } from '@sluice/telemetry/testing'
import type { Tracer } from '@sluice/tracing'
import pino, { type Logger } from 'pino'
import { inject } from 'vitest'
import type { BodyPolicy } from '../request/body-policy.ts'
import type { AnswerPolicy } from '../response/large-answers.ts'
import { buildServer } from '../server.ts'

/** A clock that stands still until a test advances it. */
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

export interface TestApiOptions {
  /**
   * Proxies whose X-Forwarded-For is trusted. By default that is the test client, which can thereby choose its
   * address.
   */
  readonly trustedProxies?: readonly string[]
  readonly logger?: Logger
  /** The initial time of the clock. */
  readonly start?: Date
  readonly internalSecret?: string
  readonly securityContact?: string
  readonly apiUrl?: string
  readonly tracer?: Tracer
  /** Bounds of bodies in place of the defaults. */
  readonly bodies?: Partial<BodyPolicy>
  /** Bounds of large answers in place of the defaults. */
  readonly answers?: Partial<AnswerPolicy>
  /** Options in place of the shared stores and the defaults. */
  readonly core?: Partial<CoreOptions>
}

/** The REST adapter on a free port, over the stores that the tests share. */
export async function startApi(options: TestApiOptions = {}): Promise<TestApi> {
  const clock = standingClock(options.start)
  const core = openCore({
    databaseUrl: inject('databaseUrl'),
    clickhouseUrl: inject('clickhouseUrl'),
    peppers: new Map([[1, randomBytes(32).toString('hex')]]),
    // The node's caches are then valid for as long as it listens, however slow the machine is.
    trustClock: () => ({ steady: 0, wall: 0 }),
    ...{ clock, tracing: options.tracer },
    sampleWriter: memoryWriter(() => clock().getTime()),
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
    ...(options.answers && { answers: options.answers }),
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
