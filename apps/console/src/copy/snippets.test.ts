import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurlCall } from './curl.ts'
import { type Language, snippets } from './snippets.ts'

const run = promisify(execFile)

const runners: Record<Language, (code: string) => ReturnType<typeof run>> = {
  curl: (code) => run('sh', ['-c', code], { env }),
  javascript: (code) => run(process.execPath, ['--input-type=module', '-e', code], { env }),
  python: (code) => run('python3', ['-c', code], { env }),
}
const env = { ...process.env, SLUICE_KEY: 'svcex_environment' }

interface Seen extends Pick<IncomingMessage, 'method' | 'url'> {
  readonly key: unknown
  readonly body: string
}

const seen: Seen[] = []
const server = createServer(async (request, response) => {
  const { method, url, headers } = request
  seen.push({ method, url, key: headers['x-api-key'], body: await text(request) })
  response.end('{"accepted":1}')
})
let apiUrl = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await once(server.close(), 'close')
})

const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
)
const calls: readonly CurlCall[] = [
  { path: '/v2/things?limit=1' },
  { path: '/v2/thing/t/data', body: { values: { door: true, text: 'O\'Hare "x" å', no: null } } },
  { path: '/v2/thing/t', method: 'PATCH', body: { labels: { a: '1' }, list: [1.5, false] } },
]

for (const language of ['curl', 'javascript', 'python'] as const) {
  test.skipIf(language === 'python' && !hasPython)(
    `code in ${language} makes the call as is, with the given key or the one in the environment`,
    async () => {
      for (const call of calls) {
        for (const key of ['svcex_given', undefined]) {
          const { stdout } = await runners[language](snippets[language](apiUrl, call, key))
          expect(String(stdout)).toContain('accepted')
          const { body, ...request } = seen.at(-1) as Seen
          expect(request).toEqual({
            method: call.method ?? (call.body ? 'POST' : 'GET'),
            url: call.path,
            key: key ?? 'svcex_environment',
          })
          expect(body === '' ? undefined : JSON.parse(body)).toEqual(call.body)
        }
      }
    },
  )
}
