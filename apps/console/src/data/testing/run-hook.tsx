import { notifyManager } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { type Answer, answeredBy } from './answered.tsx'
import { onPage } from './on-page.tsx'

/** The minimal DOM that React needs for a component that renders nothing. */
function emptyPage() {
  const ownerDocument = {
    ...{ nodeType: 9, activeElement: null, body: null, addEventListener() {} },
    defaultView: { HTMLIFrameElement: class {} },
  }
  return { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument, addEventListener() {} }
}

/** Runs a hook as React does in a browser, with its effects and updates, until the test ends. */
export async function runHook<Result>(
  useHook: () => Result,
  answer: Answer,
  within = (hook: ReactNode) => hook,
) {
  const timers = { setTimeout, clearTimeout }
  vi.stubGlobal('window', { ...timers, addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // While React waits for updates, not in a later task.
  notifyManager.setScheduler(queueMicrotask)
  const { queryClient, around } = answeredBy(answer)
  const results: Result[] = []
  function Hook() {
    results.push(useHook())
    return null
  }
  const root = createRoot(emptyPage() as never)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    queryClient.clear()
    notifyManager.setScheduler((notify) => setTimeout(notify, 0))
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(onPage(around(within(<Hook />)))))
  return {
    /** The latest result of the hook. */
    now: () => results.at(-1) as Result,
    /** Does something and waits for the updates that it causes. */
    act: (work: () => unknown) => act(async () => void (await work())),
    /** Leaves the page. */
    unmount: () => act(async () => root.unmount()),
  }
}
