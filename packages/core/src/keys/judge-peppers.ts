import type { Core } from '../context.ts'
import { digestOf } from './digest.ts'

/** What is digested to recognize a pepper. It has not the form of a key string, so no key has this digest. */
const TEXT = 'the pepper of this version'

/**
 * Why this process must not run: one of its peppers has another secret than the one with which its version was first
 * used. It would refuse all keys made so far, and make keys that every other process refuses. Undefined if all are as
 * before. The message never contains a secret.
 */
export async function judgePeppers({ db, peppers }: Peppered): Promise<string | undefined> {
  const own = new Map([...peppers].map(([version, pepper]) => [version, digestOf(TEXT, pepper)]))
  const known = await db.keyPepper.findMany({ orderBy: { version: 'asc' } })
  const wrong = known.find(({ version, digest }) => {
    const expected = own.get(version)
    return expected !== undefined && !Buffer.from(digest).equals(expected)
  })
  return wrong && faultOf(wrong.version, known.at(-1)?.version ?? 0)
}

/** The same, and records new versions: for processes that stay. Records nothing if it must not run. */
export async function recordPeppers(core: Peppered): Promise<string | undefined> {
  const fault = await judgePeppers(core)
  if (fault !== undefined) return fault
  const { db, peppers } = core
  const data = [...peppers].map(([version, pepper]) => ({
    version,
    digest: digestOf(TEXT, pepper),
  }))
  await db.keyPepper.createMany({ data, skipDuplicates: true })
  // Another process may have been first meanwhile.
  return judgePeppers(core)
}

type Peppered = Pick<Core, 'db' | 'peppers'>

function faultOf(version: number, highest: number): string {
  return (
    `KEY_PEPPERS has another secret for version ${version} than the one this database has been used with. ` +
    'Keys made with that one would be refused. Set the same KEY_PEPPERS wherever Sluice runs. ' +
    `If that secret is lost, remove version ${version} and give a new secret a higher one: ${highest + 1}:secret. ` +
    'Then all keys of the lost version must be replaced: see docs/operations/secrets.md.'
  )
}
