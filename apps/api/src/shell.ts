import type { Answer, Core } from '@sluice/core'
import type { PaceRefusals } from '@sluice/runtime'
import type { Tracer } from '@sluice/tracing'
import type { Bodies } from './body-policy.ts'
import type { ClientAddress } from './client-address.ts'
import type { Cors } from './cors.ts'
import type { Exchange } from './exchange.ts'
import type { SecurityFields } from './security-headers.ts'

/** What requests are served with. */
export interface Shell {
  readonly core: Core
  readonly apiUrl: string
  readonly cors: Cors
  /** Whose address a request is judged by. */
  readonly addressOf: ClientAddress
  readonly bodies: Bodies
  readonly security: SecurityFields
  /** Called with every answer once it has been handed to the socket; for logs and metrics. */
  readonly pace: PaceRefusals
  readonly answered: (exchange: Exchange, answer: Answer, status: number) => void
  /** Whether the server stops: then each answer is the last one of its connection. */
  readonly isClosing: () => boolean
  /** Where requests are traced. */
  readonly tracer?: Tracer | undefined
}
