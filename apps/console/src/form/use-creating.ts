'use client'

import { useDisclosure } from '@mantine/hooks'
import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { useMayChange } from '#frame/console-context.tsx'
import { withChanges } from '#url/with-changes.ts'

/** State of a form that creates something. It opens by a button or by `?create=1`, which is removed from the URL. */
export function useCreating() {
  const params = useSearchParams()
  const [opened, { open, close }] = useDisclosure(false)
  const isAsked = useMayChange() && params.has('create')
  useEffect(() => {
    const now = new URLSearchParams(window.location.search)
    if (!isAsked || !now.has('create')) return
    const query = withChanges(now, { create: null }).toString()
    window.history.replaceState(null, '', `${window.location.pathname}${query && `?${query}`}`)
    open()
  }, [isAsked, open])
  return [opened, { open, close }] as const
}
