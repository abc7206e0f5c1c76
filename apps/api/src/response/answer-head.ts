import type { ServerResponse } from 'node:http'
import { type Operation, operations } from '@sluice/contract'
import type { Answer } from '@sluice/core'
import type { Problem } from '@sluice/runtime'
import type { Dialect } from '../dialects/dialect.ts'
import type { Exchange } from '../exchange.ts'
import type { Shell } from '../shell.ts'
import { deprecationFields } from './deprecation.ts'
import { etagField, heldEtag } from './entity-tags.ts'
import { tooMuchUnread } from './large-answers.ts'
import { locationOf } from './location.ts'
import { problemBody, problemFields, withHint } from './problem-answer.ts'
import { addRateLimitFields } from './rate-limit-fields.ts'
import type { Representation } from './representation.ts'

type Outcome = Extract<Answer, { readonly output: unknown }>

/** What is left to do once an answer's head is written. */
export interface Headed {
  readonly answer: Answer
  readonly status: number
  readonly body: string | Uint8Array | undefined
}

export function writeHead(shell: Shell, exchange: Exchange, answer: Answer): Headed {
  return 'problem' in answer
    ? writeProblemHead(shell, exchange, answer, answer.problem)
    : writeOutputHead(shell, exchange, answer)
}

function writeOutputHead(shell: Shell, exchange: Exchange, answer: Outcome): Headed {
  const { name, request, response, written } = exchange
  const { status } = operations[name]
  const fields = commonFields(shell, exchange, answer)
  if (!written) {
    response.writeHead(status, fields)
    return { answer, status, body: undefined }
  }
  const held = heldEtag(request.headers['if-none-match'], written.tag)
  if (held) {
    response.writeHead(304, [...fields, 'ETag', held, 'Vary', 'Accept-Encoding'])
    return { answer, status: 304, body: undefined }
  }
  const location = status === 201 ? locationOf(name, answer.output, shell.apiUrl) : undefined
  if (location !== undefined) fields.push('Location', location)
  return { answer, ...headed(response, status, fields, written) }
}

function writeProblemHead(
  shell: Shell,
  exchange: Exchange,
  answer: Answer,
  problem: Problem,
): Headed {
  const { id, request, response } = exchange
  const body = problemBody(withHint(problem, request.headers), id, shell.apiUrl)
  if (!shell.answers.count(exchange, answer.actor?.organization.id, body)) {
    return writeProblemHead(shell, exchange, answer, tooMuchUnread())
  }
  const fields = commonFields(shell, exchange, answer)
  const whole = { body, fields: problemFields(problem) }
  return { answer, ...headed(response, problem.status, fields, whole) }
}

export function writeTranslated(
  shell: Shell,
  exchange: Exchange,
  answer: Answer,
  dialect: Dialect,
): Headed {
  const { headers } = exchange.request
  const { status, fields, body } =
    'problem' in answer
      ? dialect.refused(answer.problem, headers)
      : dialect.succeeded(answer.output, headers)
  const all = [...commonFields(shell, exchange, answer), ...fields]
  if (body !== undefined) all.push('Content-Length', String(Buffer.byteLength(body)))
  exchange.response.writeHead(status, all)
  return { answer, status, body }
}

function headed(
  response: ServerResponse,
  status: number,
  fields: string[],
  { body, fields: own, tag, coding }: Representation,
): Omit<Headed, 'answer'> {
  if (tag !== undefined) fields.push('ETag', etagField(tag, coding))
  fields.push(...own, 'Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, fields)
  return { status, body }
}

/** Header fields of every answer, as name, value, name, value. */
function commonFields(
  { cors, security, isClosing }: Shell,
  { id, name, request }: Exchange,
  { rate, replayed }: Answer,
): string[] {
  const fields = ['X-Request-Id', id, ...security(request)]
  if (rate) addRateLimitFields(fields, rate)
  if (replayed) fields.push('Idempotency-Replayed', 'true')
  const { deprecated }: Operation = operations[name]
  if (deprecated) fields.push(...deprecationFields(deprecated))
  const { origin } = request.headers
  if (origin !== undefined) fields.push(...cors(origin))
  if (isClosing()) fields.push('Connection', 'close')
  return fields
}
