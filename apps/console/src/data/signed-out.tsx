import { notifications } from '@mantine/notifications'
import { isPageHeld } from '#form/unsaved-now.ts'
import { texts } from '#texts/data.ts'

/** Opens the sign-in page; if the page holds unsaved input, only shows a notice with a link to a new tab. */
export function signInAgain(): void {
  const { pathname, search } = window.location
  const href = `/sign-in?next=${encodeURIComponent(pathname + search)}`
  if (isPageHeld()) tellSignedOut(href)
  else window.location.assign(href)
}

/** Handles a change refused for an ended session. Nothing happens unless the page holds input. */
export function tellChangeSignedOut(): void {
  if (isPageHeld()) signInAgain()
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
function tellSignedOut(href: string): void {
  isTold = true
  const message = (
    <>
      {texts.signedOut.text}{' '}
      <a href={href} target="_blank" rel="noopener">
        {texts.signedOut.signIn}
      </a>
    </>
  )
  notifications.hide(id)
  notifications.show({ id, title: texts.signedOut.title, message, autoClose: false })
}
