import { expect, it } from 'vitest'
import { postgresFailure } from './failures.ts'

const server = { directory: '/data/postgres', port: 5544, account: undefined }

it.each([
  ['could not bind IPv4 address "127.0.0.1": Address already in use', 'port-taken', '5544'],
  [
    'could not write to file "base/1": No space left on device',
    'disk-full',
    'of /data/postgres is full, with ',
  ],
  [
    'DETAIL:  The data directory was initialized by PostgreSQL version 17, which is not compatible with this version 18.4.\n',
    'wrong-version',
    'PostgreSQL 17; this is 18.4',
  ],
  ['FATAL:  lock file "postmaster.pid" already exists', 'already-running', '/data/postgres'],
  ['FATAL:  data directory "/x" has wrong ownership', 'data-directory-foreign', 'another user'],
])('"%s" has the error code %s', (output, code, part) => {
  const error = postgresFailure('It failed', output, server)
  expect(error).toMatchObject({ code, message: expect.stringContaining(part) })
})

it("root is told how to give the data directory to Postgres' own user", () => {
  const account = { uid: 70, gid: 70 }
  const output = 'FATAL:  data directory "/data/postgres" has wrong ownership'
  const { message } = postgresFailure('It failed', output, { ...server, account })
  expect(message).toContain('chown -R postgres: /data/postgres')
})

it('an unknown failure of Postgres shows the end of its output', () => {
  const output = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n')
  const { code, message } = postgresFailure('It failed', output, server)
  expect(code).toBe('failed')
  expect(message).toContain('It failed (/data/postgres)')
  expect(message).toContain('line 19')
  expect(message).not.toContain('line 5\n')
})
