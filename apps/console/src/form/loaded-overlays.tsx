'use client'

import * as Mantine from '@mantine/core'
import { useEffect, useState } from 'react'

export function Modal(props: Mantine.ModalProps) {
  return <Mantine.Modal {...props} opened={useAfterMount() && props.opened} />
}

export function Drawer(props: Mantine.DrawerProps) {
  return <Mantine.Drawer {...props} opened={useAfterMount() && props.opened} />
}

/**
 * Whether the component is mounted. Opening the overlay only after that lets it remember the element that had focus.
 * If it is unmounted while open, the focus is restored here.
 */
function useAfterMount(): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => {
    const opener = document.activeElement
    setMounted(true)
    return () => {
      const isFocusLost = document.activeElement === document.body
      if (isFocusLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return isMounted
}
