import { operations } from '@sluice/contract'
import type { Answer } from '@sluice/core'
import type { Tracer } from '@sluice/tracing'
import type { Exchange } from '../exchange.ts'
import { pathOf } from '../status/log-path.ts'

/** The end of an exchange: its answer and status. */
export interface Answered {
  readonly answer: Answer
  readonly status: number
}

/**
 * Serves an exchange in a span by OpenTelemetry's HTTP conventions, named by the operation. Header fields and query are
 * not recorded, since both may contain secrets.
 */
export function traceExchange(
  tracer: Tracer,
  { exchange, scheme }: { exchange: Exchange; scheme: string },
  respond: () => Answered | Promise<Answered>,
): Promise<Answered> {
  const { id, name, address, request } = exchange
  const { method, path } = operations[name]
  const attributes = {
    'http.request.method': method,
    'http.route': path,
    'url.path': pathOf(request),
    'url.scheme': scheme,
    'client.address': address,
    'sluice.operation': name,
    'sluice.request.id': id,
  }
  return tracer.request(request.headers, { name, attributes }, async (span) => {
    const answered = await respond()
    const { answer, status } = answered
    span.set({ 'http.response.status_code': status, ...outcomeOf(answer) })
    // A refusal is the caller's fault, and by the conventions no failure of this span.
    if (status >= 500) span.fail(String(status))
    return answered
  })
}

function outcomeOf(answer: Answer): Record<string, string> {
  const { actor } = answer
  return {
    ...(actor && { 'sluice.organization.id': actor.organization.id, 'sluice.key.id': actor.id }),
    ...('problem' in answer && { 'sluice.problem': answer.problem.code }),
  }
}
