import {
  atCommandLine,
  type Core,
  keyPeppers,
  listOrganizations,
  openCore,
  setPassword,
} from '@sluice/core'
import { demo, seed } from '../../../../prisma/seed.ts'
import { operatorOf, type Send } from '../organization.ts'
import { makeOwner } from '../owner.ts'
import { newPassword } from '../passwords.ts'
import type { StoreAddresses } from '../stores/addresses.ts'
import type { Run } from './run.ts'
import { isOnlyWriter, sampleLog } from './sample-log.ts'

/** What the first start shows of the demo organization; later ones only the address. */
export interface Introduction {
  readonly email: string
  readonly once?: FirstSteps
}

interface FirstSteps {
  readonly password: string
  readonly key: string
  /** A thing that has readings. */
  readonly thingId: string
}

const email = 'admin@demo.example'
const keyName = 'first-steps'

/**
 * Loads the demo organization into an embedded database that has no organization, once in the life of a data
 * directory: who deletes it does not get it back. A run that was interrupted is taken up again. A database of one's own
 * is left as it is: nobody wants a stranger's account in it, and two nodes may start on it at once.
 */
export async function prepareDemo(
  run: Run,
  addresses: StoreAddresses,
): Promise<Introduction | undefined> {
  const { memory, environment, secrets } = run
  if (environment.DATABASE_URL !== undefined) return undefined
  const { demo: progress } = memory.content
  if (progress === 'declined') return undefined
  if (progress === 'shown') return { email }
  const peppers = keyPeppers.parse(environment.KEY_PEPPERS ?? secrets.keyPeppers)
  const core = openCore({
    ...{ ...addresses, peppers, databaseConnections: 2 },
    // As the API will: what is left in the log is the API's to store.
    sampleWriter: isOnlyWriter(run)
      ? { kind: 'this', log: sampleLog(run) }
      : { kind: 'nodes', flushes: true },
  })
  try {
    if (progress === undefined && (await listOrganizations(atCommandLine(core))).length > 0) {
      memory.remember({ demo: 'declined' })
      return undefined
    }
    if (progress !== 'loaded')
      await run.step('Loading the demo organization', () => load(core, run))
    return { email, once: await introduce(core) }
  } finally {
    await core.close()
  }
}

async function load(core: Core, { memory }: Run): Promise<void> {
  memory.remember({ demo: 'begun' })
  await seed(core)
  memory.remember({ demo: 'loaded' })
}

/** Somebody to sign in as, and a key to call with. */
async function introduce(core: Core): Promise<FirstSteps> {
  const send = await operatorOf(core, demo.id)
  const { items } = await send('things.list', { query: { limit: 1 } })
  await revokeUnseen(send)
  const { key } = await send('keys.create', {
    body: {
      keyType: 'Admin',
      name: keyName,
      scopes: [{ action: '*', resourceFilter: '#' }],
    },
  })
  return { password: await passwordOfOwner(core), key, thingId: items[0]?.id ?? '' }
}

/** Keys of runs that were interrupted before they could show them. */
async function revokeUnseen(send: Send): Promise<void> {
  const { items } = await send('keys.list', { query: { status: 'Active' } })
  for (const { id, name } of items) {
    if (name === keyName) await send('keys.revoke', { params: { keyId: id } })
  }
}

async function passwordOfOwner(core: Core): Promise<string> {
  if ((await core.db.user.count({ where: { email } })) === 0) return makeOwner(core, demo.id, email)
  // Made by a run that was interrupted before it could show the password.
  const { password, passwordHash } = await newPassword()
  await setPassword(core, { email, passwordHash })
  return password
}
