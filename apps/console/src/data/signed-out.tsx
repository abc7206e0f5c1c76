import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { isPageHeld } from '#form/unsaved-now.ts'
import { texts } from '#texts/data.ts'
import { isOtherPerson } from './failure.ts'

/**
 * Opens the sign-in page, which leads back at once if somebody else is signed in by now. If the page holds unsaved input,
 * only shows a notice.
 */
export function signInAgain(error?: unknown): void {
  const { pathname, search } = window.location
  const href = `/sign-in?next=${encodeURIComponent(pathname + search)}`
  if (!isPageHeld()) window.location.assign(href)
  else if (isOtherPerson(error)) tell(texts.otherPerson.title, texts.otherPerson.text)
  else tell(texts.signedOut.title, signInLink(href))
}

/** Handles a change refused for an ended session. Nothing happens unless the page holds input. */
export function tellChangeSignedOut(error?: unknown): void {
  if (isPageHeld()) signInAgain(error)
}

const id = 'signed-out'
let isTold = false

/** Removes the notice: a successful call shows that the user has signed in again. */
export function forgetSignedOut(): void {
  if (!isTold) return
  isTold = false
  notifications.hide(id)
}

/** Shows a single notice, however many calls are refused. */
function tell(title: string, message: ReactNode): void {
  isTold = true
  notifications.hide(id)
  notifications.show({ id, title, message, autoClose: false })
}

function signInLink(href: string): ReactNode {
  return (
    <>
      {texts.signedOut.text}{' '}
      <a href={href} target="_blank" rel="noopener">
        {texts.signedOut.signIn}
      </a>
    </>
  )
}
