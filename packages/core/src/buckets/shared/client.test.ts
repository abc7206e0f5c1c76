import { expect, test } from 'vitest'
import { connect } from './client.ts'

/** What masters found by discovery are contacted with: of them, the library knows host and port only. */
function defaultsOf(protocol: string) {
  const cluster = connect([`${protocol}://ann:p%25@one:6379`, `${protocol}://ann:p%25@two:6379`])
  return '_slots' in cluster ? cluster._options.defaults : undefined
}

test('every server of a cluster is contacted with TLS if the URLs are rediss://', () => {
  const credentials = { username: 'ann', password: 'p%' }
  expect(defaultsOf('rediss')).toMatchObject({ ...credentials, socket: { tls: true } })
  expect(defaultsOf('redis')).toMatchObject(credentials)
  expect(defaultsOf('redis')).not.toHaveProperty('socket.tls')
})
