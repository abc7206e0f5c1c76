import { createHmac } from 'node:crypto'
import { bytesOf } from '../secret.ts'

/** What is signed: the message's id, the attempt's time in epoch seconds, and the exact bytes of the body. */
export interface Message {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/**
 * The header fields of Standard Webhooks (specification 1.0.0). There is a signature for each secret, newest first, so
 * that a receiver can switch to the new secret at any time during the overlap.
 */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', bytesOf(secret)).update(`${id}.${timestamp}.${body}`)
    return `v1,${mac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
