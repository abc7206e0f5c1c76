'use client'

import type { DrawerProps, ModalProps } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useEver } from './use-ever.ts'

const LoadedModal = dynamic(() => import('./loaded-overlays.tsx').then((all) => all.Modal), {
  ssr: false,
})
const LoadedDrawer = dynamic(() => import('./loaded-overlays.tsx').then((all) => all.Drawer), {
  ssr: false,
})

/** A dialog; its code is loaded when first opened. */
export function Modal(props: ModalProps) {
  return useEver(props.opened) ? <LoadedModal {...props} /> : null
}

/** A side panel; its code is loaded when first opened. */
export function Drawer(props: DrawerProps) {
  return useEver(props.opened) ? <LoadedDrawer {...props} /> : null
}
