import { expect, test } from 'vitest'
import { localUrl, readEnvironment } from './environment.ts'

test('all variables are optional, and an empty value counts as not set', () => {
  const environment = readEnvironment({ API_PORT: '', DATABASE_URL: '' })
  expect(environment).toMatchObject({
    HOST: '127.0.0.1',
    API_URL: 'http://127.0.0.1:4000',
    CONSOLE_URL: 'http://127.0.0.1:3000',
  })
  expect(environment.DATA_DIR).toMatch(/\/\.sluice$/)
  expect(environment.DATABASE_URL).toBeUndefined()
})

test('public addresses replace the local ones', () => {
  const API_URL = 'https://api.example/sluice/'
  const CONSOLE_URL = 'https://Console.Example:443/'
  expect(readEnvironment({ API_URL, CONSOLE_URL })).toMatchObject({
    API_URL: 'https://api.example/sluice',
    CONSOLE_URL: 'https://console.example',
  })
})

test.each([
  ['API_PORT', '70000'],
  ['CONSOLE_PORT', 'web'],
  ['API_URL', 'ftp://files.example'],
  ['API_URL', 'https://ann:hunter2@api.example'],
  ['API_URL', 'https://api.example?hunter2'],
  ['API_URL', 'https://api.example#hunter2'],
  ['CONSOLE_URL', 'https://console.example/app'],
  ['DATABASE_URL', 'mysql://root:hunter2@db/sluice'],
  ['DATABASE_URL', 'postgres://root:hunter2%zz@db/sluice'],
  ['CLICKHOUSE_URL', 'tcp://default:hunter2@telemetry:9000'],
  ['CLICKHOUSE_URL', 'http://default:hunter2%zz@telemetry:8123'],
  ['VALKEY_URL', 'redis://:hunter2@valkey,redis://:hunter2%zz@valkey'],
  ['VALKEY_URL', 'redis://:hunter2@valkey,rediss://:hunter2@valkey'],
  ['SMTP_URL', 'smtps://ann:hunter2%zz@mail'],
  ['KEY_PEPPERS', 'hunter2-hunter2-hunter2'],
  ['AUTH_SECRET', 'hunter2'],
  ['AUTH_SECRET', ' '.repeat(40)],
  ['TRUSTED_PROXIES', '10.0.0.0/40'],
  ['TRUSTED_PROXIES', '192.0.2.7/24'],
  ['TRUSTED_PROXIES', '*'],
  ['CORS_ORIGINS', 'https://app.example/path'],
  ['LOCAL_RECEIVERS', 'perhaps'],
  ['PRIVATE_PROVIDERS', 'https://login.corp.example'],
  ['PRIVATE_PROVIDERS', '10.0.0.1'],
  ['PRIVATE_PROVIDERS', '10.0.0.1:8443'],
  ['PRIVATE_PROVIDERS', 'login.corp.example:99999'],
  ['LOG_LEVEL', 'chatty'],
])('an invalid %s is reported without its value', (name, value) => {
  const read = () => readEnvironment({ [name]: value })
  expect(read).toThrow(new RegExp(`^The environment is not valid:\\n  ${name} must`))
  expect(read).not.toThrow(value)
})

test('private identity providers are names, with a port if it is not 443', () => {
  const PRIVATE_PROVIDERS = 'login.corp.example, id.corp.example:8443'
  expect(readEnvironment({ PRIVATE_PROVIDERS })).toMatchObject({ PRIVATE_PROVIDERS })
})

test('all faults are reported at once', () => {
  expect(() => readEnvironment({ API_PORT: '0', AUTH_SECRET: 'x' })).toThrow(
    /API_PORT .*\n {2}AUTH_SECRET /,
  )
})

test('equal ports of API and console are rejected', () => {
  expect(() => readEnvironment({ API_PORT: '3000' })).toThrow('API_PORT and CONSOLE_PORT')
})

test.each([undefined, ' ', ','])(
  'NODES above 1 requires an address in VALKEY_URL, not %j',
  (url) => {
    const read = () => readEnvironment({ NODES: '2', VALKEY_URL: url })
    expect(read).toThrow('NODES above 1 needs VALKEY_URL')
    expect(readEnvironment({ NODES: '2', VALKEY_URL: 'redis://valkey' })).toMatchObject({
      NODES: 2,
    })
  },
)

test('proxies and origins may be lists', () => {
  const TRUSTED_PROXIES = '10.0.0.0/8, 192.0.2.1,2001:db8::/32'
  const CORS_ORIGINS = 'https://app.example,http://localhost:5173'
  expect(readEnvironment({ TRUSTED_PROXIES, CORS_ORIGINS })).toMatchObject({
    TRUSTED_PROXIES,
    CORS_ORIGINS,
  })
})

test.each([
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['2001:db8::7', 'http://[2001:db8::7]:80'],
  ['localhost', 'http://localhost:80'],
])('a server that listens on %s is reached at %s', (host, url) => {
  expect(localUrl(host, 80)).toBe(url)
})
