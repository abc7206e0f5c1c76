import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

const HEADER_BYTES = 12
const TYPES: Readonly<Record<number, 'ipv4' | 'ipv6'>> = { 1: 'ipv4', 28: 'ipv6' }
const NO_SUCH_NAME = 3

interface Question {
  readonly name: string
  readonly kind: 'ipv4' | 'ipv6' | undefined
  readonly bytes: Buffer
}

/**
 * A name server (RFC 1035) on a free port of this machine. It does not answer about names that begin with "silent"
 * until `release` is called, and knows only the names in the records.
 *
 * @param records addresses by name
 */
export async function startNameServer(records: Readonly<Record<string, readonly string[]>>) {
  const socket = createSocket('udp4')
  const held = new Map<string, (() => void)[]>()
  let released = false

  function answer(query: Buffer, { name, kind, bytes }: Question, { port, address }: RemoteInfo) {
    const known = records[name]
    const found = (known ?? []).map((text) => ipaddr.parse(text))
    const answers = found.filter((one) => one.kind() === kind)
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeUInt16BE(query.readUInt16BE(0), 0)
    header.writeUInt16BE(0x8180 | (known ? 0 : NO_SUCH_NAME), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    const lines = answers.map((one) => record(bytes, one.toByteArray()))
    socket.send(Buffer.concat([header, bytes, ...lines]), port, address)
  }

  socket.on('message', (query, from) => {
    const asked = questionIn(query)
    const say = () => answer(query, asked, from)
    if (released || !asked.name.startsWith('silent')) say()
    else held.set(asked.name, [...(held.get(asked.name) ?? []), say])
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  return {
    /** As for `setServers`. */
    address: `127.0.0.1:${socket.address().port}`,
    /** The number of names it was asked about without answering. */
    held: () => held.size,
    /** Answers pending queries, and everything from then on. */
    release() {
      released = true
      for (const say of [...held.values()].flat()) say()
      held.clear()
    },
    close() {
      socket.close()
    },
  }
}

/** The first question of a query, without extensions. */
function questionIn(query: Buffer): Question {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at]; length; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const bytes = query.subarray(HEADER_BYTES, at + 5)
  return { name: labels.join('.').toLowerCase(), kind: TYPES[query.readUInt16BE(at + 1)], bytes }
}

/** A resource record with the question's name, type and class. */
function record(question: Buffer, address: readonly number[]): Buffer {
  const pointer = Buffer.from([0xc0, HEADER_BYTES])
  const secondsAndLength = Buffer.from([0, 0, 0, 1, 0, address.length])
  return Buffer.concat([pointer, question.subarray(-4), secondsAndLength, Buffer.from(address)])
}
