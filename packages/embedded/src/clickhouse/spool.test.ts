import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/temporary-directory.ts'
import { openSpool, type Spool } from './spool.ts'

let data: ReturnType<typeof temporaryDirectory>
let spool: Spool
beforeEach(() => {
  data = temporaryDirectory()
  spool = openSpool(data.path)
})
afterEach(() => {
  spool.close()
  data.remove()
})

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

it('rows are received after the directory was deleted, in one of another name', async () => {
  const lost = await spool.receive(chunks('one'))
  rmSync(path.dirname(lost.file), { recursive: true })
  lost.remove()
  const rows = await spool.receive(chunks('t', 'wo'))
  expect(path.dirname(rows.file)).not.toBe(path.dirname(lost.file))
  expect(readFileSync(rows.file, 'utf8')).toBe('two')
  expect(rows.bytes).toBe(3)
})

it('a full disk is reported with its place', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const body = chunks('one')
  body.next = () => Promise.reject(full)
  await expect(spool.receive(body)).rejects.toMatchObject({
    code: 243,
    status: 503,
    text: expect.stringMatching(/No space left in \/\S+ for the request body/),
  })
})
