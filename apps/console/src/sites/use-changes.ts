'use client'

import type { Site } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Changes } from '#form/resource-dialog.tsx'
import type { SiteDraft } from './kind.ts'

export function useSiteChanges(): Changes<SiteDraft, Site> {
  const trpc = useTRPC()
  const create = useMutation(trpc.sites.create.mutationOptions())
  const update = useMutation(trpc.sites.update.mutationOptions())
  const remove = useMutation(trpc.sites.delete.mutationOptions())
  const of = ({ id, etag }: Site) => ({ params: { siteId: id }, ifMatch: `"${etag}"` })
  return {
    create: (body) => create.mutateAsync({ body }),
    update: (site, body) => update.mutateAsync({ ...of(site), body }),
    remove: (site) => remove.mutateAsync(of(site)),
  }
}
