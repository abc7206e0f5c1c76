import type { Node } from './cluster/node.ts'

const ARROW = 'application/vnd.apache.arrow.stream'
/** How long a caller waits before the outcome of its call is unknown. */
export const PATIENCE_MS = 6000

export interface Answer {
  /** 0 where there was none. */
  readonly status: number
  readonly text: string
  /** The body as bytes, where it is Arrow; otherwise empty. */
  readonly arrow: Uint8Array
  /** The cursor of the next page, as a header says it. */
  readonly next: string | undefined
  /** Whether the call certainly did nothing, since nobody listened. */
  readonly unheard: boolean
  readonly retryAfter: boolean
}

export type Call = (
  node: Node,
  method: string,
  path: string,
  body?: unknown,
  patience?: number,
) => Promise<Answer>

/** Calls of a key. Whatever happens is an answer. */
export function callerOf(key: string): Call {
  return async (node, method, path, body, patience = PATIENCE_MS) => {
    const headers = {
      'X-Api-Key': key,
      ...(body !== undefined && { 'Content-Type': typeOf(body) }),
    }
    const sent = body === undefined ? {} : { body: bodyOf(body) }
    try {
      const signal = AbortSignal.timeout(patience)
      const response = await fetch(node.url + path, { method, headers, signal, ...sent })
      const { status } = response
      const retryAfter = response.headers.has('retry-after')
      const isArrow = response.headers.get('content-type')?.startsWith(ARROW) ?? false
      const bytes = isArrow ? new Uint8Array(await response.arrayBuffer()) : nothing
      const text = isArrow ? '' : await response.text()
      const next = cursorOf(response.headers.get('link'))
      return { status, text, arrow: bytes, next, unheard: false, retryAfter }
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      return {
        ...{ status: 0, text: String(code ?? error), arrow: nothing, next: undefined },
        ...{ unheard: code === 'ECONNREFUSED', retryAfter: false },
      }
    }
  }
}

/** Whether a call may be answered like this while something is struck: not at all, or with 503 and when to try again. */
export function mayBeRefused({ status, retryAfter }: Answer): boolean {
  return status === 0 || (status === 503 && retryAfter)
}

const nothing = new Uint8Array(0)

/** A text is JSON already, and bytes are Arrow. */
function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function typeOf(body: unknown): string {
  return body instanceof Uint8Array ? ARROW : 'application/json'
}

/** Of a link to the next page. */
function cursorOf(link: string | null): string | undefined {
  const [, href] = /<([^>]+)>; rel="next"/.exec(link ?? '') ?? []
  return href === undefined ? undefined : (new URL(href).searchParams.get('cursor') ?? undefined)
}
