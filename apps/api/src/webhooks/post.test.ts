import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openResolve } from '@sluice/runtime/public-network'
import { startNameServer } from '@sluice/runtime/testing/name-server'
import { afterEach, expect, test } from 'vitest'
import { openPost } from './post.ts'

type Opened = { close(): unknown }
const opened: Opened[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

/** A receiver on a free port of this machine. */
async function receiver(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  opened.push({
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
}

function post(options: Partial<Parameters<typeof openPost>[0]> = {}) {
  const one = openPost({ allowLoopback: true, ...options })
  opened.push(one)
  return (url: string) => one.send({ url, headers: { 'webhook-id': '1' }, body: '{"name":"ü"}' })
}

test('a webhook is posted with body and headers, and returns the response', async () => {
  const url = await receiver(async (request, response) => {
    const body = await request.toArray()
    response.writeHead(202, { 'x-id': request.headers['webhook-id'] }).end(Buffer.concat(body))
  })
  const answer = await post()(url)
  expect(answer).toMatchObject({ status: 202, headers: { 'x-id': '1' }, body: '{"name":"ü"}' })
})

test('a webhook does not follow a redirect', async () => {
  let seen = 0
  const url = await receiver((_request, response) => {
    seen += 1
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  expect((await post()(url)).status).toBe(307)
  expect(seen).toBe(1)
})

test('a webhook times out if the receiver does not complete its response', async () => {
  const silent = await receiver(() => {})
  const endless = await receiver((_request, response) => void response.writeHead(200).write('a'))
  for (const url of [silent, endless]) {
    await expect(post({ timeoutMs: 50 })(url)).rejects.toThrow('No complete answer within')
  }
})

test('a webhook fails if the receiver switches protocols', async () => {
  const url = await receiver((_request, response) => {
    response.writeHead(101, { upgrade: 'websocket', connection: 'upgrade' }).end()
  })
  await expect(post()(url)).rejects.toThrow('The answer was 101 Switching Protocols.')
})

test('a webhook reads no more of a response than is stored', async () => {
  const url = await receiver((_request, response) => {
    const pour = () => {
      while (response.write('x'.repeat(65_536))) {}
    }
    response.on('drain', pour)
    pour()
  })
  expect((await post()(url)).body).toHaveLength(4096)
})

test('a webhook reports a refused connection or an unresolved name', async () => {
  const url = await receiver(() => {})
  opened.splice(0).map((one) => one.close())
  await expect(post()(url)).rejects.toThrow('The connection was refused.')
  // The last error code: there is no name server.
  for (const code of ['ENOTFOUND', 'ETIMEOUT', 'ECONNREFUSED']) {
    const resolve = async () => {
      throw Object.assign(new Error('no address'), { code })
    }
    await expect(post({ resolve })('http://hooks.example/')).rejects.toThrow('does not resolve')
  }
})

test('webhooks to hosts whose name server is silent delay no others', async () => {
  const url = new URL(await receiver((_request, response) => void response.end()))
  url.hostname = 'healthy.example'
  const names = await startNameServer({ 'healthy.example': ['127.0.0.1'] })
  opened.push(names)
  const timeoutMs = 600_000
  const send = post({ timeoutMs, resolve: openResolve({ servers: [names.address], timeoutMs }) })
  let ended = 0
  const slow = Array.from({ length: 8 }, (_, n) =>
    send(`http://silent-${n}.example/`).finally(() => {
      ended += 1
    }),
  )
  const outcomes = Promise.allSettled(slow)
  await expect.poll(names.held).toBe(8)
  expect((await send(url.href)).status).toBe(200)
  expect(ended).toBe(0)
  names.release()
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ reason: { message: 'The host name does not resolve.' } })
  }
})

test.each([
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'http://[::ffff:127.0.0.1]:1/',
  'http://2130706433:1/',
])('a webhook does not connect to the loopback address %s', async (url) => {
  await expect(post({ allowLoopback: false })(url)).rejects.toThrow('not public')
})

test('a webhook rejects a name with a loopback address, even among public ones', async () => {
  let seen = 0
  const url = new URL(
    await receiver((_request, response) => {
      seen += 1
      response.end()
    }),
  )
  url.hostname = 'rebinding.example'
  const local = { address: '127.0.0.1', family: 4 }
  for (const addresses of [[local], [{ address: '1.1.1.1', family: 4 }, local]]) {
    const send = post({ allowLoopback: false, resolve: async () => addresses })
    await expect(send(url.href)).rejects.toThrow('not public')
  }
  expect(seen).toBe(0)
  await post({ resolve: async () => [local] })(url.href)
  expect(seen).toBe(1)
})

test('permitting loopback receivers does not permit private networks', async () => {
  const resolve = async () => [{ address: '169.254.169.254', family: 4 }]
  await expect(post({ resolve })('http://metadata.example/')).rejects.toThrow('not public')
})

test('a connection is used again, and closed once no webhook needs it', async () => {
  const sockets = new Set<object>()
  let open = 0
  const url = await receiver((request, response) => {
    if (!sockets.has(request.socket)) {
      open += 1
      request.socket.once('close', () => (open -= 1))
    }
    sockets.add(request.socket)
    response.end()
  })
  const send = post({ idleMs: 200 })
  for (let i = 0; i < 3; i += 1) await send(url)
  expect(sockets.size).toBe(1)
  await expect.poll(() => open).toBe(0)
  expect((await send(url)).status).toBe(200)
})

test('a webhook on a connection that the receiver has closed is sent again on a new one, once', async () => {
  const seen = new Map<object, number>()
  let closes = 2
  const url = await receiver((request, response) => {
    const { socket } = request
    const count = (seen.get(socket) ?? 0) + 1
    seen.set(socket, count)
    if (count < closes) response.end()
    else socket.destroy()
  })
  const send = post()
  await send(url)
  expect((await send(url)).status).toBe(200)
  expect([...seen.values()]).toEqual([2, 1])
  closes = 1
  await expect(send(url)).rejects.toThrow('The connection was closed')
  expect([...seen.values()]).toEqual([2, 1, 1])
})

test('a webhook that is sent again connects to no address that it may not', async () => {
  let reached = 0
  const url = new URL(
    await receiver(({ socket }, response) => {
      reached += 1
      if (reached === 1) response.end()
      else socket.destroy()
    }),
  )
  url.hostname = 'rebinding.example'
  const addresses = ['127.0.0.1', '169.254.169.254']
  const resolve = async () => [{ address: addresses.shift() ?? '', family: 4 }]
  const send = post({ resolve })
  await send(url.href)
  await expect(send(url.href)).rejects.toThrow('not public')
  expect(reached).toBe(2)
})

test('a receiver that is slow to answer may take longer than a connection may be idle', async () => {
  const url = await receiver((_request, response) => void setTimeout(() => response.end(), 150))
  expect((await post({ idleMs: 50 })(url)).status).toBe(200)
})
