'use client'

import { TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { searchTextOf } from '@sluice/contract'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { useAddress } from '#address/base-path.tsx'
import { useTRPC } from '#data/trpc.ts'
import { Modal } from '#form/overlays.tsx'
import { leavePage } from '#form/unsaved-now.ts'
import { useConsole, useMayChange } from '#frame/console-context.tsx'
import { texts } from '#texts/palette.ts'
import { type Entry, foundEntry, localEntries } from './entries.ts'
import classes from './palette.module.css'
import { Results } from './results.tsx'
import { keepRecent, recentEntries } from './stored.ts'
import { useActive } from './use-active.ts'

/** How long typing must pause before the server is asked, in milliseconds. */
const PAUSE = 150

/** Focuses at once. The dialog would do so a moment later, and keys pressed until then would be lost. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** The command palette: finds pages, actions and resources by name or id. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const address = useAddress()
  const { organizationId } = useConsole()
  const [text, setText] = useState('')
  const { entries, isEarlier, isSearching } = useEntries(text.trim())
  const list = useId()

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
      {entries.length === 0 && !isSearching && (
        <p className={classes.nothing}>{texts.nothingFound}</p>
      )}
      <VisuallyHidden role="status">
        {isSearching ? texts.searching : texts.found(entries.length)}
      </VisuallyHidden>
    </Modal>
  )
}

/** Without text the recent entries and all pages; otherwise the matches found here and on the server. */
function useEntries(text: string) {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const { organizationId } = useConsole()
  const [recent] = useState(() => recentEntries(organizationId))
  const [asked] = useDebouncedValue(text, PAUSE)
  const found = useQuery({
    ...trpc.search.find.queryOptions({ text: asked }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const local = localEntries(text, mayChange)
  if (text === '') {
    const known = new Set(recent.map(({ href }) => href))
    return {
      entries: [...recent, ...local.filter(({ href }) => !known.has(href))],
      isEarlier: () => false,
      isSearching: false,
    }
  }
  const isSearching = asked !== text || found.isFetching
  const isAnswered = asked === text && !found.isPlaceholderData
  const there = asked === '' ? [] : (found.data ?? []).map(foundEntry)
  const earlier = new Set(isAnswered ? [] : there.map(({ href }) => href))
  return {
    entries: exactFirst([...local, ...there], text),
    isEarlier: ({ href, group }: Entry) => group !== texts.best && earlier.has(href),
    isSearching,
  }
}

/** Moves entries whose id or label equals the text to the top. */
function exactFirst(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.toLowerCase()
  const isExact = ({ label, note }: Entry) =>
    label.toLowerCase() === wanted || note?.toLowerCase() === wanted
  const exact = entries.filter(isExact)
  return [
    ...exact.map((entry) => ({ ...entry, group: texts.best })),
    ...entries.filter((entry) => !isExact(entry)),
  ]
}
