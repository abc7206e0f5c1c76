import {
  type Ask,
  clickOf,
  forgetAgreement,
  hasAgreed,
  holdPage,
  isAsked,
  leavePage,
  leavesPage,
} from './unsaved-now.ts'

/** Asks by the browser's own dialog. */
export function askByBrowser(question: string): Ask {
  return (go) => {
    if (window.confirm(question)) go()
  }
}

/**
 * Holds the page, and asks once before a reload, a link, or the back or forward button leaves it.
 *
 * @returns a function that releases the page
 */
export function guardPage(ask: Ask): () => void {
  // Several forms may have the same question.
  const own: Ask = (go) => ask(go)
  const frees = [holdPage(own), askBeforeUnload(), askBeforeTraversal(own), askBeforeLinks(own)]
  return () => {
    for (const free of frees) free()
  }
}

function askBeforeUnload(): () => void {
  function hold(event: BeforeUnloadEvent) {
    if (!hasAgreed()) event.preventDefault()
  }
  window.addEventListener('beforeunload', hold)
  return () => window.removeEventListener('beforeunload', hold)
}

/** Asks before the back or forward button leaves the page within the app, in browsers that allow it to be cancelled. */
function askBeforeTraversal(ask: Ask): () => void {
  const { navigation } = window
  if (!navigation) return () => {}
  function hold(event: NavigateEvent) {
    if (event.navigationType !== 'traverse' || !event.cancelable) return
    if (hasAgreed() || !isAsked(ask)) return
    const { key } = event.destination
    let isHeld: boolean | undefined
    leavePage(() => {
      if (isHeld === undefined) isHeld = false
      else navigation.traverseTo(key)
    })
    // A dialog answers later: the traversal is cancelled, and repeated if the user agrees.
    isHeld ??= true
    if (isHeld) event.preventDefault()
  }
  navigation.addEventListener('navigate', hold)
  return () => navigation.removeEventListener('navigate', hold)
}

/**
 * Asks before a link leaves the page. It intercepts the click, because the router renders the next page before it
 * changes the URL.
 */
function askBeforeLinks(ask: Ask): () => void {
  let isClicking = false
  function hold(event: MouseEvent) {
    if (isClicking || !isAsked(ask)) return
    forgetAgreement()
    const { link, click } = clickOf(event)
    if (!link || !click || !leavesPage(click, window.location.href)) return
    event.preventDefault()
    event.stopPropagation()
    leavePage(() => {
      isClicking = true
      link.click()
      isClicking = false
    })
  }
  window.addEventListener('click', hold, true)
  return () => window.removeEventListener('click', hold, true)
}
