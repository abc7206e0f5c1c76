import type { Key, Output } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import { evidenceOf, Suggestion } from './suggestion.tsx'

type General = NonNullable<Output<'keys.suggestions'>['scopes']['general']>

interface GeneralScopesProps {
  readonly record: Key
  readonly general: General
}

/** Sites, fleets or types in place of things, and what they allow that the key did not use. */
export function GeneralScopes({ record, general }: GeneralScopesProps) {
  const { narrower, suggested, evidence } = general
  return (
    <Suggestion
      title="General scopes"
      note="A site, a fleet or a type in place of each thing. Things that join later are allowed, too."
      record={record}
      change={narrower ? { scopes: suggested } : undefined}
      otherwise="The key already has the narrowest such scopes for its calls."
      evidence={evidence.map((row) => evidenceOf(row, detailOf(row)))}
    />
  )
}

function detailOf({ usedThings, otherThings, operations }: General['evidence'][number]): string {
  if (usedThings === 0) return operations.join(', ')
  const others = otherThings === 1 ? 'other' : 'others'
  const used = usedThings === 1 ? 'thing' : 'things'
  return `${formatCount(usedThings)} ${used} used, ${formatCount(otherThings)} ${others} allowed`
}
