'use client'

import { Switch } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '#form/overlays.tsx'
import { organizationPages } from '#frame/destinations.ts'
import { pageLetters } from './entries.ts'
import classes from './shortcuts.module.css'
import { lettersAreOn, turnLetters } from './stored.ts'

const labelOf = new Map(organizationPages.map(({ href, label }) => [href, label]))

const rows: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K', 'Jump to anything (⌘ K on a Mac)'],
  ['/', 'Search this page'],
  ['?', 'Show this list'],
  ...Object.entries(pageLetters).map(
    ([letter, href]) => [`g ${letter}`, labelOf.get(href) ?? href] as const,
  ),
]

/** The keys that do something on every page, and the way to turn single ones off. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(lettersAreOn)
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size={560}>
      <dl className={classes.rows}>
        {rows.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single keys"
        description="Off: only shortcuts with Ctrl or ⌘ work in this browser"
        checked={isOn}
        onChange={(event) => {
          setOn(event.currentTarget.checked)
          turnLetters(event.currentTarget.checked)
        }}
      />
    </Modal>
  )
}
