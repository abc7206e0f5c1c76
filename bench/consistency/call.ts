import type { Node } from './cluster/node.ts'

/** How long a caller waits before the outcome of its call is unknown. */
const PATIENCE_MS = 6000

export interface Answer {
  /** 0 where there was none. */
  readonly status: number
  readonly text: string
  /** Whether the call certainly did nothing, since nobody listened. */
  readonly unheard: boolean
  readonly retryAfter: boolean
}

export type Call = (node: Node, method: string, path: string, body?: unknown) => Promise<Answer>

/** Calls of a key. Whatever happens is an answer. */
export function callerOf(key: string): Call {
  return async (node, method, path, body) => {
    const headers = {
      'X-Api-Key': key,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const text = body === undefined ? {} : { body: jsonOf(body) }
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const response = await fetch(node.url + path, { method, headers, signal, ...text })
      const { status } = response
      const retryAfter = response.headers.has('retry-after')
      return { status, text: await response.text(), unheard: false, retryAfter }
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      return {
        status: 0,
        text: String(code ?? error),
        unheard: code === 'ECONNREFUSED',
        retryAfter: false,
      }
    }
  }
}

/** A text is JSON already. */
function jsonOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}
