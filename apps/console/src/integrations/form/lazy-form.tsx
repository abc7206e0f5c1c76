'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'

/** Loaded when first opened, because it includes the contract's schemas. */
export const IntegrationForm = dynamic(
  () => import('./integration-form.tsx').then((all) => all.IntegrationForm),
  { loading: () => <Skeleton height={480} /> },
)
