import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { LaunchError } from '../apps/cli/launch/launch-error.mjs'
import { nodePath, repositoryRoot } from '../apps/cli/launch/node.mjs'
import { capture } from './capture.mjs'

/** What the generated client depends on. */
const inputs = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json']

const folder = `${repositoryRoot}packages/core/src/database/generated`

/** Lies among the generated files, because the generator clears their folder first. */
const stamp = `${folder}/.made-from`

/** Whether there is a database client, of this schema or an earlier one. Without it nothing has run from this checkout. */
export function wasGenerated() {
  return existsSync(`${folder}/client.ts`)
}

/** Whether the database client was generated, completely, from the schema as it is now. */
export function isGenerated() {
  try {
    return readFileSync(stamp, 'utf8') === fingerprint()
  } catch {
    return false
  }
}

export async function generateClient() {
  const madeFrom = fingerprint()
  const prisma = `${repositoryRoot}node_modules/prisma/build/index.js`
  const { code, output } = await capture(nodePath(), [prisma, 'generate'])
  if (code !== 0) {
    throw new LaunchError(`The database client could not be generated; prisma said:\n\n${output}`)
  }
  writeFileSync(stamp, madeFrom)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(readFileSync(repositoryRoot + input))
  return hash.digest('hex')
}
