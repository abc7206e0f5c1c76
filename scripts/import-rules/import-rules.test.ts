import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importConfiguration } from './overrides.mjs'
import { rooms, strangersHosts, workspaces } from './rooms.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const roomNames = Object.keys(rooms)

/** An import that a file must not have, or may. */
interface Planted {
  readonly path: string
  readonly from: string
  /** What is imported by name; nothing where left out. */
  readonly name?: string
}

const inRoom = (room: string, from: string): Planted => ({
  path: `packages/core/src/${room}/planted-${from.replaceAll(/\W/g, '-')}.ts`,
  from,
})

/** In every workspace that connects to hosts of others. */
const ofDns = (name: string): Planted[] =>
  strangersHosts.workspaces.flatMap((folder) =>
    strangersHosts.modules.map((from) => ({
      ...{ path: `${folder}/src/planted-${name}-${from.replaceAll(/\W/g, '-')}.ts`, from, name },
    })),
  )

/** From a room's own folder to the core's root. */
const upFrom = (room: string) => '../'.repeat(room.split('/').length)

const forbidden: Planted[] = [
  ...Object.keys(workspaces).map((folder) => ({
    path: `${folder}/src/planted.ts`,
    from: folder === 'apps/cli' ? '@sluice/console' : '@sluice/cli',
  })),
  { path: 'packages/contract/src/planted.ts', from: 'node:fs' },
  ...ofDns('lookup'),
  ...roomNames.flatMap((room) => {
    const [stranger] = roomNames.filter(
      (other) =>
        !room.startsWith(other) && !other.startsWith(room) && !rooms[room]?.includes(other),
    )
    return [
      inRoom(room, 'fastify'),
      inRoom(room, 'node:http'),
      inRoom(room, `${upFrom(room)}${stranger}/index.ts`),
      inRoom(room, `${upFrom(room)}pipeline/run.ts`),
      ...(rooms[room] ?? []).map((friend) => inRoom(room, `${upFrom(room)}${friend}/inner.ts`)),
      inRoom(`${room}/deeper`, `../${upFrom(room)}${stranger}/inner.ts`),
    ]
  }),
]

const inRooms: Planted[] = roomNames.flatMap((room) => [
  inRoom(room, `${upFrom(room)}context.ts`),
  inRoom(room, './own.ts'),
  inRoom(`${room}/deeper`, '../own.ts'),
  ...(rooms[room] ?? []).map((friend) => inRoom(room, `${upFrom(room)}${friend}/index.ts`)),
])

const allowed = [...inRooms, ...ofDns('Resolver')]

let folder: string
let refused: Set<string>

/** Runs lint on planted files only, and returns the paths it rejects. */
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'sluice-rules-')))
  const config = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'))
  const { $schema: _, vcs: __, ...rest } = config
  rest.linter.rules.suspicious.noImportCycles = 'off'
  await writeFile(join(folder, 'biome.json'), JSON.stringify(rest))
  await writeFile(join(folder, 'biome.imports.json'), importConfiguration())
  for (const { path, from, name } of [...forbidden, ...allowed]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(
      join(folder, path),
      `import ${name === undefined ? '' : `{ ${name} } from `}'${from}'\n`,
    )
  }
  const biome = join(root, 'node_modules/.bin/biome')
  const args = ['lint', '--reporter=github', '--max-diagnostics=none']
  const { stdout } = await promisify(execFile)(biome, args, {
    cwd: folder,
    maxBuffer: 2 ** 24,
  }).catch((failure: { stdout: string }) => failure)
  const reported = stdout.matchAll(/title=lint\/style\/noRestrictedImports,file=([^,]+),/g)
  refused = new Set([...reported].map(([, path = '']) => relative(folder, path)))
  // Only ends a hung run: lint is slow on a busy machine.
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

test('biome.imports.json is up to date with the table of import rules', async () => {
  const written = await readFile(join(root, 'biome.imports.json'), 'utf8')
  expect(written, 'run: npm run rules').toBe(importConfiguration())
})

describe('lint rejects', () => {
  test.each(forbidden)('importing $from in $path', ({ path }) => {
    expect(refused).toContain(path)
  })
})

describe('lint allows', () => {
  test.each(allowed)('importing $from in $path', ({ path }) => {
    expect(refused).not.toContain(path)
  })
})
