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
  ...{ rewriteRelativeImportExtensions: true, declaration: true },
}

/** The two forms of the package: a folder of each, and what Node is to take its files for. */
const forms = { esm: 'module', cjs: 'commonjs' } as const
type Form = keyof typeof forms

/**
 * Builds the package to publish into a folder: JavaScript and declarations for `import` and for `require`, without
 * dependencies, its own package.json, and the README. Throws with the compiler's messages when the written declarations do
 * not compile.
 */
export async function buildPackage(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true })
  for (const form of Object.keys(forms) as Form[]) {
    const staging = await mkdtemp(join(root, '.staging-'))
    try {
      await stage(staging, form)
      await compile(staging, join(target, form))
    } finally {
      await rm(staging, { recursive: true })
    }
  }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`)
  await copyFile(join(root, 'README.md'), join(target, 'README.md'))
}

/** The sources, with the contract spelled out in place of the one that imports it. */
async function stage(staging: string, form: Form): Promise<void> {
  for (const file of await readdir(join(root, 'src'))) {
    if (!file.endsWith('.test.ts')) await copyFile(join(root, 'src', file), join(staging, file))
  }
  await writeFile(join(staging, 'contract.ts'), declareContract())
  await writeFile(join(staging, 'client-type.ts'), declareClient())
  await writeFile(join(staging, 'package.json'), JSON.stringify({ type: forms[form] }))
}

async function compile(staging: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true })
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
  await nameEmitted(target)
  await copyFile(join(staging, 'package.json'), join(target, 'package.json'))
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
  const { name, version, description, keywords, engines } = await readJson(`${root}package.json`)
  const { license, repository } = await readJson(`${root}../../package.json`)
  return {
    ...{ name, version, description, keywords, license },
    repository: { type: 'git', url: repository, directory: 'packages/client' },
    ...{ type: 'module', sideEffects: false, engines },
    // For tools that do not know `exports`.
    ...{ main: './cjs/index.js', module: './esm/index.js', types: './cjs/index.d.ts' },
    exports: {
      '.': { import: entry('esm'), require: entry('cjs') },
      './package.json': './package.json',
    },
  }
}

function entry(form: Form) {
  return { types: `./${form}/index.d.ts`, default: `./${form}/index.js` }
}

async function readJson(path: string) {
  return JSON.parse(await readFile(path, 'utf8'))
}
