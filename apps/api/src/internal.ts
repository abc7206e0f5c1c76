import { hash, timingSafeEqual } from 'node:crypto'
import { type Core, LOOK_PATH, lookSchema } from '@sluice/core'
import type { FastifyInstance } from 'fastify'

interface InternalOptions {
  readonly core: Core
  readonly internalSecret?: string | undefined
}

/**
 * Answers the other processes of this machine about the buckets in this one's memory. Without the secret
 * the path does not exist.
 */
export function addInternal(app: FastifyInstance, { core, internalSecret }: InternalOptions): void {
  if (internalSecret === undefined) return
  app.register((routes, _options, done) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, parsed) => {
        parsed(null, body)
      },
    )
    routes.post(LOOK_PATH, async (request, reply) => {
      if (!isSecret(request.headers.authorization, internalSecret)) return reply.callNotFound()
      const draw = readDraw(request.body)
      if (!draw) return reply.code(400).send()
      return core.buckets.look({ share: undefined, ...draw })
    })
    done()
  })
}

function readDraw(body: unknown) {
  try {
    return lookSchema.parse(JSON.parse(String(body)))
  } catch {
    return undefined
  }
}

/** Compares digests, which are alike in length whatever was shown. */
function isSecret(authorization: string | undefined, secret: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${secret}`))
}
