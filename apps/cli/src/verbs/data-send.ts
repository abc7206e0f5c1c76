import type { Rejection } from '@sluice/client'
import { type Command, Option } from 'commander'
import { LaunchError } from '../../launch/launch-error.mjs'
import { type ApiFlags, addApiOptions } from '../api/api-options.ts'
import type { Frame, FrameFormat } from '../api/frames.ts'
import { print } from '../output.ts'
import { addVerb } from './verb.ts'

interface Flags extends ApiFlags {
  thing?: string
  format?: FrameFormat
  createMissing?: string
  json?: boolean
}

/** Refused samples that are told of one by one. */
const MOST_TOLD = 100

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

async function send(file: string | undefined, flags: Flags): Promise<void> {
  const [{ connect }, { createWriter }, { framesOf }, { openInput }] = await Promise.all([
    import('../api/connect.ts'),
    import('@sluice/client'),
    import('../api/frames.ts'),
    import('../api/input.ts'),
  ])
  const input = await openInput(file, flags)
  const counts = { frames: 0, samples: 0, rejected: 0 }
  const errors: string[] = []
  const writer = createWriter(connect(flags, input.key), {
    ...(flags.createMissing !== undefined && { createMissing: flags.createMissing }),
    onRejected(rejection) {
      counts.rejected += rejection.answer.rejected
      errors.push(...faultsOf(rejection).slice(0, MOST_TOLD - errors.length))
    },
  })
  const format = flags.format ?? (file?.endsWith('.csv') ? 'csv' : 'jsonl')
  try {
    for await (const frame of framesOf(input.text, format, flags.thing)) {
      await writer.write(frame.thingId, frame.values, frame.timestamp)
      counts.frames += 1
      counts.samples += samplesIn(frame)
    }
  } finally {
    await writer.close()
  }
  const { frames, samples, rejected } = counts
  const result = { frames, accepted: samples - rejected, rejected, errors }
  print(flags, result, ({ accepted }) =>
    [
      `${accepted} samples of ${frames} frames are stored, ${rejected} were refused.`,
      ...errors.map((line) => `  ${line}`),
    ].join('\n'),
  )
  if (rejected > 0) throw new LaunchError(`${rejected} samples were refused.`)
}

function samplesIn({ values }: Frame): number {
  return Object.keys(values).length
}

/** Each refused sample in a line, and the things that none of them tells of. */
function faultsOf({ frames, answer }: Rejection): string[] {
  const told = new Set<string>()
  const ofSamples = answer.errors.map(({ pointer, detail }) => {
    const [, index, rest = ''] = /^\/body\/frames\/(\d+)\/?(.*)$/.exec(pointer) ?? []
    const frame = frames[Number(index)]
    if (!frame) return `${pointer}: ${detail}`
    told.add(frame.thingId)
    return `${frame.thingId} at ${frame.timestamp}, ${rest.replace(/^values\//, '')}: ${detail}`
  })
  const ofThings = answer.things.flatMap(({ thingId, problem }) =>
    problem === null || told.has(thingId) ? [] : [`${thingId}: ${problem}`],
  )
  return [...ofThings, ...ofSamples]
}
