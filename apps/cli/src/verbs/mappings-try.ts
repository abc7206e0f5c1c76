import type { MappingTrial } from '@sluice/contract'
import { printable } from '@sluice/runtime/printable'
import { type Command, Option } from 'commander'
import { precisions } from '../choices.ts'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addRuleOptions, type RuleFlags, rulesOf } from './mapping-rules.ts'
import { addVerb } from './verb.ts'

interface Flags extends RuleFlags {
  organization: string
  precision?: (typeof precisions)[number]
  json?: boolean
}

export function addMappingsTry(mappings: Command): void {
  const summary =
    'show how samples from a file or standard input would be mapped, with unsaved changes if given; stores nothing'
  const verb = addVerb(mappings, 'try <mappingId> [file]', summary)
    .requiredOption('--organization <id>', 'the organization that the mapping belongs to')
    .addOption(
      new Option('--precision <unit>', 'unit of timestamps in line protocol; default: ns').choices(
        precisions,
      ),
    )
  addRuleOptions(verb).action(tryMapping)
}

async function tryMapping(mappingId: string, file: string | undefined, flags: Flags) {
  const { organization, precision } = flags
  const change = rulesOf(flags)
  const text = await readText(file)
  const trial = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, organization)
    return send('mappings.try', {
      params: { mappingId },
      body: { text, change, ...(precision && { precision }) },
    })
  })
  print(flags, trial, forPeople)
}

/** The whole text, or more of it than the operation takes. */
async function readText(file: string | undefined): Promise<string> {
  const [{ openInput }, { linesOf }, { mappingTrialLimits }] = await Promise.all([
    import('../api/input.ts'),
    import('../api/lines.ts'),
    import('@sluice/contract'),
  ])
  let text = ''
  for await (const line of linesOf((await openInput(file, {})).text)) {
    text += `${line}\n`
    if (text.length > mappingTrialLimits.characters + 1) break
  }
  return text.slice(0, -1)
}

function forPeople({ samples, collisions, errors, truncated }: MappingTrial): string {
  const rows = samples.map(({ source, thingId, metric, value, outcome, ...sample }) => {
    const thing = `${thingId ?? '-'}${sample.createsThing ? ' (new)' : ''}`
    return [outcome, thing, metric ?? '-', `${value ?? '-'}`, source, sample.detail ?? '']
  })
  return [
    ...(rows.length > 0
      ? [table(['OUTCOME', 'THING', 'METRIC', 'VALUE', 'SAMPLE', 'REASON'], rows)]
      : ['There are no samples.']),
    ...collisions.map(
      ({ thingId, metric, series, labels }) =>
        `${printable(`${thingId} ${metric} would be of several series, which ${labels.join(', ')} tells apart`)}:\n${indented(series)}`,
    ),
    ...(errors.length > 0 ? [`Not samples:\n${indented(errors.map(({ detail }) => detail))}`] : []),
    ...(truncated ? [`Only the first ${samples.length} samples were looked at.`] : []),
  ].join('\n\n')
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${printable(line)}`).join('\n')
}
