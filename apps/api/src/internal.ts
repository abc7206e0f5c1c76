import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Core, lookSchema } from '@sluice/core'
import { parseJson } from '@sluice/runtime'
import { internalPath } from '@sluice/runtime/internal-rpc-http'
import { barrierQuestionSchema } from '@sluice/telemetry'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { readBytes } from './request/body.ts'

interface InternalOptions {
  readonly core: Core
  readonly internalSecret?: string | undefined
}

/**
 * Serves the other processes of this machine: the buckets in this one's memory, and the read barrier of its log of
 * samples. Without a secret the paths do not exist.
 */
export function addInternal(app: FastifyInstance, { core, internalSecret }: InternalOptions): void {
  if (internalSecret === undefined) return
  app.register((routes, _options, done) => {
    const answer = <Question extends z.ZodType>(
      path: string,
      schema: Question,
      ask: (question: z.output<Question>) => Promise<unknown>,
    ) =>
      routes.post(path, async (request, reply) => {
        if (!isSecret(request.headers.authorization, internalSecret)) return reply.callNotFound()
        const question = await readQuestion(schema, request.raw)
        if (!question) return reply.code(400).send()
        return ask(question)
      })
    answer(internalPath('buckets'), lookSchema, async (draw) =>
      core.buckets.look({ key: undefined, share: undefined, ...draw }),
    )
    answer(internalPath('samples'), barrierQuestionSchema, async ({ horizon, ...scope }) => {
      const { things = [] } = scope
      if (horizon && things.length > 0) {
        return { version: String(await core.telemetry.horizon({ ...scope, things })) }
      }
      await core.telemetry.flush(scope)
      return {}
    })
    done()
  })
}

/** Limits of a question: a fleet's things are listed one by one. */
const longest = { limit: 4 * 1024 * 1024, time: 10_000 } as const

async function readQuestion<Question extends z.ZodType>(
  schema: Question,
  request: IncomingMessage,
) {
  try {
    return schema.parse(await readBytes(request, longest, parseJson))
  } catch {
    return undefined
  }
}

/** Compares digests, whose length is always the same. */
function isSecret(authorization: string | undefined, secret: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${secret}`))
}
