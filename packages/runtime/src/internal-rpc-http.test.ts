import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { NobodyThere } from './internal-rpc.ts'
import { internalRpcOverHttp } from './internal-rpc-http.ts'

/** A port on which nothing listens any more. */
async function vacantPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await once(server.close(), 'close')
  return port
}

test('an internal call distinguishes a process that does not run from one that fails', async () => {
  const other = internalRpcOverHttp(`http://127.0.0.1:${await vacantPort()}`, 'x')
  await expect(other.ask('buckets', {})).rejects.toBeInstanceOf(NobodyThere)
})
