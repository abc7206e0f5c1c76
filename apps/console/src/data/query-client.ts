import { environmentManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFailure } from './failure.ts'

/** Creates the query cache of a browser tab, or of one page rendered on the server. */
export function makeQueryClient(
  onSignedOut?: (error: unknown) => void,
  onChangeSignedOut?: (error: unknown) => void,
  onAnswer?: () => void,
) {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (isSignedOut(error)) onSignedOut?.(error)
      },
      onSuccess: () => onAnswer?.(),
    }),
    mutationCache: new MutationCache({
      onError(error) {
        if (isSignedOut(error)) onChangeSignedOut?.(error)
      },
      onSuccess: () => onAnswer?.(),
    }),
    defaultOptions: {
      // Calls are made even if the browser says it is offline: this machine may still be reachable.
      queries: { staleTime: 30_000, retry: shouldRetry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

function isSignedOut(error: unknown): boolean {
  return isFailure(error) && error.data?.code === 'UNAUTHORIZED'
}

/**
 * Retries server errors and lost connections, never refusals. On the server nothing is retried: the browser will ask
 * again.
 */
function shouldRetry(failures: number, error: Error): boolean {
  if (environmentManager.isServer()) return false
  const status = isFailure(error) ? error.data?.httpStatus : undefined
  return failures < 2 && (status === undefined || status >= 500)
}
