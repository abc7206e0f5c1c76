import { Webhook } from 'standardwebhooks'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts'

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`
const [secret, newer] = [secretOf('first'), secretOf('second')]
const now = new Date('2026-06-01T12:00:00Z')
const body = JSON.stringify({
  type: 'metric.breached',
  timestamp: now.toISOString(),
  data: { metric: 'temperature', value: 12.5, text: 'æ' },
})

/** A delivery signed by the Standard Webhooks library. */
function delivery({ secrets = [secret], at = now, sent = body } = {}) {
  const signatures = secrets.map((one) => new Webhook(one).sign('msg_1', at, sent))
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a webhook', () => {
  test('that is genuine answers its id and its event', async () => {
    const { id, event } = await verifyWebhook({ body, headers: delivery(), secret, now })
    expect([id, event.type]).toEqual(['msg_1', 'metric.breached'])
    if (event.type === 'metric.breached') {
      expectTypeOf(event.data.value).toEqualTypeOf<number>()
      expect(event.data.value).toBe(12.5)
    }
  })

  test('is taken with Headers of another library or realm, and with a header named get', async () => {
    const sent = new Map(Object.entries(delivery()))
    const headers = { get: (name: string) => sent.get(name.toLowerCase()) ?? null }
    expect(await verifyWebhook({ body, headers, secret, now })).toMatchObject({ id: 'msg_1' })
    const plain = { get: 'x', ...delivery() }
    expect(await verifyWebhook({ body, headers: plain, secret, now })).toMatchObject({
      id: 'msg_1',
    })
  })

  test('is taken as bytes and with Headers', async () => {
    const bytes = new TextEncoder().encode(body)
    const headers = new Headers(delivery())
    expect(await verifyWebhook({ body: bytes, headers, secret, now })).toMatchObject({
      id: 'msg_1',
    })
  })

  test.each([
    ['the new secret before it is in use', { secrets: [secret] }],
    ['both secrets while both sign', { secrets: [newer, secret] }],
    ['the new secret alone', { secrets: [newer] }],
  ])('is verified by %s', async (_, signed) => {
    const verified = verifyWebhook({
      body,
      headers: delivery(signed),
      secret: [secret, newer],
      now,
    })
    expect(await verified).toMatchObject({ id: 'msg_1' })
  })

  const other = delivery({ sent: '{}' })['webhook-signature']
  test.each([
    ['another secret', { headers: delivery({ secrets: [newer] }) }, 'No signature is of'],
    ['another body', { body: body.replace('12.5', '12.6') }, 'No signature is of'],
    ['another id', { headers: { ...delivery(), 'webhook-id': 'msg_2' } }, 'No signature is of'],
    [
      'a signature of something else',
      { headers: { ...delivery(), 'webhook-signature': other } },
      'No signature is of',
    ],
    [
      'a signature that is no base64',
      { headers: { ...delivery(), 'webhook-signature': 'v1,!' } },
      'No signature is of',
    ],
    [
      'another version',
      { headers: { ...delivery(), 'webhook-signature': 'v2,AAAA' } },
      'No signature is of',
    ],
    ['a missing header', { headers: {} }, 'webhook-id is missing'],
    [
      'a time that is none',
      { headers: { ...delivery(), 'webhook-timestamp': '1e3' } },
      'is not in seconds',
    ],
    ['a time long ago', { headers: delivery({ at: secondsFromNow(-301) }) }, '301 s off'],
    ['a time far ahead', { headers: delivery({ at: secondsFromNow(301) }) }, '301 s off'],
  ])('with %s is refused', async (_, wrong, message) => {
    const refused = verifyWebhook({ body, headers: delivery(), secret, now, ...wrong })
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toBeInstanceOf(WebhookVerificationError)
  })

  test('may be off by the tolerance', async () => {
    const headers = delivery({ at: secondsFromNow(-3600) })
    expect(await verifyWebhook({ body, headers, secret, now, tolerance: 3600 })).toBeDefined()
  })

  test.each([[[]], ['whsec_'], ['whsec_!']])('cannot be verified with %j', async (wrong) => {
    const verified = verifyWebhook({ body, headers: delivery(), secret: wrong, now })
    await expect(verified).rejects.toBeInstanceOf(TypeError)
  })
})
