// npm run structure [-- DIR]: the house in figures. Folders of each workspace and what they import, import circles, the core's
// root, sizes of files, and the longest functions.
import { resolve } from 'node:path'
import { functionsOf } from './functions.mjs'
import { circlesOf, sourcesBelow } from './imports.mjs'

const root = resolve(process.argv[2] ?? '.')
const sources = sourcesBelow(root)

/** The room that a file is in: its folder below src, or the workspace. */
function roomOf(/** @type {string} */ path) {
  const [kind = '', name = '', ...rest] = path.split('/')
  if (kind !== 'packages' && kind !== 'apps') return kind
  const inner = rest[0] === 'src' ? rest.slice(1) : rest
  return inner.length > 1 ? `${kind}/${name}/${inner[0]}` : `${kind}/${name}`
}

/** @param {number[]} sorted @param {number} share */
const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

/** @param {string} title */
const heading = (title) => console.log(`\n## ${title}\n`)

heading('What imports what')
/** @type {Map<string, Map<string, number>>} */
const arrows = new Map()
for (const { path, imports } of sources) {
  const from = roomOf(path)
  for (const target of imports) {
    const to = roomOf(target)
    if (to === from) continue
    const own = arrows.get(from) ?? new Map()
    arrows.set(from, own.set(to, (own.get(to) ?? 0) + 1))
  }
}
for (const [from, targets] of [...arrows].sort(([a], [b]) => a.localeCompare(b))) {
  const listed = [...targets].sort(([a], [b]) => a.localeCompare(b))
  console.log(`${from} -> ${listed.map(([to, count]) => `${to} (${count})`).join(', ')}`)
}

const circles = circlesOf(sources)
heading(`Import circles, types included: ${circles.length}`)
for (const circle of circles) console.log(`${circle.length} files: ${circle.join(' ')}`)

const core = sources.filter(({ path }) => /^packages\/core\/src\/[^/]+$/.test(path))
heading(`Files at the core's root: ${core.length}`)
console.log(core.map(({ path }) => path.slice('packages/core/src/'.length)).join(' '))

heading('Lines a file: median, 90th percentile, largest')
const byWorkspace = Map.groupBy(sources, ({ path }) => path.split('/').slice(0, 2).join('/'))
for (const [name, own] of byWorkspace) {
  if (!/^(packages|apps)\//.test(name)) continue
  const sizes = own.map(({ lines }) => lines).sort((a, b) => a - b)
  const figures = [0.5, 0.9, 1].map((share) => quantile(sizes, share)).join(' / ')
  console.log(
    `${name}: ${figures} (${own.length} files, ${sizes.reduce((a, b) => a + b, 0)} lines)`,
  )
}

heading('The longest functions')
const longest = sources.flatMap(functionsOf).sort((a, b) => b.lines - a.lines)
for (const { path, name, line, lines } of longest.slice(0, 10)) {
  console.log(`${lines} ${name} ${path}:${line}`)
}
