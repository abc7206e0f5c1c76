'use client'

import { TextInput, VisuallyHidden } from '@mantine/core'
import { searchTextOf } from '@sluice/contract'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { useAddress } from '#address/base-path.tsx'
import { failureText } from '#data/failure.ts'
import { Modal } from '#form/overlays.tsx'
import { leavePage } from '#form/unsaved-now.ts'
import { useConsole } from '#frame/console-context.tsx'
import { texts } from '#texts/palette.ts'
import type { Entry } from './entries.ts'
import classes from './palette.module.css'
import { Results } from './results.tsx'
import { keepRecent } from './stored.ts'
import { useActive } from './use-active.ts'
import { useEntries } from './use-entries.ts'

/** Focuses at once. The dialog would do so a moment later, and keys pressed until then would be lost. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** The command palette: finds pages, actions and resources by name or id. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const address = useAddress()
  const { organizationId } = useConsole()
  const [text, setText] = useState('')
  const { entries, isEarlier, isSearching, error } = useEntries(text.trim())
  const list = useId()
  const failure = error ? failureText(error) : undefined
  const isNothing = entries.length === 0 && !isSearching
  const note = failure ?? (isNothing ? texts.nothingFound : undefined)

  function choose(entry: Entry) {
    keepRecent(organizationId, entry)
    onClose()
    leavePage(() => router.push(address(entry.href)))
  }

  const { active, move, onKeyDown } = useActive(entries, isEarlier, choose)
  const idOf = (index: number) => `${list}-${index}`
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': texts.title } }}
    >
      <TextInput
        data-autofocus
        ref={focus}
        role="combobox"
        aria-label={texts.title}
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : idOf(active)}
        placeholder={texts.placeholder}
        maxLength={100}
        variant="unstyled"
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.input ?? '' }}
        leftSection={<IconSearch size={17} stroke={1.6} />}
        value={text}
        // Reduces a pasted key string to its id.
        onChange={(event) => {
          setText(searchTextOf(event.currentTarget.value))
          move(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Results {...{ list, idOf, entries, active, choose }} />
      {note && <p className={classes.nothing}>{note}</p>}
      <VisuallyHidden role="status">
        {isSearching ? texts.searching : (failure ?? texts.found(entries.length))}
      </VisuallyHidden>
    </Modal>
  )
}
