import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { mintSecret } from '../secret.ts'
import { signedHeaders } from './sign.ts'

const body = JSON.stringify({ type: 'thing.created', data: { name: 'Kühlwagen 7' } })
const message = () => ({ id: '1', at: new Date(), body })

test('the Standard Webhooks library verifies our signatures', () => {
  const secret = mintSecret()
  expect(new Webhook(secret).verify(body, signedHeaders(message(), [secret]))).toEqual(
    JSON.parse(body),
  )
})

test('during a rotation both secrets verify a delivery, and no other one does', () => {
  const [old, current] = [mintSecret(), mintSecret()]
  const headers = signedHeaders(message(), [current, old])
  for (const secret of [old, current]) new Webhook(secret).verify(body, headers)
  expect(() => new Webhook(mintSecret()).verify(body, headers)).toThrow()
  expect(() => new Webhook(old).verify(`${body} `, headers)).toThrow()
})
