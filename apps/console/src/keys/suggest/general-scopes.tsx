import type { Key, Output } from '@sluice/contract'
import { texts } from '#texts/keys-change.tsx'
import { evidenceOf, Suggestion } from './suggestion.tsx'

type General = NonNullable<Output<'keys.suggestions'>['scopes']['general']>

interface GeneralScopesProps {
  readonly record: Key
  readonly general: General
}

/** Suggests scopes on sites, fleets or types instead of things, and lists what they allow beyond what was used. */
export function GeneralScopes({ record, general }: GeneralScopesProps) {
  const { narrower, suggested, evidence } = general
  return (
    <Suggestion
      title={texts.general.title}
      note={texts.general.text}
      record={record}
      change={narrower ? { scopes: suggested } : undefined}
      otherwise={texts.general.narrowest}
      evidence={evidence.map((row) => evidenceOf(row, detailOf(row)))}
    />
  )
}

function detailOf({ usedThings, otherThings, operations }: General['evidence'][number]): string {
  if (usedThings === 0) return operations.join(', ')
  return texts.general.used(usedThings, texts.general.others(otherThings))
}
