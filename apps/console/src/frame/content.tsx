'use client'

import type { ReactNode } from 'react'
import classes from './frame.module.css'
import { useAlive } from './use-alive.ts'

/** A page's own part of the frame. It takes no input until the page handles it, so that no text is lost. */
export function Content({ children }: { children: ReactNode }) {
  const isAlive = useAlive()
  return (
    <main id="main" tabIndex={-1} className={classes.main} inert={!isAlive}>
      {children}
    </main>
  )
}
