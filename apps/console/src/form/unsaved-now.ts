/** Goes on at once, or when the person says so. */
export type Ask = (go: () => void) => void

/** One for each form or secret that leaving the page would lose; the last opened asks. */
const asks: Ask[] = []

/** @returns what lets the page be left again */
export function holdPage(ask: Ask): () => void {
  asks.push(ask)
  return () => {
    const at = asks.indexOf(ask)
    if (at >= 0) asks.splice(at, 1)
  }
}

export function isPageHeld(): boolean {
  return asks.length > 0
}

/** Leaves the page by `go`, such as a `router.push`, after asking where something would be lost. */
export function leavePage(go: () => void): void {
  const ask = asks.at(-1)
  if (ask) ask(go)
  else go()
}

/** What of a click on a link says where it leads. */
export interface LinkClick {
  readonly isPlain: boolean
  readonly isDefaultPrevented: boolean
  readonly opensElsewhere: boolean
  readonly href: string
}

/** The link that a click is on, and what the click says of it. */
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

/** Whether a click leads to another page of the console in this tab. Another query is the same page. */
export function leavesPage(click: LinkClick, here: string): boolean {
  if (!click.isPlain || click.isDefaultPrevented || click.opensElsewhere) return false
  const [to, from] = [new URL(click.href, here), new URL(here)]
  return to.origin === from.origin && to.pathname !== from.pathname
}
