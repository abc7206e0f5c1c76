import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText, isFailure } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import type { RouterOutput } from '#server/trpc/router.ts'
import { texts } from '#texts/settings-company.ts'

export type Company = RouterOutput['company']['get']

/** The organization's company sign-in settings. */
export function useCompany() {
  const trpc = useTRPC()
  return useQuery(trpc.company.get.queryOptions())
}

/** A change to the settings, after which the page and the audit log are reloaded. */
export function useChange<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  onDone?: () => void,
) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  return useMutation({
    mutationFn,
    async onSuccess() {
      onDone?.()
      await cache.invalidateQueries(trpc.company.pathFilter())
      await cache.invalidateQueries(trpc.audit.pathFilter())
    },
  })
}

const fields: Readonly<Record<string, (detail: string) => string>> = {
  '/issuer': texts.fault.issuer,
  '/domain': texts.fault.domain,
  '/sessionHours': texts.fault.sessionHours,
}

/** Why a change was rejected, in a sentence. */
export function refusalOf(error: unknown): string {
  const [fault] = (isFailure(error) && error.data?.problem?.errors) || []
  const sentence = fault && fields[fault.pointer]
  return sentence ? sentence(fault.detail) : failureText(error)
}
