'use client'

import { ActionIcon, Autocomplete, Select } from '@mantine/core'
import { type Key, pathForms, type Scope, type ScopeAction, scopeActions } from '@sluice/contract'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { texts } from '#texts/keys-scopes.ts'
import { filterOf, pickedBy, type ScopeKind, scopeForms, scopeKinds } from './forms.ts'
import classes from './scope-row.module.css'
import { SlotPicker } from './slot-picker.tsx'
import { useMatches } from './use-matches.ts'

const BY_HAND = 'byHand'
const kinds = [
  ...scopeKinds.map((kind) => ({ value: kind, label: scopeForms[kind].label })),
  { value: BY_HAND, label: texts.custom },
]
const filters = ['#', ...pathForms]

/** The options for a type of key: only those that it could use, and the one that the scope already has. */
function offered(keyType: Key['keyType'], picked: ScopeKind | undefined) {
  if (keyType === 'Admin') return { kinds, filters }
  return {
    kinds: kinds.filter(({ value }) => value !== 'key' || picked === 'key'),
    filters: filters.filter((filter) => !filter.startsWith('KEY/')),
  }
}

interface ScopeRowProps {
  /** Counts from 1, for the labels. */
  readonly number: number
  readonly keyType: Key['keyType']
  readonly scope: Scope
  readonly actionError: ReactNode
  readonly filterError: ReactNode
  readonly onChange: (scope: Scope) => void
  readonly onRemove: () => void
}

/** One scope: an action, and resources that are picked by name or given as a filter. */
export function ScopeRow(props: ScopeRowProps) {
  const { number, keyType, scope, actionError, filterError, onChange, onRemove } = props
  const { action, resourceFilter } = scope
  const picked = pickedBy(resourceFilter)
  const [isByHand, setByHand] = useState(picked === undefined)
  const matches = useMatches(picked)
  const offer = offered(keyType, picked?.kind)
  const pick = (filter: string) => onChange({ action, resourceFilter: filter })

  function chooseKind(kind: string | null) {
    setByHand(kind === BY_HAND)
    if (kind && kind !== BY_HAND) pick(filterOf({ kind: kind as ScopeKind, values: [] }))
  }

  return (
    <li className={classes.row}>
      <Select
        className={classes.action ?? ''}
        aria-label={texts.row.action(number)}
        data={[...scopeActions]}
        value={action}
        error={actionError}
        onChange={(chosen) => onChange({ action: chosen as ScopeAction, resourceFilter })}
      />
      <Select
        className={classes.kind ?? ''}
        aria-label={texts.row.about(number)}
        data={offer.kinds}
        value={isByHand || !picked ? BY_HAND : picked.kind}
        onChange={chooseKind}
        maxDropdownHeight={320}
      />
      <ActionIcon
        size={28}
        className={classes.remove}
        aria-label={texts.row.remove(number)}
        onClick={onRemove}
      >
        <IconX size={15} />
      </ActionIcon>
      {isByHand || !picked ? (
        <Autocomplete
          className={classes.filter ?? ''}
          aria-label={texts.row.filter(number)}
          placeholder="THING/#/#"
          spellCheck={false}
          data={offer.filters}
          value={resourceFilter}
          error={filterError}
          onChange={pick}
        />
      ) : (
        <div className={classes.slots}>
          {scopeForms[picked.kind].slots.map((slot, place) => (
            <SlotPicker
              key={slot}
              slot={slot}
              of={number}
              value={picked.values[place] ?? '#'}
              onChange={(value) =>
                pick(filterOf({ kind: picked.kind, values: picked.values.with(place, value) }))
              }
            />
          ))}
          {filterError && <p className={classes.fault}>{filterError}</p>}
        </div>
      )}
      <p className={classes.matches} role="status">
        {!isByHand && picked && <code>{resourceFilter}</code>} {matches ?? texts.looking}
      </p>
    </li>
  )
}
