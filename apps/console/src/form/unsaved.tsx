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
import { type Ask, clickOf, holdPage, leavesPage } from './unsaved-now.ts'

interface Guard {
  /** Whether something was entered in the form within that is not saved. */
  readonly note: (isUnsaved: boolean) => void
  /** Goes on at once where nothing would be lost, else when the person says so. */
  readonly leave: Ask
}

/** For what shows a form in a page: told whether something was entered in it. */
export const NoteChanged = createContext<((isChanged: boolean) => void) | undefined>(undefined)

const GuardContext = createContext<Guard | undefined>(undefined)

/** For a dialog with a form: asks before what was entered is lost. Saving closes the dialog without it. */
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
        // Without a header: the dialog below has one, and two are no landmarks.
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

/** Tells the dialog or page around a form, and the browser, whether something would be lost. */
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

/** For a form in a page, which has no dialog around it. */
const mayDiscard = () => window.confirm(`${texts.title} ${texts.text}`)

function askByBrowser(go: () => void): void {
  if (mayDiscard()) go()
}

/** Asks when the back or forward button would leave the page without a load of another one, where browsers let it be held. */
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

/** Asks when a link would. The router shows the other page before it goes there, so the click is held. */
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

/** What a form's Cancel does: leaves the dialog around it, which may ask first. */
export function useLeave(go: () => void): () => void {
  const guard = useContext(GuardContext)
  return () => (guard ? guard.leave(go) : go())
}
