import type { Answer, Core } from '@sluice/core'
import type { PaceRefusals } from '@sluice/runtime'
import type { Tracer } from '@sluice/tracing'
import type { Exchange } from './exchange.ts'
import type { Bodies } from './request/body-policy.ts'
import type { ClientAddress } from './request/client-address.ts'
import type { Cors } from './response/cors.ts'
import type { LargeAnswers } from './response/large-answers.ts'
import type { SecurityFields } from './response/security-headers.ts'

/** What serving requests needs. */
export interface Shell {
  readonly core: Core
  readonly apiUrl: string
  readonly cors: Cors
  /** Finds the client's address. */
  readonly addressOf: ClientAddress
  readonly bodies: Bodies
  readonly answers: LargeAnswers
  readonly security: SecurityFields
  readonly pace: PaceRefusals
  /** Called after every answer was handed to the socket; for logs and metrics. */
  readonly answered: (exchange: Exchange, answer: Answer, status: number) => void
  /** Whether the server is stopping: then each answer is the last on its connection. */
  readonly isClosing: () => boolean
  /** Set if requests are traced. */
  readonly tracer?: Tracer | undefined
}
