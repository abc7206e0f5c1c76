import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { SpanFacts } from '@sluice/runtime'
import { type OnSending, tellFaults } from './exporter.ts'
import { samplerOf } from './sampler.ts'
import type { TracingSettings } from './settings.ts'
import type { OpenSpan, Tracer } from './tracer.ts'

/** The most milliseconds that a stopping process waits for its last spans to be sent. */
const LAST_SENDING_MS = 3_000

/** Opens the SDK without registering anything globally: spans are created by code that is given this tracer. */
export function openTracer(
  settings: TracingSettings,
  service: string,
  onSending: OnSending,
): Tracer {
  const provider = openProvider(settings, service, onSending)
  const tracer = provider.getTracer('sluice')
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()

  function within<Result>(
    parent: Context,
    kind: SpanKind,
    { name, attributes }: SpanFacts,
    work: (span: Span) => Result,
  ): Result {
    const span = tracer.startSpan(name, { kind, attributes: attributes as Attributes }, parent)
    return current.run(trace.setSpan(parent, span), () => ended(span, work))
  }

  return {
    unit: (facts, work) => within(ROOT_CONTEXT, SpanKind.INTERNAL, facts, work),
    call(facts, work) {
      const parent = current.getStore()
      return parent ? within(parent, SpanKind.CLIENT, facts, work) : work()
    },
    part(facts, work) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      return within(parent, SpanKind.INTERNAL, facts, (span) => work(openSpan(span)))
    },
    request(headers, facts, work) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      return within(parent, SpanKind.SERVER, facts, (span) => work(openSpan(span)))
    },
    ids() {
      const context = current.getStore()
      const span = context && trace.getSpanContext(context)
      return span && { trace_id: span.traceId, span_id: span.spanId }
    },
    async close() {
      const sent = provider.shutdown().catch(() => {})
      await Promise.race([sent, sleep(LAST_SENDING_MS, undefined, { ref: false })])
    },
  }
}

function openProvider(
  settings: TracingSettings,
  service: string,
  onSending: OnSending,
): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: settings.url })
  return new TracerProvider({
    sampler: samplerOf(settings),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellFaults(exporter, onSending),
        scheduledDelayMillis: settings.delay,
        exportTimeoutMillis: settings.timeout,
        maxQueueSize: settings.queue,
        maxExportBatchSize: settings.batch,
      }),
    ],
  })
}

/** Ends the span with the work, synchronous or not. */
function ended<Result>(span: Span, work: (span: Span) => Result): Result {
  let result: Result
  try {
    result = work(span)
  } catch (error) {
    fail(span, kindOf(error))
    span.end()
    throw error
  }
  if (!(result instanceof Promise)) {
    span.end()
    return result
  }
  const traced = result.then(
    (value) => {
      span.end()
      return value
    },
    (error) => {
      fail(span, kindOf(error))
      span.end()
      throw error
    },
  )
  return traced as Result
}

function openSpan(span: Span): OpenSpan {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    fail: (kind) => fail(span, kind),
  }
}

/** Without a message: those of stores quote values. */
function fail(span: Span, kind: string): void {
  span.setAttribute('error.type', kind)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** A code such as Postgres' SQLSTATE or Node's, else the error's class. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
