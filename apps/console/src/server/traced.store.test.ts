/** The spans that a traced console exports for the calls of its pages. */
import { randomBytes, randomUUID } from 'node:crypto'
import { addOwner, createOrganization, openCore } from '@sluice/core'
import { startTracing } from '@sluice/tracing'
import { type ReceivedSpan, receiveSpans } from '@sluice/tracing/testing'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { GET as call } from '../app/api/trpc/[procedure]/route.ts'
import { ORGANIZATION_HEADER } from '../data/organization-header.ts'
import { createAuth } from './auth/auth.ts'
import { consoleUrl } from './testing/environment.ts'
import { signIn } from './testing/sign-in.ts'
import { tracedPage } from './traced.ts'
import { pageContext } from './trpc/context.ts'
import { createCallerFactory } from './trpc/init.ts'
import { appRouter } from './trpc/router.ts'

vi.mock('./environment.ts', () => import('./testing/environment.ts'))

const trace = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${trace}-b7ad6b7169203331-01`
const password = 'quite a good password'
const organizationId = `org-${randomUUID()}`
const email = `${randomUUID()}@sluice.example`

let receiver: Awaited<ReturnType<typeof receiveSpans>>
let close: () => Promise<void>
let spans: ReceivedSpan[]

/** All calls are made once; the tests examine the spans after the tracer has exported them. */
beforeAll(async () => {
  receiver = await receiveSpans()
  const variables = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url }
  const tracer = await startTracing(variables, 'sluice-console', () => {})
  const core = openCore({
    databaseUrl: inject('databaseUrl'),
    clickhouseUrl: inject('clickhouseUrl'),
    peppers: new Map([[1, randomBytes(32).toString('hex')]]),
    tracing: tracer,
  })
  close = () => core.close()
  Object.assign(globalThis, { sluiceCore: core, sluiceTracer: tracer })
  const authSecret = randomBytes(32).toString('hex')
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
  await createOrganization(core, { id: organizationId, name: 'Acme' })
  const passwordHash = await hashPassword(password)
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash })
  const cookie = await signIn(email, password)
  const own = { cookie, [ORGANIZATION_HEADER]: organizationId }
  await call(ask(['members.list', 'members.invitations'], { ...own, traceparent }))
  await call(ask(['keys.get'], own, { params: { keyId: 'none' } }))
  await renderPage()
  await tracer?.close()
  spans = receiver.spans()
})
afterAll(async () => {
  const opened = { sluiceCore: undefined, sluiceTracer: undefined, sluiceAuth: undefined }
  Object.assign(globalThis, opened)
  await close()
  receiver.close()
})

function ask(paths: readonly string[], headers: Record<string, string>, input: object = {}) {
  const inputs = Object.fromEntries(paths.map((_, i) => [i, input]))
  const query = new URLSearchParams({ batch: '1', input: JSON.stringify(inputs) })
  return new Request(`${consoleUrl}/api/trpc/${paths.join(',')}?${query}`, { headers })
}

/** Loads data as a page does, without a session, so the call is rejected. */
async function renderPage() {
  const headers = new Headers()
  const caller = createCallerFactory(appRouter)(pageContext(headers, null, undefined))
  await tracedPage(headers, () => caller.members.list({}).catch(() => {}))
}

function theSpan(name: string): ReceivedSpan {
  const span = spans.find((one) => one.name === name)
  if (!span) throw new Error(`No span ${name} among ${spans.map((one) => one.name)}`)
  return span
}

const below = ({ spanId }: ReceivedSpan) => spans.filter((span) => span.parentSpanId === spanId)

test('a trace contains a request, its calls and their database queries', () => {
  const request = theSpan('GET /api/trpc')
  expect(request).toMatchObject({
    ...{ service: 'sluice-console', traceId: trace, failed: false },
    attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200 },
  })
  const names = below(request).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['members.list', 'members.invitations']))
  // The lookup of the session.
  expect(names).toContain('SELECT sessions')
  const list = theSpan('members.list')
  expect(list.attributes).toMatchObject({
    'sluice.operation': 'members.list',
    'sluice.organization.id': organizationId,
  })
  expect(below(list)).toContainEqual(
    expect.objectContaining({ traceId: trace, name: 'SELECT memberships' }),
  )
})

test('a rejected call is traced with its problem code, and not as a failure', () => {
  const span = theSpan('keys.get')
  expect(span).toMatchObject({ failed: false, attributes: { 'sluice.problem': 'not-found' } })
  expect(span.traceId).not.toBe(trace)
})

test('the calls of a page while it renders are child spans of its request', () => {
  const page = theSpan('GET page')
  expect(below(page)).toMatchObject([{ name: 'members.list', failed: false }])
})

test('signing in is traced without address and password', () => {
  const names = below(theSpan('POST /api/auth')).map(({ name }) => name)
  expect(names).toContain('INSERT sessions')
  for (const body of receiver.bodies) {
    for (const secret of [email, password]) expect(body.includes(secret)).toBe(false)
  }
})
