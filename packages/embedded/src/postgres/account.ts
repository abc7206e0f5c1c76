import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { EmbeddedStoreError } from '../error.ts'
import type { Account } from './traversable.ts'

const name = 'postgres'

/**
 * The account that Postgres must run as: undefined (itself) for an ordinary user; for root, which Postgres refuses, the
 * system user `postgres`, created if it is missing.
 */
export function postgresAccount(): Account | undefined {
  if (userInfo().uid !== 0) return undefined
  return lookUp() ?? create()
}

function lookUp(): Account | undefined {
  const line = passwd().find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function passwd(): string[] {
  return readFileSync('/etc/passwd', 'utf8').split('\n')
}

function create(): Account {
  const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  try {
    execFileSync('useradd', [...flags, name], { stdio: 'pipe' })
  } catch (cause) {
    // A concurrent start may have created it.
    const account = lookUp()
    if (account) return account
    throw new EmbeddedStoreError(
      'failed',
      `Postgres does not run as root, and the system user "${name}" could not be created. Create it (useradd --system ${name}), start as an ordinary user, or set DATABASE_URL.`,
      { cause },
    )
  }
  const account = lookUp()
  if (account) return account
  throw new EmbeddedStoreError(
    'failed',
    `The system user "${name}" was created but is not in /etc/passwd.`,
  )
}
