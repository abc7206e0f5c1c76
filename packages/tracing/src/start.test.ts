import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startTracing } from './start.ts'
import { receiveSpans } from './testing/otlp-receiver.ts'
import type { Tracer } from './tracer.ts'

const facts = { name: 'work', attributes: {} }

async function start(variables: Record<string, string>, faults: unknown[] = []): Promise<Tracer> {
  const tracer = await startTracing(variables, 'sluice-test', (fault) => faults.push(fault))
  if (!tracer) throw new Error('Tracing did not start.')
  return tracer
}

it('tracing does not start without an endpoint', async () => {
  expect(await startTracing({}, 'sluice-test', () => {})).toBe(undefined)
})

it('work continues when spans cannot be exported, and this is reported once', async () => {
  const refusing = createServer((_, answer) => answer.writeHead(400).end())
  await new Promise<void>((done) => refusing.listen(0, '127.0.0.1', done))
  const { port } = refusing.address() as AddressInfo
  const faults: unknown[] = []
  const small = { OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1' }
  const tracer = await start(
    { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, ...small },
    faults,
  )
  const results = [1, 2, 3].map((result) => tracer.unit(facts, () => result))
  expect(results).toEqual([1, 2, 3])
  await tracer.close()
  expect(faults).toHaveLength(1)
  refusing.close()
})

it('traces are sampled as configured', async () => {
  const receiver = await receiveSpans()
  const variables = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url }
  const tracer = await start({ ...variables, OTEL_TRACES_SAMPLER: 'always_off' })
  tracer.unit(facts, () => {})
  await tracer.close()
  expect(receiver.bodies).toEqual([])
  receiver.close()
})

it('a span records the kind of a failure, which is rethrown', async () => {
  const receiver = await receiveSpans()
  const tracer = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url })
  const work = tracer.unit(facts, () => {
    const call = async () => Promise.reject(new RangeError('secret'))
    return tracer.call({ name: 'call', attributes: {} }, call)
  })
  await expect(work).rejects.toThrow('secret')
  await tracer.close()
  const failed = { failed: true, attributes: { 'error.type': 'RangeError' } }
  expect(receiver.spans()).toMatchObject([
    { name: 'call', ...failed },
    { name: 'work', ...failed },
  ])
  receiver.close()
})

it('a span is a child of the span in progress, or starts its own trace', async () => {
  const receiver = await receiveSpans()
  const tracer = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url })
  const call = { name: 'call', attributes: {} }
  const part = () =>
    tracer.part({ name: 'part', attributes: {} }, async (span) => {
      span.set({ known: 'later' })
      await tracer.call(call, async () => {})
    })
  await tracer.request({}, facts, part)
  await part()
  await tracer.close()
  const [inner, within, work, , alone] = receiver.spans()
  expect([inner, within, work].map((span) => span?.name)).toEqual(['call', 'part', 'work'])
  expect(inner).toMatchObject({ traceId: work?.traceId, parentSpanId: within?.spanId })
  expect(within).toMatchObject({ parentSpanId: work?.spanId, attributes: { known: 'later' } })
  expect(alone).toMatchObject({ name: 'part', parentSpanId: '', service: 'sluice-test' })
  expect(alone?.traceId).not.toBe(work?.traceId)
  receiver.close()
})
