'use client'

import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import classes from './locked-while.module.css'
import { useBusy } from './unsaved.tsx'

interface LockedWhileProps {
  readonly isBusy: boolean
  readonly children: ReactNode
}

/**
 * The fields of a form, locked while it is saved: what is typed then would be lost. A dialog around it stays open
 * meanwhile. `inert` also locks the JSON editor, which is no form control.
 */
export function LockedWhile({ isBusy, children }: LockedWhileProps) {
  useKeptFocus(isBusy)
  useBusy(isBusy)
  return (
    <fieldset className={classes.fields} disabled={isBusy} inert={isBusy}>
      {children}
    </fieldset>
  )
}

/** Returns the focus, which a locked field or a busy button loses, unless it has gone elsewhere. */
function useKeptFocus(isBusy: boolean): void {
  const focused = useRef<Element>(null)
  // Before the browser takes the focus away.
  useLayoutEffect(() => {
    if (isBusy) focused.current = document.activeElement
  }, [isBusy])
  // After everything is enabled again.
  useEffect(() => {
    if (!isBusy) return undefined
    return () => {
      const isLost = document.activeElement === document.body
      if (isLost && focused.current instanceof HTMLElement) {
        focused.current.focus({ preventScroll: true })
      }
    }
  }, [isBusy])
}
