'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '#texts/unsaved.ts'
import { askByBrowser, guardPage } from './guard-page.ts'

/**
 * Runs a loop of calls that belongs to the page. The work asks `isStopped` before each call: it is stopped by `stop`, by
 * the next run, and when the page is left, which is asked about first.
 */
export function useRun() {
  const latest = useRef({ isStopped: true })
  const [isRunning, setRunning] = useState(false)
  const [isStopping, setStopping] = useState(false)
  useUnfinished(isRunning)

  useEffect(
    () => () => {
      latest.current.isStopped = true
    },
    [],
  )

  async function run<Result>(work: (isStopped: () => boolean) => Promise<Result>): Promise<Result> {
    latest.current.isStopped = true
    const own = { isStopped: false }
    latest.current = own
    setRunning(true)
    setStopping(false)
    try {
      return await work(() => own.isStopped)
    } finally {
      own.isStopped = true
      if (latest.current === own) setRunning(false)
    }
  }

  /** Stops after the call in flight. */
  const stop = useCallback(() => {
    latest.current.isStopped = true
    setStopping(true)
  }, [])

  return { run, stop, isRunning, isStopping: isRunning && isStopping }
}

/** Holds the page while something on it runs, or has failed in part and nobody has read that yet. */
export function useUnfinished(isUnfinished: boolean): void {
  useEffect(() => (isUnfinished ? guardPage(askToStop) : undefined), [isUnfinished])
}

const askToStop = askByBrowser(texts.unfinished)
