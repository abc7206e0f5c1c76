import { expect, test } from 'vitest'
import { clientOf, json } from '../test/client-of.ts'
import { createClient } from './client.ts'

const create = (options: object) =>
  createClient({ baseUrl: 'https://api.example', key: 'k', ...options })

test.each([
  [{ baseUrl: 'api.example' }, 'baseUrl is no URL'],
  [{ baseUrl: 'localhost:3000' }, 'baseUrl must begin with https://'],
  [{ baseUrl: 'https://me:SECRET@api.example' }, 'baseUrl must have no user, password'],
  [{ baseUrl: 'https://api.example?x=1' }, 'baseUrl must have no user, password'],
  [{ key: '' }, 'key is empty'],
  [{ key: undefined }, 'key is no API key'],
  [{ key: 'svcex_\nSECRET' }, 'key is no API key'],
  [{ key: 'svcex_SECRET\n' }, 'key is no API key'],
  [{ key: 'SECRET…' }, 'key is no API key'],
  [{ timeout: 0 }, 'timeout must be above 0'],
  [{ timeout: -1 }, 'timeout must be above 0'],
  [{ timeout: Number.NaN }, 'timeout must be above 0'],
  [{ timeout: Number.POSITIVE_INFINITY }, 'timeout must be above 0'],
  [{ timeout: 5e6 }, 'timeout must be above 0'],
  [{ retries: -1 }, 'retries must be 0 or more'],
  [{ retries: Number.NaN }, 'retries must be 0 or more'],
  [{ longestWait: Number.NaN }, 'longestWait must be 0 seconds or more'],
])('client options %j are refused without revealing a secret', (options, message) => {
  expect(() => create(options)).toThrow(TypeError)
  expect(() => create(options)).toThrow(message)
  expect(() => create(options)).not.toThrow('SECRET')
})

test('a timeout may be a part of a millisecond, and a base URL have a path', async () => {
  const options = { timeout: 2.00001, baseUrl: 'https://API.example/at/' }
  const { client, asked } = clientOf([json({})], options)
  await client.keys.self()
  expect(asked[0]?.url).toBe('https://api.example/at/v2/key')
})
