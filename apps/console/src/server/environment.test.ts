import { expect, test } from 'vitest'
import { parseEnvironment } from './environment.ts'

const complete = {
  DATABASE_URL: 'postgres://localhost/sluice',
  CLICKHOUSE_URL: 'http://localhost:8123',
  KEY_PEPPERS: '1:0123456789abcdef,2:fedcba9876543210',
  AUTH_SECRET: 'x'.repeat(32),
  CONSOLE_URL: 'http://localhost:3000/',
  API_URL: 'http://localhost:4000',
}

test('the environment has peppers by version and URLs without trailing slashes', () => {
  const environment = parseEnvironment(complete)
  expect(environment.peppers.get(2)).toBe('fedcba9876543210')
  expect(environment.consoleUrl).toBe('http://localhost:3000')
})

test('the environment has no hosts of private identity providers by default', () => {
  expect(parseEnvironment(complete).privateProviders).toEqual([])
  const given = ' Login.corp.example, id.corp.example:8443,sso.corp.example:443,'
  const named = { ...complete, PRIVATE_PROVIDERS: given }
  const hosts = ['login.corp.example', 'id.corp.example:8443', 'sso.corp.example']
  expect(parseEnvironment(named).privateProviders).toEqual(hosts)
})

test.each(['login.corp.example:99999', 'a b', 'https://login.corp', 'id.corp/path', '10.0.0.1'])(
  '%s is not taken for the host of a private identity provider',
  (host) => {
    const named = { ...complete, PRIVATE_PROVIDERS: `id.corp.example,${host}` }
    expect(() => parseEnvironment(named)).toThrow(/PRIVATE_PROVIDERS must be hosts like/)
  },
)

test('an invalid environment is reported with every fault', () => {
  const read = () => parseEnvironment({ ...complete, API_URL: 'ftp://x', DATABASE_URL: undefined })
  expect(read).toThrow(/DATABASE_URL is not set[\s\S]*API_URL must be an http or https URL/)
})

test('NODES above 1 requires an address in VALKEY_URL', () => {
  const read = (VALKEY_URL: string) => parseEnvironment({ ...complete, NODES: '3', VALKEY_URL })
  expect(() => read(',')).toThrow('NODES above 1 needs VALKEY_URL')
  const urls = ['redis://valkey']
  expect(read(' redis://valkey').buckets).toEqual({ kind: 'shared', urls, nodes: 3 })
})

test('the error of an invalid environment contains no secret', () => {
  const read = () => parseEnvironment({ ...complete, KEY_PEPPERS: 'hush-hush' })
  expect(read).toThrow(/KEY_PEPPERS must be like 1:secret/)
  expect(read).not.toThrow(/hush-hush/)
})
