'use client'

import { type ReactNode, useRef } from 'react'
import classes from './frame.module.css'
import { useAlive } from './use-alive.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** The main part of the frame. It is inert until hydrated, so that early input is not lost. */
export function Content({ children }: { children: ReactNode }) {
  const isAlive = useAlive()
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main)
  return (
    <main ref={main} id="main" tabIndex={-1} className={classes.main} inert={!isAlive}>
      {children}
    </main>
  )
}
