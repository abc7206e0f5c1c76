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
import { askByBrowser, guardPage } from './guard-page.ts'
import { Modal } from './overlays.tsx'
import { type Ask, leavePage } from './unsaved-now.ts'

interface Guard {
  /** Reports whether the form has unsaved input. */
  readonly note: (isUnsaved: boolean) => void
  /** Reports whether the form is being saved. */
  readonly noteBusy: (isBusy: boolean) => void
  /** Calls `go` at once if nothing would be lost, otherwise after the user confirms. */
  readonly leave: Ask
}

/** Lets a form on a page report to the component around it whether something was entered. */
export const NoteChanged = createContext<((isChanged: boolean) => void) | undefined>(undefined)

const GuardContext = createContext<Guard | undefined>(undefined)

/** Makes a dialog ask for confirmation before unsaved input is lost. Saving closes it without asking. */
export function useUnsavedGuard() {
  const isUnsaved = useRef(false)
  const isBusy = useRef(false)
  const [going, setGoing] = useState<() => void>()
  const guard = useMemo<Guard>(
    () => ({
      note: (now) => {
        isUnsaved.current = now
      },
      noteBusy: (now) => {
        isBusy.current = now
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
  /** Closes the dialog, but not while it saves: the outcome would be lost, and may close the dialog that is open by then. */
  const leave: Ask = (go) => {
    if (!isBusy.current) guard.leave(go)
  }
  return { leave, around }
}

/** Reports to the dialog around a form whether it is being saved. */
export function useBusy(isBusy: boolean): void {
  const guard = useContext(GuardContext)
  useEffect(() => {
    guard?.noteBusy(isBusy)
    return () => guard?.noteBusy(false)
  }, [guard, isBusy])
}

/** Reports unsaved input to the dialog or page around the form, and to the browser. */
export function useUnsaved(isUnsaved: boolean): void {
  const guard = useContext(GuardContext)
  const noteChanged = useContext(NoteChanged)
  useEffect(() => {
    guard?.note(isUnsaved)
    noteChanged?.(isUnsaved)
    if (!isUnsaved) return undefined
    const free = guardPage(guard?.leave ?? askToDiscard)
    return () => {
      guard?.note(false)
      noteChanged?.(false)
      free()
    }
  }, [guard, noteChanged, isUnsaved])
}

/** Used by a form on a page, which has no dialog around it. */
const askToDiscard = askByBrowser(`${texts.title} ${texts.text}`)

/** Wraps a form's Cancel action: the dialog around it, or else the page, asks first if something would be lost. */
export function useLeave(go: () => void): () => void {
  const guard = useContext(GuardContext)
  return () => (guard ? guard.leave : leavePage)(go)
}
