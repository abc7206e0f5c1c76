// Turns the table into Biome's overrides. A later override replaces a rule's options, so each file's last one is complete.
import { ports, rooms, strangersHosts, workspaces } from './rooms.mjs'

const TESTS = ['!**/*.test.ts', '!**/testing/**', '!**/test/**']

/** @typedef {{ group: string[], importNamePattern?: string, message: string }} Pattern */

/** @param {Pattern[]} patterns */
function rule(patterns) {
  return {
    linter: {
      rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } },
    },
  }
}

/**
 * What a workspace must not import. Tests may use any workspace.
 *
 * @param {string} folder
 * @param {boolean} tests
 * @returns {Pattern[]}
 */
function ofWorkspace(folder, tests) {
  const {
    workspaces: allowed,
    never = [],
    message,
  } = workspaces[folder] ?? { workspaces: [], message: '' }
  const own = folder.split('/')[1] ?? ''
  const named = [...allowed, own].flatMap((name) => [`!@sluice/${name}`, `!@sluice/${name}/*`])
  const http = never.filter((name) => name.startsWith('@sluice/'))
  const others = tests ? [] : [{ group: ['@sluice/*', '@sluice/*/*', ...named, ...http], message }]
  const forbidden = never.filter((name) => !name.startsWith('@sluice/'))
  return [
    ...others,
    ...(forbidden.length > 0 ? [{ group: forbidden, message }] : []),
    ...ofStrangersHosts(folder),
  ]
}

/**
 * @param {string} folder
 * @returns {Pattern[]}
 */
function ofStrangersHosts(folder) {
  const { workspaces: reaching, modules: group, names, message } = strangersHosts
  return reaching.includes(folder) ? [{ group, importNamePattern: names, message }] : []
}

/**
 * What a room must not import of the core itself: other rooms, but for the index of those that the table allows.
 *
 * @param {string} room
 * @returns {Pattern}
 */
function ofRoom(room) {
  const allowed = rooms[room] ?? []
  const others = Object.keys(rooms).filter((name) => name !== room && !room.startsWith(`${name}/`))
  const within = others.filter((name) => !name.startsWith(`${room}/`))
  const open = [...ports, ...allowed.map((name) => `${name}/index.ts`)]
  return {
    group: [
      ...within.map((name) => `**/${name}/**`),
      ...['**/open-core.ts', '**/pipeline/**'],
      ...open.map((path) => `!**/${path}`),
    ],
    message:
      allowed.length > 0
        ? `The room ${room} may import the index.ts of ${allowed.join(', ')}, and the ports.`
        : `The room ${room} imports no other room: only its own files and the ports.`,
  }
}

/** Every override that Biome needs, in its order. */
export function importOverrides() {
  const contract = {
    includes: ['packages/contract/src/**'],
    ...rule([
      {
        group: ['*', '!zod', '!./*', '!fast-check', '!vitest'],
        message: 'The contract is pure data for the browser too: it imports zod and its own files.',
      },
    ]),
  }
  const environment = {
    includes: ['packages/{core,telemetry}/src/**'],
    linter: { rules: { style: { noProcessEnv: 'error' } } },
  }
  const folders = Object.keys(workspaces).flatMap((folder) => [
    { includes: [`${folder}/src/**`], ...rule(ofWorkspace(folder, true)) },
    { includes: [`${folder}/src/**`, ...TESTS], ...rule(ofWorkspace(folder, false)) },
  ])
  const inside = Object.keys(rooms).map((room) => ({
    includes: [`packages/core/src/${room}/**`, ...TESTS],
    ...rule([...ofWorkspace('packages/core', false), ofRoom(room)]),
  }))
  return [contract, environment, ...folders, ...inside]
}

/** The text of `biome.imports.json`, an override a line. */
export function importConfiguration() {
  const lines = importOverrides().map((override) => `    ${JSON.stringify(override)}`)
  return `{\n  "overrides": [\n${lines.join(',\n')}\n  ]\n}\n`
}
