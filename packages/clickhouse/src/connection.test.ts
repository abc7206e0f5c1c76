import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from './connection.ts'

/** As a server answers that breaks off. */
const ANSWER = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n11\r\n{"data": [[1], [2\r\n'

it('a statement that fails midway is an error: its answer breaks off', async () => {
  let asked = ''
  const server = createServer((socket) => {
    socket.once('data', (bytes) => {
      asked = bytes.toString().split('\r\n')[0] ?? ''
      socket.write(ANSWER, () => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = connect({ url: `http://127.0.0.1:${port}` })
  onTestFinished(async () => {
    await client.close()
    server.close()
  })
  const query = async () => {
    const result = await client.query({ query: 'SELECT 1', format: 'JSONCompact' })
    return result.text()
  }
  await expect(query()).rejects.toThrow()
  expect(asked).toContain('http_write_exception_in_output_format=0')
})
