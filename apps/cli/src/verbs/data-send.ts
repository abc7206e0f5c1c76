import { printable } from '@sluice/runtime/printable'
import { type Command, Option } from 'commander'
import { LaunchError } from '../../launch/launch-error.mjs'
import { type ApiFlags, addApiOptions } from '../api/api-options.ts'
import type { FrameFormat } from '../api/frames.ts'
import type { Input } from '../api/input.ts'
import { print } from '../output.ts'
import { PartlyDone } from '../partly-done.ts'
import type { End } from '../start/interruption.ts'
import { createReport, sentence } from './data-send-report.ts'
import { addVerb } from './verb.ts'

interface Flags extends ApiFlags {
  thing?: string
  format?: FrameFormat
  createMissing?: string
  json?: boolean
}

const formats = `
A JSON line is a frame: {"thingId": "truck-7", "timestamp": "2026-01-31T12:00:00Z", "values": {"temperature": 4.2}}
CSV has a header: thingId, timestamp and a column per metric. An empty cell is no sample.
A cell such as 5, 007 or true is never a string: send strings like these as JSON lines.
Without thingId, --thing says which thing. Without timestamp, it is the time at which the line is read:
of values of a metric that are read in the same millisecond, only the last is kept.`

export function addDataSend(data: Command): void {
  const verb = addVerb(
    data,
    'send [file]',
    'send samples through the API, as JSON lines or CSV, from a file or standard input',
  )
    .option('--thing <id>', 'the thing for lines that do not name one')
    .addOption(
      new Option('--format <format>', 'default: csv for a .csv file, otherwise jsonl').choices([
        'jsonl',
        'csv',
      ]),
    )
    .option('--create-missing <thingTypeId>', 'create things that do not exist, with this type')
  addApiOptions(verb).addHelpText('after', formats).action(send)
}

/** The most milliseconds that what was read is still sent after a signal. */
const LAST_SENDING = 10_000

async function send(file: string | undefined, flags: Flags): Promise<void> {
  const [{ openInput }, { listenForEnd }] = await Promise.all([
    import('../api/input.ts'),
    import('../start/interruption.ts'),
  ])
  const end = listenForEnd((line) => {
    if (!flags.json) process.stderr.write(`${line}\n`)
  })
  try {
    const input = await unlessEnded(end, openInput(file, flags, end.signal))
    try {
      await sendUntil(end, input, flags, flags.format ?? formatOf(file))
    } finally {
      await input.close()
    }
  } finally {
    end.close()
  }
}

function formatOf(file: string | undefined): FrameFormat {
  return file && /\.csv$/i.test(file) ? 'csv' : 'jsonl'
}

/** Reading that is ended throws an echo of the reason: this throws the reason. */
async function unlessEnded<Result>({ signal }: End, reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

/** Sends all, or what was read before somebody ended it, and tells what became of it. */
async function sendUntil(end: End, input: Input, flags: Flags, format: FrameFormat): Promise<void> {
  const [{ connect }, { createWriter }, { framesOf }, { isFromSluice }] = await Promise.all([
    import('../api/connect.ts'),
    import('@sluice/client'),
    import('../api/frames.ts'),
    import('../api/is-from-sluice.ts'),
  ])
  const report = createReport()
  let isReached = false
  const writer = createWriter(connect(flags, input.key), {
    ...(flags.createMissing !== undefined && { createMissing: flags.createMissing }),
    onRejected: report.onRejected,
    onRetry(fault, attempt) {
      isReached ||= isFromSluice(fault) || Object.values(writer.totals()).some((count) => count > 0)
      if (!isReached) throw fault
      tellRetry(flags, fault, attempt)
    },
  })
  // Data that arrives seldom: the failure must not wait for the next line.
  writer.signal.addEventListener('abort', () => end.because(writer.signal.reason))
  let frames = 0
  async function write(): Promise<void> {
    for await (const frame of framesOf(input.text, format, flags.thing)) {
      if (Object.keys(frame.values).length === 0) continue
      frames += 1
      await writer.write(frame.thingId, frame.values, frame.timestamp, { signal: end.signal })
      end.signal.throwIfAborted()
    }
  }
  try {
    await unlessEnded(end, write()).finally(() => writer.close({ signal: patienceAfter(end) }))
  } catch (error) {
    const sent = report.sent(frames, writer)
    if (!flags.json) process.stderr.write(`${sentence(sent)}\n`)
    throw new PartlyDone(sent, error)
  }
  const sent = report.sent(frames, writer)
  print(flags, sent, sentence)
  if (sent.rejected > 0) throw new LaunchError(`${sent.rejected} samples were refused.`)
}

/** Aborted a while after the end was wanted, or when somebody insists. */
function patienceAfter({ signal, hurry }: End): AbortSignal {
  const over = new AbortController()
  const stop = () => over.abort(signal.reason)
  const start = () => setTimeout(stop, LAST_SENDING).unref()
  if (signal.aborted) start()
  else signal.addEventListener('abort', start, { once: true })
  hurry.addEventListener('abort', stop, { once: true })
  return over.signal
}

/** To standard error: without an end in sight, a person may rather end it. */
function tellRetry({ json }: Flags, fault: unknown, attempt: number): void {
  const detail = fault instanceof Error ? fault.message : String(fault)
  const line = json
    ? JSON.stringify({ retry: { attempt, detail } })
    : printable(`Sending again after failure ${attempt}: ${detail}`)
  process.stderr.write(`${line}\n`)
}
