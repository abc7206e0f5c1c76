import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

const complete = {
  DATABASE_URL: 'postgres://localhost/sluice',
  CLICKHOUSE_URL: 'http://localhost:8123',
  KEY_PEPPERS: '1:0123456789abcdef',
}

test('NODES above 1 requires an address in VALKEY_URL', () => {
  const read = (VALKEY_URL: string) => readEnvironment({ ...complete, NODES: '3', VALKEY_URL })
  expect(() => read(', ')).toThrow('NODES above 1 needs VALKEY_URL')
  expect(read('redis://one, redis://two').VALKEY_URL).toEqual(['redis://one', 'redis://two'])
})

test.each(['DATABASE_URL', 'CLICKHOUSE_URL', 'VALKEY_URL'])(
  'a %s that cannot be decoded is named without its value',
  (name) => {
    const protocol = { DATABASE_URL: 'postgres', CLICKHOUSE_URL: 'http', VALKEY_URL: 'redis' }[name]
    const read = () => readEnvironment({ ...complete, [name]: `${protocol}://ann:hunter2%zz@host` })
    expect(read).toThrow(new RegExp(`${name}: must be like`))
    expect(read).not.toThrow('hunter2')
  },
)

test.each([
  ['TRUSTED_PROXIES', '10.0.0.0/40'],
  ['CORS_ORIGINS', 'https://app.example, https://other.example/'],
])('%s of %s is refused', (name, value) => {
  expect(() => readEnvironment({ ...complete, [name]: value })).toThrow(`${name}: must be`)
})

test('the console is an origin, as browsers write it', () => {
  const CONSOLE_URL = 'https://Console.Example:443'
  expect(readEnvironment({ ...complete, CONSOLE_URL }).CONSOLE_URL).toBe('https://console.example')
})
