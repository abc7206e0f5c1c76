import type { KeySuggestions } from '@sluice/contract'
import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { formatScope } from './scope-text.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  days?: string
  json?: boolean
}

export function addKeysSuggest(keys: Command): void {
  addVerb(
    keys,
    'suggest <keyId>',
    'suggest the smallest scopes and allow-list that its calls needed',
  )
    .requiredOption('--organization <id>', 'the organization that the key belongs to')
    .option('--days <days>', 'how many days back; default: 30')
    .action(suggest)
}

async function suggest(keyId: string, flags: Flags): Promise<void> {
  const { organization, days } = flags
  const suggestions = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, organization)
    return send('keys.suggestions', {
      params: { keyId },
      query: days === undefined ? {} : { days },
    })
  })
  print(flags, suggestions, (found) => text(keyId, organization, found))
}

function text(keyId: string, organization: string, suggestions: KeySuggestions): string {
  const { calls, from, to, scopes, allowList } = suggestions
  const head = `${calls} successful calls from ${from} to ${to}.`
  if (calls === 0) return `${head} There is nothing to go by.`
  const options = [
    ...(scopes.narrower ? scopes.suggested.map((scope) => `--scope '${formatScope(scope)}'`) : []),
    ...(allowList.narrower ? (allowList.suggested ?? []).map((one) => `--allow-ip ${one}`) : []),
  ]
  const evidence = table(
    ['NEEDED', 'CALLS', 'LAST'],
    [
      ...scopes.evidence.map((one) => [formatScope(one.scope), String(one.calls), one.lastAt]),
      ...allowList.evidence.map((one) => [one.entry, String(one.calls), one.lastAt]),
    ],
  )
  const update = (given: readonly string[]) =>
    `  sluice keys update ${keyId} --organization ${organization} \\\n    ${given.join(' \\\n    ')}`
  const none = scopes.partial ? [] : ['The key has no more than it needs.']
  const advice = [
    ...(scopes.partial ? ['Its calls were of too many kinds to suggest scopes.'] : []),
    ...(options.length === 0 ? none : [`To allow no more:\n${update(options)}`]),
  ]
  const { general } = scopes
  const broader = general?.narrower
    ? [
        'By site, fleet or type, with things that it did not use:',
        reachTable(general),
        `To allow no more than that:\n${update(general.suggested.map((scope) => `--scope '${formatScope(scope)}'`))}`,
      ]
    : []
  return [head, evidence, ...advice, ...broader].join('\n\n')
}

function reachTable({ evidence }: NonNullable<KeySuggestions['scopes']['general']>): string {
  return table(
    ['NEEDED', 'CALLS', 'THINGS USED', 'OTHERS'],
    evidence.map((one) => [
      formatScope(one.scope),
      ...[one.calls, one.usedThings, one.otherThings].map(String),
    ]),
  )
}
