import type { Call, Mapping } from '@sluice/contract'
import { type Command, Option } from 'commander'
import { invalidCharacters, unmappedLabels } from '../choices.ts'
import { UsageError } from '../usage-error.ts'
import { collect } from './collect.ts'

/** What samples become, as it is given on the command line. */
export interface RuleFlags {
  readonly thing?: string
  readonly metric?: string
  readonly match?: string[]
  readonly drop?: string[]
  readonly ignoreLabel?: string[]
  readonly unmappedLabels?: Mapping['unmappedLabels']
  readonly invalidCharacters?: Mapping['invalidCharacters']
  readonly convert?: string[]
  readonly createMissing?: string
}

type Rules = NonNullable<Call<'mappings.try'>['body']['change']>
type Conversions = NonNullable<Rules['metrics']>

/** Adds the options of what samples become. */
export function addRuleOptions(verb: Command): Command {
  return verb
    .option('--thing <expression>', "the id of a sample's thing, such as '{site}-{host},{host}'")
    .option('--metric <expression>', "the key of its metric, such as '{field}_{cpu}'")
    .option(
      '--match <label=pattern,...>',
      "repeatable; accept samples that match any, such as 'job=node,host=a*', or all",
      collect,
    )
    .option(
      '--drop <label=pattern,...>',
      'repeatable; drop accepted samples that match any, or none',
      collect,
    )
    .option(
      '--ignore-label <label>',
      'repeatable; a label that does not distinguish series, or none',
      collect,
    )
    .addOption(
      new Option(
        '--unmapped-labels <what>',
        'what to do with samples that have unused labels',
      ).choices(unmappedLabels),
    )
    .addOption(
      new Option(
        '--invalid-characters <what>',
        'what to do with characters not allowed in an id or key',
      ).choices(invalidCharacters),
    )
    .option(
      '--convert <metric:part=value,...>',
      "repeatable; such as 'temp_f:key=temperature,factor=0.556,offset=-17.8', or temp_f:none",
      collect,
    )
    .option('--create-missing <thingTypeId>', 'create missing things with this type, or none')
}

/** The rules that were given, as a merge patch. Throws a UsageError that names the option. */
export function rulesOf(flags: RuleFlags): Rules {
  const { thing, metric, match, drop, ignoreLabel, convert, createMissing } = flags
  return {
    ...(thing !== undefined && { thing }),
    ...(metric !== undefined && { metric }),
    ...(match && { match: isOnly(match, 'all') ? [] : match.map((one) => pairs('--match', one)) }),
    ...(drop && { drop: isOnly(drop, 'none') ? [] : drop.map((one) => pairs('--drop', one)) }),
    ...(ignoreLabel && { ignoredLabels: isOnly(ignoreLabel, 'none') ? [] : ignoreLabel }),
    ...(flags.unmappedLabels && { unmappedLabels: flags.unmappedLabels }),
    ...(flags.invalidCharacters && { invalidCharacters: flags.invalidCharacters }),
    ...(convert && { metrics: Object.fromEntries(convert.map(conversionOf)) as Conversions }),
    ...(createMissing !== undefined && {
      createMissing: createMissing === 'none' ? null : createMissing,
    }),
  }
}

function isOnly(given: string[], word: string): boolean {
  return given.length === 1 && given[0] === word
}

/** `a=1,b=2`; whether the names make sense is for the operation to say. */
function pairs(option: string, text: string, list = text): Record<string, string> {
  const entries = list.split(',').map((one) => /^([^=]+)=(.*)$/s.exec(one)?.slice(1))
  if (entries.every((entry) => entry !== undefined)) return Object.fromEntries(entries)
  throw new UsageError(`${option} ${text}: must be name=value, several separated by commas`)
}

function conversionOf(text: string): [string, object | null] {
  const [, metric, list] = /^(.+):([^:]+)$/s.exec(text) ?? []
  if (metric === undefined || list === undefined) {
    throw new UsageError(`--convert ${text}: must be metric:key=name,factor=number,offset=number`)
  }
  if (list === 'none') return [metric, null]
  const parts = Object.entries(pairs('--convert', text, list))
  return [metric, Object.fromEntries(parts.map((part) => [part[0], partOf(text, ...part)]))]
}

function partOf(text: string, name: string, value: string): string | number {
  if (name !== 'factor' && name !== 'offset') return value
  if (value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  throw new UsageError(`--convert ${text}: ${name} must be a number`)
}
