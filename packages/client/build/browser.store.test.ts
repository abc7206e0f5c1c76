/** The built ES modules in a browser, as a page loads them, against a service of another origin. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPackage } from './build.ts'

const names = ['chromium-headless-shell', 'chromium', 'google-chrome']
const installed = names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))
/** As npm test has found it; empty for Playwright's own. */
const browserPath = process.env.SLUICE_BROWSER ?? installed
let folder: string
const closing: (() => void)[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-client-'))
  await buildPackage(folder)
})
afterAll(async () => {
  for (const close of closing) close()
  await rm(folder, { recursive: true })
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const document = `<!doctype html><script type="module">
import * as client from '/index.js'
globalThis.client = client
</script>`

/** The page and the modules. */
const page: RequestListener = async ({ url = '/' }, response) => {
  const isModule = url.endsWith('.js')
  response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html')
  response.end(isModule ? await readFile(join(folder, 'esm', basename(url))) : document)
}

/** A service that lets pages of other origins call it, as Sluice lets those of CORS_ORIGINS. */
function service(received: unknown[]): RequestListener {
  return async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'X-Api-Key, Content-Type, Content-Encoding')
    response.setHeader('Access-Control-Expose-Headers', 'X-Request-Id')
    response.setHeader('X-Request-Id', 'r-1')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.setHeader('Content-Type', 'application/json')
    if (request.method === 'GET') {
      return response.end(JSON.stringify({ items: [{ id: 'a' }], nextCursor: null }))
    }
    const body = JSON.parse(String(gunzipSync(Buffer.concat(chunks))))
    received.push([request.headers['content-encoding'], body.frames.length])
    response.end(JSON.stringify({ accepted: 100, rejected: 0, errors: [], things: [] }))
  }
}

test.runIf(browserPath !== undefined)('the client works in a browser', async () => {
  const received: unknown[] = []
  const [origin, api] = [await listen(page), await listen(service(received))]
  const secret = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`
  const body = '{"type":"integration.test"}'
  const at = new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  }
  const browser = await chromium.launch({
    ...(browserPath && { executablePath: browserPath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  try {
    const tab = await browser.newPage()
    await tab.goto(origin)
    await tab.waitForFunction(() => 'client' in globalThis)
    const seen = await tab.evaluate(
      async (given) => {
        const { createClient, createWriter, verifyWebhook } = (
          globalThis as unknown as { client: typeof import('../src/index.ts') }
        ).client
        const client = createClient({ baseUrl: given.api, key: 'k' })
        const { data, response } = await client.things.list.withResponse()
        const writer = createWriter(client)
        for (let i = 0; i < 100; i += 1) await writer.write(`thing-${i}`, { t: i }, i)
        await writer.close()
        const { event } = await verifyWebhook(given.delivery)
        return [data.items, response.headers.get('x-request-id'), writer.unsent(), event.type]
      },
      { api, delivery: { body, headers, secret } },
    )
    expect(seen).toEqual([[{ id: 'a' }], 'r-1', [], 'integration.test'])
    // Browsers compress with gzip alone.
    expect(received).toEqual([['gzip', 100]])
  } finally {
    await browser.close()
  }
})
