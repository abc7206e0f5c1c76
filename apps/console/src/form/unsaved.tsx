'use client'

import { Button, Group, Text } from '@mantine/core'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { texts } from '#texts/unsaved.ts'
import { Modal } from './overlays.tsx'
import { type Ask, clickOf, holdPage, leavePage, leavesPage } from './unsaved-now.ts'

interface Guard {
  /** Reports whether the form has unsaved input. */
  readonly note: (isUnsaved: boolean) => void
  /** Calls `go` at once if nothing would be lost, otherwise after the user confirms. */
  readonly leave: Ask
}

/** Lets a form on a page report to the component around it whether something was entered. */
export const NoteChanged = createContext<((isChanged: boolean) => void) | undefined>(undefined)

const GuardContext = createContext<Guard | undefined>(undefined)

/** Makes a dialog ask for confirmation before unsaved input is lost. Saving closes it without asking. */
export function useUnsavedGuard() {
  const isUnsaved = useRef(false)
  const [going, setGoing] = useState<() => void>()
  const guard = useMemo<Guard>(
    () => ({
      note: (now) => {
        isUnsaved.current = now
      },
      leave: (go) => (isUnsaved.current ? setGoing(() => go) : go()),
    }),
    [],
  )
  const stay = () => setGoing(undefined)
  const discard = () => {
    stay()
    going?.()
  }
  const around = (form: ReactNode) => (
    <GuardContext value={guard}>
      {form}
      {going && (
        // No header: the dialog below has one, and there must not be two banner landmarks.
        <Modal
          opened
          onClose={stay}
          withCloseButton={false}
          centered
          attributes={{ content: { 'aria-label': texts.title } }}
        >
          <Text fw={600}>{texts.title}</Text>
          <Text size="sm" mt={4}>
            {texts.text}
          </Text>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={stay} data-autofocus>
              {texts.stay}
            </Button>
            <Button color="red" onClick={discard}>
              {texts.discard}
            </Button>
          </Group>
        </Modal>
      )}
    </GuardContext>
  )
  return { leave: guard.leave, around }
}

/** Reports unsaved input to the dialog or page around the form, and to the browser. */
export function useUnsaved(isUnsaved: boolean): void {
  const guard = useContext(GuardContext)
  const noteChanged = useContext(NoteChanged)
  useEffect(() => {
    guard?.note(isUnsaved)
    noteChanged?.(isUnsaved)
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const leave = guard?.leave ?? askByBrowser
    const frees = [holdPage(leave), askBeforeTraversal(guard), askBeforeLinks(leave)]
    return () => {
      guard?.note(false)
      noteChanged?.(false)
      window.removeEventListener('beforeunload', ask)
      for (const free of frees) free()
    }
  }, [guard, noteChanged, isUnsaved])
}

/** Used by a form on a page, which has no dialog around it. */
const mayDiscard = () => window.confirm(`${texts.title} ${texts.text}`)

function askByBrowser(go: () => void): void {
  if (mayDiscard()) go()
}

/** Asks before the back or forward button leaves the page within the app, in browsers that allow it to be cancelled. */
function askBeforeTraversal(guard: Guard | undefined): () => void {
  const { navigation } = window
  if (!navigation) return () => {}
  let isLeaving = false
  function hold(event: NavigateEvent) {
    if (event.navigationType !== 'traverse' || !event.cancelable || isLeaving) return
    const { key } = event.destination
    if (guard) {
      event.preventDefault()
      guard.leave(() => {
        isLeaving = true
        navigation.traverseTo(key)
      })
    } else if (!mayDiscard()) {
      event.preventDefault()
    }
  }
  navigation.addEventListener('navigate', hold)
  return () => navigation.removeEventListener('navigate', hold)
}

/**
 * Asks before a link leaves the page. It intercepts the click, because the router renders the next page before it
 * changes the URL.
 */
function askBeforeLinks(leave: Ask): () => void {
  let isLeaving = false
  function hold(event: MouseEvent) {
    const { link, click } = clickOf(event)
    if (!link || !click || isLeaving || !leavesPage(click, window.location.href)) return
    event.preventDefault()
    event.stopPropagation()
    leave(() => {
      isLeaving = true
      link.click()
      isLeaving = false
    })
  }
  window.addEventListener('click', hold, true)
  return () => window.removeEventListener('click', hold, true)
}

/** Wraps a form's Cancel action: the dialog around it, or else the page, asks first if something would be lost. */
export function useLeave(go: () => void): () => void {
  const guard = useContext(GuardContext)
  return () => (guard ? guard.leave : leavePage)(go)
}
