import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { declareClient, declareContract } from './declare.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'))

const compilerOptions = {
  ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.asynciterable'], types: [] },
  ...{ module: 'nodenext', strict: true, exactOptionalPropertyTypes: true },
  ...{ rewriteRelativeImportExtensions: true, verbatimModuleSyntax: true, declaration: true },
}

/**
 * Builds the package to publish into a folder: JavaScript and declarations without dependencies, its own
 * package.json, and the README. Throws with the compiler's messages when the written declarations do not
 * compile.
 */
export async function buildPackage(target: string): Promise<void> {
  const staging = await mkdtemp(join(root, '.staging-'))
  try {
    await stage(staging)
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    await compile(staging, target)
    await nameEmitted(target)
    await writeFile(join(target, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`)
    await copyFile(join(root, 'README.md'), join(target, 'README.md'))
  } finally {
    await rm(staging, { recursive: true })
  }
}

/** The sources, with the contract spelled out in place of the one that imports it. */
async function stage(staging: string): Promise<void> {
  for (const file of await readdir(join(root, 'src'))) {
    if (!file.endsWith('.test.ts')) await copyFile(join(root, 'src', file), join(staging, file))
  }
  await writeFile(join(staging, 'contract.ts'), declareContract())
  await writeFile(join(staging, 'client-type.ts'), declareClient())
  await writeFile(join(staging, 'package.json'), '{ "type": "module" }')
}

async function compile(staging: string, target: string): Promise<void> {
  const options = { ...compilerOptions, rootDir: staging, outDir: target }
  const project = join(staging, 'tsconfig.json')
  await writeFile(project, JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
  const { bin } = JSON.parse(await readFile(compiler, 'utf8'))
  const tsc = join(compiler, '..', bin.tsc)
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', project])
  } catch (error) {
    throw new Error(`The client does not compile:\n${(error as { stdout: string }).stdout}`)
  }
}

/** The sources import `.ts` files; the published declarations must name the emitted ones. */
async function nameEmitted(target: string): Promise<void> {
  for (const file of await readdir(target)) {
    if (!file.endsWith('.d.ts')) continue
    const text = await readFile(join(target, file), 'utf8')
    await writeFile(join(target, file), text.replaceAll(/from '(\.\/[\w-]+)\.ts'/g, "from '$1.js'"))
  }
}

/** What is published has no dependencies, and knows nothing of this repository's workspaces. */
async function manifest() {
  const { name, version, description, keywords, engines } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  )
  return {
    ...{ name, version, description, keywords, type: 'module', sideEffects: false, engines },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  }
}
