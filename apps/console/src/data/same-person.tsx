'use client'

import { type ReactNode, useEffect } from 'react'
import { usePerson } from '#frame/person-context.tsx'

interface SamePersonProps {
  /** For whom the server has rendered the children. */
  readonly userId: string | undefined
  readonly children: ReactNode
}

/**
 * Reloads a page that was rendered for somebody who has signed in since, in another tab: layouts stay as they are while
 * users go from page to page.
 */
export function SamePerson({ userId, children }: SamePersonProps) {
  const isOther = usePerson().user.id !== userId
  useEffect(() => {
    if (isOther) window.location.reload()
  }, [isOther])
  return isOther ? null : children
}
