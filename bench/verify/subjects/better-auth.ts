// The same guard made of Better Auth's API-key plugin and its rate limit, on the same Postgres server.
import { apiKey } from '@better-auth/api-key'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { serving, subjectOptions } from '../../subject.ts'

const { databaseUrl, body } = subjectOptions<{ databaseUrl: string; body: unknown }>()
const DAY = 86_400_000
const database = new Pool({ connectionString: databaseUrl, max: 10 })
const options = {
  database,
  secret: 'a secret for the bench alone, of enough length',
  baseURL: 'http://auth.example',
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  // It warns before its tables are made; a request that fails ends the bench.
  logger: { disabled: true },
  plugins: [apiKey({ rateLimit: { enabled: true, timeWindow: DAY, maxRequests: 1e9 } })],
}
const auth = betterAuth(options)
await (await getMigrations(options)).runMigrations()
const { user } = await auth.api.signUpEmail({
  body: { email: 'bench@bench.example', password: 'a long enough password', name: 'Bench' },
})
const { key } = await auth.api.createApiKey({ body: { userId: user.id, name: 'bench' } })

const app = Fastify()
app.get('/v2/key', async (request, reply) => {
  const { valid } = await auth.api.verifyApiKey({
    body: { key: String(request.headers['x-api-key']) },
  })
  if (!valid) return reply.code(401).send({ title: 'Unauthorized' })
  return body
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
serving({ url: `${url}/v2/key`, headers: { 'X-Api-Key': key } }, async () => {
  await app.close()
  await database.end()
})
