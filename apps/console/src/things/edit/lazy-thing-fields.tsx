'use client'

import dynamic from 'next/dynamic'

/** Loaded with the dialog that it is in. */
export const ThingFields = dynamic(
  () => import('./thing-fields.tsx').then((all) => all.ThingFields),
  {
    ssr: false,
  },
)
