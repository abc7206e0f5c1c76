import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// Prisma would download its native schema engine, check for updates and report its use.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
  new URL('./prisma/engine/schema-engine.mjs', import.meta.url),
)
process.env.CHECKPOINT_DISABLE ??= '1'
process.env.PRISMA_HIDE_UPDATE_MESSAGE ??= '1'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // `prisma generate` works without a database.
  datasource: { url: withoutPassword(process.env.DATABASE_URL ?? '') },
})

/**
 * Moves the url's password to PGPASSWORD: Prisma puts the url on its engine's command line, where
 * every user of the machine can read it.
 */
function withoutPassword(databaseUrl: string): string {
  if (databaseUrl === '') return ''
  const url = new URL(databaseUrl)
  if (url.password !== '') process.env.PGPASSWORD = decodeURIComponent(url.password)
  url.password = ''
  return url.href
}
