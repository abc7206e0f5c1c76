import { printable } from '@sluice/runtime/printable'
import { type Command, Option } from 'commander'
import { LaunchError } from '../../launch/launch-error.mjs'
import { type ApiFlags, addApiOptions } from '../api/api-options.ts'
import type { FrameFormat } from '../api/frames.ts'
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
  addApiOptions(verb).action(send)
}

/** The most milliseconds that what was read is still sent after a signal. */
const LAST_SENDING = 10_000

async function send(file: string | undefined, flags: Flags): Promise<void> {
  const { listenForEnd } = await import('../start/interruption.ts')
  const end = listenForEnd((line) => {
    if (!flags.json) process.stderr.write(`${line}\n`)
  })
  try {
    await sendUntil(end, file, flags)
  } finally {
    end.close()
  }
}

/** Sends all, or what was read before somebody ended it, and tells what became of it. */
async function sendUntil(end: End, file: string | undefined, flags: Flags): Promise<void> {
  const [{ connect }, { createWriter }, { framesOf }, { openInput }, { isFromSluice }] =
    await Promise.all([
      import('../api/connect.ts'),
      import('@sluice/client'),
      import('../api/frames.ts'),
      import('../api/input.ts'),
      import('../api/is-from-sluice.ts'),
    ])
  const input = await openInput(file, flags, end.signal)
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
  const format = flags.format ?? (file?.endsWith('.csv') ? 'csv' : 'jsonl')
  let frames = 0
  async function sendAll(): Promise<void> {
    try {
      for await (const frame of framesOf(input.text, format, flags.thing)) {
        if (Object.keys(frame.values).length === 0) continue
        frames += 1
        await writer.write(frame.thingId, frame.values, frame.timestamp, { signal: end.signal })
        end.signal.throwIfAborted()
      }
    } catch (error) {
      // What the input throws then is only an echo of the reason.
      throw end.signal.aborted ? end.signal.reason : error
    } finally {
      await writer.close({ signal: patienceAfter(end) })
    }
  }
  try {
    await sendAll()
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
