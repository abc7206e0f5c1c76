// What Node's own HTTP takes: each body is read and parsed, nothing of it is checked or kept.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serving } from '../../subject.ts'

const ANSWER = JSON.stringify({ accepted: 5, rejected: 0, errors: [] })

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    JSON.parse(Buffer.concat(pieces).toString())
    response.setHeader('Content-Type', 'application/json')
    response.end(ANSWER)
  })
})
server.listen(0, '127.0.0.1', () => {
  serving({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, async () => {
    server.closeAllConnections()
  })
})
