import type { Integration } from '../../database/generated/client.ts'
import { hasPepper, type Peppers } from '../../keys/index.ts'
import { payloadOf } from '../present-delivery.ts'
import { openSecret } from '../secret.ts'
import type { Claimed } from './claim.ts'
import type { ReceiverAnswer, Send } from './send.ts'
import { signedHeaders } from './sign.ts'

/** The outcome of an attempt. */
export interface Attempt {
  readonly delivery: Claimed
  readonly at: Date
  readonly durationMs: number
  /** Without the signature. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly answer: ReceiverAnswer | undefined
  /** Why it failed, for the integration's owner; undefined if it was delivered. */
  readonly error: string | undefined
}

interface Sender {
  readonly send: Send
  readonly clock: () => Date
}

/** Makes one attempt at a delivery. Never throws. */
export async function attempt(
  { send, clock }: Sender,
  url: string,
  secrets: readonly string[],
  delivery: Claimed,
): Promise<Attempt> {
  const at = clock()
  const startedAt = performance.now()
  const body = JSON.stringify(payloadOf(delivery))
  const { 'webhook-signature': signature, ...ids } = signedHeaders(
    { id: delivery.eventId, at, body },
    secrets,
  )
  const requestHeaders = { 'content-type': 'application/json', ...ids }
  const made = { delivery, at, requestHeaders }
  const durationMs = () => Math.round(performance.now() - startedAt)
  try {
    const headers = { ...requestHeaders, 'webhook-signature': signature }
    const answer = await send({ url, headers, body })
    return { ...made, durationMs: durationMs(), answer, error: faultOf(answer) }
  } catch (error) {
    const { message } = error as Error
    return { ...made, durationMs: durationMs(), answer: undefined, error: message }
  }
}

/** The secrets that sign now, newest first. A previous one whose pepper is lost no longer does. */
export function signingSecrets(row: Integration, peppers: Peppers, now: Date): string[] {
  const { previousSecret: previous, previousSecretUntil: until } = row
  const overlaps = previous && until && until > now && hasPepper(previous, peppers)
  const sealed = overlaps ? [row.secret, previous] : [row.secret]
  return sealed.map((secret) => openSecret(secret, row, peppers))
}

function faultOf({ status }: ReceiverAnswer): string | undefined {
  if (status >= 200 && status < 300) return undefined
  return status >= 300 && status < 400
    ? `The receiver answered ${status}. Redirects are not followed.`
    : `The receiver answered ${status}.`
}
