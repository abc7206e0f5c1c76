import type { WebhookEvents } from './contract.ts'

/** A delivered event: `type` tells which one it is, and so the type of `data`. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents]

/** A delivery, and what is needed to verify it. */
export interface WebhookOptions {
  /** The raw body: parsed and serialized again, it would have another signature. */
  readonly body: string | Uint8Array
  /** The request's headers, as `Headers` (of any library) or as in Node. */
  readonly headers:
    | { get(name: string): string | null }
    | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The integration's secret, `whsec_…`. During a rotation: the old and the new one. */
  readonly secret: string | readonly string[]
  /** Seconds that the delivery's time may differ from this clock. Default: 300. */
  readonly tolerance?: number
  /** The time to compare with. Default: now. */
  readonly now?: Date
}

/** The delivery is not from the service, or too old. Do not process it, and answer 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/** The most signatures of a delivery that are checked. The service sends at most two. */
const MAX_SIGNATURES = 8

/**
 * Verifies a webhook's signature (Standard Webhooks, HMAC-SHA-256) and returns the event, in constant time. Use `id` to
 * recognize repetitions: delivery is at least once.
 *
 * Rejects with a WebhookVerificationError if a header is missing, the time is off, or no signature matches. Throws a
 * TypeError for an invalid secret.
 */
export async function verifyWebhook(
  options: WebhookOptions,
): Promise<{ readonly id: string; readonly event: WebhookEvent }> {
  const { body, headers, secret, tolerance = 300, now = new Date() } = options
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0) throw new TypeError('There is no secret to verify with.')
  const keys = await Promise.all(secrets.map(keyOf))
  const id = required(headers, 'webhook-id')
  const timestamp = required(headers, 'webhook-timestamp')
  const signatures = required(headers, 'webhook-signature').split(' ').flatMap(signatureOf)
  if (!/^\d{1,12}$/.test(timestamp)) refuse('webhook-timestamp is not in seconds.')
  const seconds = now.getTime() / 1000 - Number(timestamp)
  if (!(Math.abs(seconds) <= tolerance)) {
    refuse(`webhook-timestamp is ${Math.round(Math.abs(seconds))} s off, more than ${tolerance}.`)
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  let isGenuine = false
  for (const key of keys) {
    for (const signature of signatures.slice(0, MAX_SIGNATURES)) {
      // All are compared, so that the time does not tell which one matched.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) isGenuine = true
    }
  }
  if (!isGenuine) refuse('No signature is of this secret and this body.')
  return { id, event: JSON.parse(new TextDecoder().decode(bytes)) }
}

function refuse(reason: string): never {
  throw new WebhookVerificationError(reason)
}

function required(headers: WebhookOptions['headers'], name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : plain(headers, name)
  if (typeof value !== 'string' || value === '') refuse(`${name} is missing.`)
  return value
}

/** Node has the names in lower case; others may not. */
function plain(headers: object, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

/** `v1,` and base64; other versions are ignored. */
function signatureOf(text: string): Uint8Array<ArrayBuffer>[] {
  const bytes = text.startsWith('v1,') ? fromBase64(text.slice(3)) : undefined
  return bytes ? [bytes] : []
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('The secret is not whsec_ and base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
