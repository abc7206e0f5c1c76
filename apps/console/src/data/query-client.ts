import { environmentManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFailure } from './failure.ts'

/** One cache per browser tab, or per page rendered on the server. */
export function makeQueryClient(
  onSignedOut?: () => void,
  onChangeSignedOut?: () => void,
  onAnswer?: () => void,
) {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (isSignedOut(error)) onSignedOut?.()
      },
      onSuccess: () => onAnswer?.(),
    }),
    mutationCache: new MutationCache({
      onError(error) {
        if (isSignedOut(error)) onChangeSignedOut?.()
      },
      onSuccess: () => onAnswer?.(),
    }),
    defaultOptions: {
      // What a browser takes for offline may reach this machine; else a call fails at once, and says so.
      queries: { staleTime: 30_000, retry: shouldRetry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

function isSignedOut(error: unknown): boolean {
  return isFailure(error) && error.data?.code === 'UNAUTHORIZED'
}

/**
 * A refusal stays one however often it is asked for; a lost connection may come back. A page rendered on the server
 * waits for neither: the browser asks again.
 */
function shouldRetry(failures: number, error: Error): boolean {
  if (environmentManager.isServer()) return false
  const status = isFailure(error) ? error.data?.httpStatus : undefined
  return failures < 2 && (status === undefined || status >= 500)
}
