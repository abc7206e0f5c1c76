import type { Client, Output } from '@sluice/client'
import { printable } from '@sluice/runtime/printable'
import type { Command } from 'commander'
import { type ApiFlags, addApiOptions } from '../api/api-options.ts'
import { UsageError } from '../usage-error.ts'
import { addVerb } from './verb.ts'

interface Flags extends ApiFlags {
  metrics?: string
  every: string
  count?: string
  json?: boolean
}

type Recent = NonNullable<Output<'telemetry.thingsRecent'>['byThing']>[string]

/** One new latest value. */
interface Line {
  readonly thingId: string
  readonly metric: string
  readonly timestamp: string
  readonly value: unknown
}

export function addDataTail(data: Command): void {
  const verb = addVerb(
    data,
    'tail <thingId...>',
    'print the latest values of things as they change, until Ctrl-C; with --json one line per value',
  )
    .option('--metrics <keys>', 'comma-separated metric keys; default: all')
    .option('--every <seconds>', 'polling interval', '2')
    .option('--count <lines>', 'exit after this many lines')
  addApiOptions(verb).action(tail)
}

async function tail(thingIds: string[], flags: Flags): Promise<void> {
  const every = wholeNumber('--every', flags.every)
  const count = flags.count === undefined ? Infinity : wholeNumber('--count', flags.count)
  const [{ connect }, { readKey }, { setTimeout: pause }] = await Promise.all([
    import('../api/connect.ts'),
    import('../api/input.ts'),
    import('node:timers/promises'),
  ])
  const client = connect(flags, await readKey(flags))
  const isNew = newcomers()
  let isRead = true
  process.stdout.once('error', () => {
    isRead = false
  })
  for (let printed = 0; isRead; await pause(every * 1000)) {
    for (const line of (await latest(client, thingIds, flags.metrics)).filter(isNew)) {
      process.stdout.write(`${flags.json ? JSON.stringify(line) : sentence(line)}\n`)
      printed += 1
      if (printed >= count) return
    }
  }
}

/** The latest values, the oldest first. */
async function latest(client: Client, thingIds: string[], metrics?: string): Promise<Line[]> {
  const ids = { ids: thingIds.join(','), groupBy: 'thing', limit: 200 } as const
  const query = { ...ids, ...(metrics !== undefined && { metrics }) }
  const lines: Line[] = []
  // A page of long texts ends early.
  for await (const { byThing } of client.telemetry.thingsRecent.pages({ query })) {
    lines.push(...Object.entries(byThing ?? {}).flatMap(linesOf))
  }
  return lines.sort((a, b) => a.timestamp.localeCompare(b.timestamp))
}

function linesOf([thingId, values]: [string, Recent]): Line[] {
  return Object.entries(values).map(([metric, { timestamp, value }]) => {
    return { thingId, metric, timestamp, value }
  })
}

/** Tells whether a line differs from the last one of its thing and metric. */
function newcomers(): (line: Line) => boolean {
  const last = new Map<string, string>()
  return ({ thingId, metric, timestamp, value }) => {
    const [series, now] = [`${thingId} ${metric}`, `${timestamp} ${value}`]
    if (last.get(series) === now) return false
    last.set(series, now)
    return true
  }
}

function sentence({ timestamp, thingId, metric, value }: Line): string {
  return printable(`${timestamp}  ${thingId}  ${metric}  ${value}`)
}

function wholeNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError(`${option} ${text}: must be a whole number of at least 1`)
}
