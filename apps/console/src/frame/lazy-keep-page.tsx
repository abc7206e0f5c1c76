'use client'

import dynamic from 'next/dynamic'

/** Loaded once the page works, before anybody can need it. */
export const KeepPage = dynamic(() => import('./keep-page.tsx').then((all) => all.KeepPage), {
  ssr: false,
})
