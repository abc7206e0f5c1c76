import { expect, test } from 'vitest'
import { curl } from './curl.ts'

test('writes a read as a curl command', () => {
  expect(curl('http://api', { path: '/v2/things' })).toBe(
    'curl -H "X-Api-Key: $SLUICE_KEY" http://api/v2/things',
  )
})

test('quotes the query for the shell', () => {
  expect(curl('http://api', { path: '/v2/things?limit=1&text=a' })).toContain(
    "'http://api/v2/things?limit=1&text=a'",
  )
})

test('quotes the body, including single quotes', () => {
  const command = curl('http://api', { path: '/v2/sites', body: { name: "O'Hare" } })
  expect(command).toContain(`-d '{"name":"O'\\''Hare"}'`)
})
