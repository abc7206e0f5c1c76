import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  /** Of the process that sent it. */
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  /** Empty if it has none. */
  readonly parentSpanId: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed: boolean
}

/** A receiver of OTLP over HTTP on a free port, which keeps the received bodies. */
export async function receiveSpans() {
  const bodies: Buffer[] = []
  const server = createServer(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()))
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    bodies,
    spans: () => bodies.flatMap(spansOf),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Fields {
  messages(number: number): Fields[]
  text(number: number): string
  hex(number: number): string
  number(number: number): number
}

/** The spans of an ExportTraceServiceRequest; field numbers are from opentelemetry-proto. */
function spansOf(body: Buffer): ReceivedSpan[] {
  return fieldsOf(body)
    .messages(1)
    .flatMap((sent) => {
      const [resource] = sent.messages(1)
      const service = String(attributesOf(resource?.messages(1) ?? [])['service.name'])
      const spans = sent.messages(2).flatMap((scope) => scope.messages(2))
      return spans.map((span) => readSpan(span, service))
    })
}

function attributesOf(pairs: readonly Fields[]): ReceivedSpan['attributes'] {
  const read = pairs.map((pair) => {
    const [value] = pair.messages(2)
    return [pair.text(1), value?.text(1) || value?.number(3)]
  })
  return Object.fromEntries(read)
}

function readSpan(span: Fields, service: string): ReceivedSpan {
  return {
    service,
    traceId: span.hex(1),
    spanId: span.hex(2),
    parentSpanId: span.hex(4),
    name: span.text(5),
    attributes: attributesOf(span.messages(9)),
    failed: span.messages(15)[0]?.number(3) === 2,
  }
}

/** Fields of a protobuf message by number, as far as these tests read them. */
function fieldsOf(bytes: Buffer): Fields {
  const fields: { number: number; bytes: Buffer; value: number }[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes.readUInt8(at++)
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    const value = tag % 8 === 0 || tag % 8 === 2 ? varint() : 0
    const length = { 1: 8, 2: value, 5: 4 }[tag % 8] ?? 0
    fields.push({ number: tag >> 3, bytes: bytes.subarray(at, at + length), value })
    at += length
  }
  const all = (number: number) => fields.filter((field) => field.number === number)
  return {
    messages: (number) => all(number).map((field) => fieldsOf(field.bytes)),
    text: (number) => all(number)[0]?.bytes.toString() ?? '',
    hex: (number) => all(number)[0]?.bytes.toString('hex') ?? '',
    number: (number) => all(number)[0]?.value ?? 0,
  }
}
