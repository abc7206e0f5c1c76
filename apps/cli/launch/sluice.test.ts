import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../src/testing/temporary-directory.ts'
import { repositoryRoot } from './node.mjs'

const run = promisify(execFile)

const generated = 'packages/core/src/database/generated/client.ts'

/** Stands in for npm: installs what the lock file asks for, and a Prisma that generates a client. */
const npm = `#!/bin/sh
mkdir -p node_modules/.bin node_modules/prisma/build
cp package-lock.json node_modules/.package-lock.json
ln -sf ${process.execPath} node_modules/.bin/node
echo '{}' > node_modules/prisma/package.json
echo "const fs = require('fs'), client = '${generated}'
fs.mkdirSync(require('path').dirname(client), { recursive: true })
fs.writeFileSync(client, '')" > node_modules/prisma/build/index.js
`

/** The files of a checkout that bring it up, with a program that prints its arguments. */
function freshCheckout() {
  const folder = temporaryDirectory()
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text, { mode })
  }
  for (const path of ['apps/cli/bin', 'apps/cli/launch', 'scripts']) {
    cpSync(repositoryRoot + path, join(folder, path), { recursive: true })
  }
  write('bin/npm', npm, 0o755)
  write('package-lock.json', '{ "packages": {} }')
  write('prisma/schema.prisma', 'one')
  write('prisma.config.ts', '')
  write('apps/cli/src/main.ts', "console.log('ran ' + process.argv.slice(2))")
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
  return {
    write,
    async sluice(...args: string[]) {
      const main = join(folder, 'apps/cli/bin/sluice.mjs')
      const { stdout, stderr } = await run(process.execPath, [main, ...args], { env: { PATH } })
      // A slow step is named when it begins, too.
      const steps = new Set(stderr.match(/Installing|Generating/g))
      return { stdout, steps: [...steps] }
    },
  }
}

test('in a fresh checkout any command installs the packages and generates the client, once', async () => {
  const { sluice } = freshCheckout()
  const first = await sluice('keys', 'list')
  expect(first).toEqual({ stdout: 'ran keys,list\n', steps: ['Installing', 'Generating'] })
  expect(await sluice('keys', 'list')).toEqual({ stdout: 'ran keys,list\n', steps: [] })
})

test('after a pull only start and migrate replace the packages, which a Sluice may be using', async () => {
  const { sluice, write } = freshCheckout()
  await sluice('migrate')
  write('package-lock.json', '{ "packages": { "node_modules/new": { "version": "1.0.0" } } }')
  write('prisma/schema.prisma', 'two')
  for (const args of [
    ['keys', 'list'],
    ['migrate', '--help'],
    ['start', '-h'],
  ]) {
    expect((await sluice(...args)).steps).toEqual([])
  }
  expect(await sluice('migrate')).toEqual({
    stdout: 'ran migrate\n',
    steps: ['Installing', 'Generating'],
  })
  expect((await sluice('start')).steps).toEqual([])
})
