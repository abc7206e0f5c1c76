'use client'

import { Switch } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '#form/overlays.tsx'
import { organizationPages } from '#frame/destinations.ts'
import { texts } from '#texts/palette.ts'
import { pageLetters } from './letters.ts'
import classes from './shortcuts.module.css'
import { lettersAreOn, turnLetters } from './stored.ts'

const labelOf = new Map(organizationPages.map(({ href, label }) => [href, label]))

const rows: readonly (readonly [keys: string, does: string])[] = [
  [texts.key, texts.shortcuts.jump],
  ['/', texts.shortcuts.search],
  ['?', texts.shortcuts.show],
  ...Object.entries(pageLetters).map(
    ([letter, href]) => [`g ${letter}`, labelOf.get(href) ?? href] as const,
  ),
]

/** Lists the keyboard shortcuts, with a switch to turn off single keys. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(lettersAreOn)
  return (
    <Modal opened onClose={onClose} title={texts.shortcuts.title} size={560}>
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
        label={texts.shortcuts.singleKeys}
        description={texts.shortcuts.singleKeysHint}
        checked={isOn}
        onChange={(event) => {
          setOn(event.currentTarget.checked)
          turnLetters(event.currentTarget.checked)
        }}
      />
    </Modal>
  )
}
