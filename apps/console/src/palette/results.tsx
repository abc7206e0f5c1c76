'use client'

import { texts } from '#texts/palette.ts'
import { type Entry, inGroups } from './entries.ts'
import classes from './palette.module.css'

interface ResultsProps {
  readonly list: string
  readonly idOf: (place: number) => string
  readonly entries: readonly Entry[]
  readonly active: number | undefined
  readonly choose: (entry: Entry) => void
}

/** The listbox of the combobox; the focus stays in its text field. */
export function Results({ list, idOf, entries, active, choose }: ResultsProps) {
  return (
    <div id={list} role="listbox" aria-label={texts.results} className={classes.options}>
      {Array.from(inGroups(entries), ([group, placed]) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has no other groups than of this role.
        <div key={group} role="group" aria-label={group}>
          <div className={classes.heading} aria-hidden>
            {group}
          </div>
          {placed.map(([entry, place]) => (
            <Option
              key={`${entry.group} ${entry.href}`}
              id={idOf(place)}
              entry={entry}
              isActive={place === active}
              choose={choose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps extends Pick<ResultsProps, 'choose'> {
  readonly id: string
  readonly entry: Entry
  readonly isActive: boolean
}

function Option({ id, entry, isActive, choose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the active one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(entry)}
    >
      <span className={classes.line}>
        <span className={classes.label}>{entry.label}</span>
        {entry.note && <code className={classes.note}>{entry.note}</code>}
      </span>
    </div>
  )
}
