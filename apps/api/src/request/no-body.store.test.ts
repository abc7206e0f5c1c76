/** Rows without a body that are sent one anyway: of the 4xx for this, the document lists only 400. */
import { type Operation, operationNames, operations } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newRoomyTenant } from '../testing/roomy-tenant.ts'
import { useApi } from '../testing/use-api.ts'
import { sender, type WireRequest } from '../testing/wire.ts'

const api = useApi()
let send: ReturnType<typeof sender>
let key = ''
beforeAll(async () => {
  send = sender(api.url, 4)
  key = (await (await newRoomyTenant(api.core)).mint()).key
})
afterAll(() => send.close())

const rows = operationNames
  .map((name): Operation => operations[name])
  .filter(({ body }) => body === undefined)

/** The answer of each row. */
async function answersTo(request: Omit<WireRequest, 'method' | 'path'>) {
  const answers: Record<string, unknown> = {}
  for (const { method, path } of rows) {
    const headers = { 'X-Api-Key': key, ...request.headers }
    const answer = await send({ ...request, method, path: path.replace(/\{\w+\}/g, 'x'), headers })
    answers[`${method} ${path}`] = [answer.status, JSON.parse(answer.text || '{}').errors]
  }
  return answers
}

const refusal = [
  400,
  [{ pointer: '/body', detail: 'must be absent: this operation takes no body' }],
]

test.each([
  ['JSON', '{}', { 'Content-Type': 'application/json' }],
  ['text', 'x', { 'Content-Type': 'text/plain' }],
  ['another encoding', 'x', { 'Content-Encoding': 'br' }],
  ['what is no gzip', 'x', { 'Content-Encoding': 'gzip' }],
  ['many bytes', Buffer.alloc(2 * 1024 * 1024), {}],
])('%s is refused as a body, whatever it is', async (_, body, headers) => {
  const wanted = Object.fromEntries(rows.map(({ method, path }) => [`${method} ${path}`, refusal]))
  expect(await answersTo({ body, headers: headers as Record<string, string> })).toEqual(wanted)
})

test('a body of no bytes is none, whatever its head announces', async () => {
  const headers = { 'Transfer-Encoding': 'chunked', 'Content-Encoding': 'br' }
  const { status } = await send({
    ...{ method: 'GET', path: '/v2/key', headers: { 'X-Api-Key': key, ...headers } },
  })
  expect(status).toBe(200)
})
