/** Calls `go` at once, or after the user confirms. */
export type Ask = (go: () => void) => void

/** One for each form, secret or run that leaving the page would lose. The last one is asked. */
const asks: Ask[] = []

/** Whether the user has agreed to leave, so that nothing else asks. */
let isLeaving = false

/** @returns a function that releases the page */
export function holdPage(ask: Ask): () => void {
  asks.push(ask)
  isLeaving = false
  return () => {
    const at = asks.indexOf(ask)
    if (at >= 0) asks.splice(at, 1)
    isLeaving = false
  }
}

export function isPageHeld(): boolean {
  return asks.length > 0
}

/** Whether this is the one that would be asked. */
export function isAsked(ask: Ask): boolean {
  return asks.at(-1) === ask
}

/** Leaves the page by `go`, such as a `router.push`, after confirmation if something would be lost. */
export function leavePage(go: () => void): void {
  const ask = asks.at(-1)
  const leave = () => {
    isLeaving = ask !== undefined
    go()
  }
  if (ask) ask(leave)
  else leave()
}

/** Whether the user has agreed to leave. */
export function hasAgreed(): boolean {
  return isLeaving
}

/** Called when the page was not left after all, so that the next attempt asks again. */
export function forgetAgreement(): void {
  isLeaving = false
}

/** The properties of a click on a link that decide where it leads. */
export interface LinkClick {
  readonly isPlain: boolean
  readonly isDefaultPrevented: boolean
  readonly opensElsewhere: boolean
  readonly href: string
}

/** The link of a click, with the properties of the click. */
export function clickOf(event: MouseEvent): { link?: HTMLAnchorElement; click?: LinkClick } {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return {}
  const click = {
    isPlain: !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey),
    isDefaultPrevented: event.defaultPrevented,
    opensElsewhere: link.hasAttribute('download') || !['', '_self'].includes(link.target),
    href: link.href,
  }
  return { link, click }
}

/** Whether a click opens another page of the console in this tab. A change of the query alone does not. */
export function leavesPage(click: LinkClick, here: string): boolean {
  if (!click.isPlain || click.isDefaultPrevented || click.opensElsewhere) return false
  const [to, from] = [new URL(click.href, here), new URL(here)]
  return to.origin === from.origin && to.pathname !== from.pathname
}
