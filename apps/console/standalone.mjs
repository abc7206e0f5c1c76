// The standalone server serves static files from its own folder, into which `next build` does not copy them.
import { cpSync, rmSync } from 'node:fs'

const from = new URL('.next/static', import.meta.url)
const to = new URL('.next/standalone/apps/console/.next/static', import.meta.url)

rmSync(to, { recursive: true, force: true })
cpSync(from, to, { recursive: true })
