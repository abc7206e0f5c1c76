/** The package as its users get it: packed, installed into an empty project, imported, required and compiled. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPackage } from './build.ts'

const run = promisify(execFile)
const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
const readme = fileURLToPath(new URL('../README.md', import.meta.url))
let project: string

beforeAll(async () => {
  // Outside of the workspace: nothing of it may be found by chance.
  project = await mkdtemp(join(tmpdir(), 'sluice-client-'))
  await buildPackage(join(project, 'built'))
  const { stdout } = await run('npm', ['pack', './built', '--json'], { cwd: project })
  const [{ filename }] = JSON.parse(stdout)
  await writeFile(join(project, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], {
    cwd: project,
  })
  await rm(join(project, 'built'), { recursive: true })
})
afterAll(() => rm(project, { recursive: true }))

/** A service, and what a program asks it through the client. */
const use = `
const { createServer } = await import('node:http')
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ items: [{ id: request.headers['x-api-key'] }], nextCursor: null }))
}).listen(0)
const client = createClient({ baseUrl: 'http://127.0.0.1:' + server.address().port, key: 'k' })
const ids = []
for await (const { id } of client.things.list.all()) ids.push(id)
server.closeAllConnections()
server.close()
console.log(JSON.stringify([ids, new SluiceProblem(400, {}).status, typeof createWriter, typeof verifyWebhook]))
`
const names = '{ createClient, createWriter, SluiceProblem, verifyWebhook }'
const programs = {
  'used.mjs': `import ${names} from '@sluice/client'\n${use}`,
  'used.cjs': `const ${names} = require('@sluice/client')\nvoid (async () => {${use}})()`,
}

/** The Nodes of this machine, each once, from 20.3 on. */
async function nodes(): Promise<string[]> {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  const found = [process.execPath, ...paths].filter((path) => existsSync(path))
  return [...new Set(await Promise.all(found.map((path) => realpath(path))))]
}

describe.each(await nodes())('the packed client under %s', (node) => {
  test.each(Object.entries(programs))('works in %s', async (file, program) => {
    await writeFile(join(project, file), program)
    const { stdout, stderr } = await run(node, [file], { cwd: project })
    expect({ out: JSON.parse(stdout), stderr }).toEqual({
      out: [['k'], 400, 'function', 'function'],
      stderr: '',
    })
  })
})

const user = `
import { createClient, type Item, SluiceProblem } from '@sluice/client'
const client = createClient({ baseUrl: 'https://api.example', key: 'k' })
export async function names(): Promise<string[]> {
  const { items } = await client.things.list({ query: { fields: 'name' } })
  return items.map(({ name }) => name)
}
export const first = async (): Promise<Item<'things.list'> | undefined> => (await client.things.list()).items[0]
export const isFault = (fault: unknown): boolean => fault instanceof SluiceProblem && fault.code === 'not-found'
`

/** Compiles files of the project strictly; answers what the compiler says. */
async function compile(files: string[], options: object): Promise<string> {
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.asynciterable'], types: [], noEmit: true },
    ...options,
  }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { stdout } = await run(tsc, ['-p', project]).catch((error) => error)
  return stdout
}

describe('the packed declarations compile strictly', () => {
  test.each([
    ['in an ES module of Node', 'user.mts', { module: 'nodenext' }],
    ['in a CommonJS module of Node', 'user.cts', { module: 'nodenext' }],
    ['for a bundler', 'user.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('%s', async (_, file, options) => {
    await writeFile(join(project, file), user)
    expect(await compile([file], options)).toBe('')
  })
})

/** What the examples of the README take from their surroundings. */
const surroundings = `
export {}
declare global {
  const readings: AsyncIterable<{ serial: string; celsius: number }>
  const etag: string
  function readAgain(): Promise<void>
  const process: { env: Record<string, string | undefined> }
}
`

test('every example of the README compiles', async () => {
  const text = await readFile(readme, 'utf8')
  const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code)
  expect(examples.length).toBeGreaterThan(5)
  await writeFile(join(project, 'surroundings.mts'), surroundings)
  const files = await Promise.all(
    examples.map(async (code, i) => {
      const client = /const sluice =/.test(code)
        ? ''
        : `import { createClient as c } from '@sluice/client'\nconst sluice = c({ baseUrl: '', key: '' })\n`
      await writeFile(join(project, `example-${i}.mts`), `${client}${code}\nexport {}\n`)
      return `example-${i}.mts`
    }),
  )
  expect(await compile(['surroundings.mts', ...files], { module: 'nodenext' })).toBe('')
})
