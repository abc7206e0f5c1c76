import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { runPrisma } from '../packages/core/src/database/migrate-prisma.ts'

const schemaFile = new URL('schema.prisma', import.meta.url)

test('the migrations make the schema of schema.prisma', async () => {
  const { exitCode, output } = await compare('prisma/schema.prisma')
  expect(exitCode, `make a migration, as prisma/README.md tells, for:\n${output}`).toBe(0)
})

test('a model without a migration would be noticed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-schema-'))
  try {
    const drifted = join(folder, 'schema.prisma')
    const schema = await readFile(schemaFile, 'utf8')
    await writeFile(drifted, `${schema}\nmodel Forgotten {\n  id Int @id\n}\n`)
    const { exitCode, output } = await compare(drifted)
    expect(exitCode).toBe(2)
    expect(output).toContain('Forgotten')
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Exits with 0 when both are the same, 2 when they differ. */
function compare(schema: string) {
  const from = ['--from-migrations', 'prisma/migrations']
  const args = ['migrate', 'diff', ...from, '--to-schema', schema, '--exit-code']
  return runPrisma(args, inject('databaseUrl'))
}
