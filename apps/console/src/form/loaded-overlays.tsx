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
 * Whether it is mounted. What opens after it was mounted knows where the focus was; and where it is unmounted without
 * being closed, the focus is given back here.
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
