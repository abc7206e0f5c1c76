import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** @typedef {{ path: string, lines: number, text: string, imports: string[] }} Source */

/** Whether a file belongs to the product itself: no test, nothing generated or built. */
const isSource = (/** @type {string} */ path) =>
  /\.(ts|tsx|mjs)$/.test(path) &&
  !/\.d\.ts$|\.test\.tsx?$|(^|\/)(node_modules|generated|\.next|dist|testing|test)\//.test(path)

const IMPORT = /\bfrom\s+'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g

/**
 * The source files below a folder, with the files that each imports, types included.
 *
 * @param {string} root
 * @returns {Source[]} paths are relative to `root`
 */
export function sourcesBelow(root) {
  const workspaces = workspacesOf(root)
  const paths = ['packages', 'apps', 'prisma', 'scripts', 'bench', 'e2e'].flatMap((folder) =>
    existsSync(join(root, folder)) ? filesBelow(root, folder) : [],
  )
  return paths.filter(isSource).map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const found = [...text.matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? '')
    const imports = found.flatMap((name) => resolve(root, path, name, workspaces) ?? [])
    return { path, lines: text.split('\n').length - 1, text, imports: [...new Set(imports)] }
  })
}

/** @param {string} root @param {string} folder @returns {string[]} */
function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(root, path) : [path]
  })
}

/** @param {string} root @returns {Map<string, { folder: string, exports: Record<string, string> }>} */
function workspacesOf(root) {
  const folders = ['packages', 'apps'].flatMap((kind) =>
    existsSync(join(root, kind))
      ? readdirSync(join(root, kind)).map((name) => `${kind}/${name}`)
      : [],
  )
  return new Map(
    folders.flatMap((folder) => {
      const path = join(root, folder, 'package.json')
      if (!existsSync(path)) return []
      const { name, exports = {} } = JSON.parse(readFileSync(path, 'utf8'))
      return [[name, { folder, exports }]]
    }),
  )
}

/** @param {string} root @param {string} path @param {string} name @param {ReturnType<typeof workspacesOf>} workspaces */
function resolve(root, path, name, workspaces) {
  if (name.startsWith('.')) return relative(root, join(root, dirname(path), name))
  if (name.startsWith('#')) return `${path.split('/').slice(0, 2).join('/')}/src/${name.slice(1)}`
  const [scope, own = '', ...rest] = name.split('/')
  const workspace = workspaces.get(`${scope}/${own}`)
  const entry = workspace?.exports[rest.length === 0 ? '.' : `./${rest.join('/')}`]
  return entry && workspace ? join(workspace.folder, entry) : undefined
}

/**
 * Files that import themselves by way of others: the strongly connected components of more than one file (Tarjan).
 *
 * @param {Source[]} sources
 * @returns {string[][]}
 */
export function circlesOf(sources) {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports]))
  /** @type {Map<string, number>} */
  const index = new Map()
  /** @type {Map<string, number>} */
  const low = new Map()
  /** @type {string[]} */
  const stack = []
  /** @type {string[][]} */
  const circles = []
  /** @param {string} path */
  function visit(path) {
    const own = index.size
    index.set(path, own)
    low.set(path, own)
    stack.push(path)
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(path, Math.min(low.get(path) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(path) !== own) return
    const circle = stack.splice(stack.indexOf(path))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const path of graph.keys()) if (!index.has(path)) visit(path)
  return circles
}
