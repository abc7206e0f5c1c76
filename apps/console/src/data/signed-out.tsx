import { notifications } from '@mantine/notifications'
import { isPageHeld } from '#form/unsaved-now.ts'
import { texts } from '#texts/data.ts'

/** The session has ended: to the sign-in, which leads back; in another tab where something would be lost. */
export function signInAgain(): void {
  const { pathname, search } = window.location
  const href = `/sign-in?next=${encodeURIComponent(pathname + search)}`
  if (isPageHeld()) tellSignedOut(href)
  else window.location.assign(href)
}

/** A change was refused since the session has ended: the form that made it still holds what was entered. */
export function tellChangeSignedOut(): void {
  if (isPageHeld()) signInAgain()
}

const id = 'signed-out'
let isTold = false

/** A call was answered, so somebody has signed in again. */
export function forgetSignedOut(): void {
  if (!isTold) return
  isTold = false
  notifications.hide(id)
}

/** One notice, however many calls are refused. */
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
