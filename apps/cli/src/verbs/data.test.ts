import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

const key = 'svcex_of_a_test'

/** A service that answers as `answer` says; its URL, and what it was asked. */
async function serve(
  answer: (body: string, call: number) => { status?: number; type?: string; body: object },
) {
  const asked: { url: string; key: unknown; body: string }[] = []
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    const isZstd = request.headers['content-encoding'] === 'zstd'
    const body = String(isZstd ? zstdDecompressSync(sent) : sent)
    asked.push({ url: request.url ?? '', key: request.headers['x-api-key'], body })
    const { status = 200, body: reply, type } = answer(body, asked.length)
    const usual = status < 400 ? 'application/json' : 'application/problem+json'
    response.writeHead(status, { 'Content-Type': type ?? usual }).end(JSON.stringify(reply))
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const stored = (accepted: number, rejected = 0, errors: object[] = [], things: object[] = []) => ({
  body: { accepted, rejected, errors, things },
})

function fileOf(name: string, text: string): string {
  const path = join(temporaryDirectory(), name)
  writeFileSync(path, text)
  return path
}

const lines = '{"thingId":"a","timestamp":1,"values":{"t":1}}\n{"timestamp":2,"values":{"t":2}}\n'

describe('data send', () => {
  test('sends the frames of a file with the key of the environment', async () => {
    const { url, asked } = await serve(() => stored(2))
    const args = ['data', 'send', fileOf('x.jsonl', lines), '--thing', 'b', '--url', url, '--json']
    const { exitCode, stdout, stderr } = await runCli([...args, '--create-missing', 'truck'], {
      SLUICE_KEY: key,
    })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      ...{ frames: 2, accepted: 2, rejected: 0, ignored: 0, unsent: 0, errors: [] },
    })
    expect(asked).toMatchObject([{ url: '/v2/things/data?onError=skip&createMissing=truck', key }])
    expect(JSON.parse(asked[0]?.body ?? '').frames).toEqual([
      { thingId: 'a', timestamp: 1, values: { t: 1 } },
      { thingId: 'b', timestamp: 2, values: { t: 2 } },
    ])
  })

  test('takes the key and CSV from standard input', async () => {
    const { url, asked } = await serve(() => stored(1))
    const stdin = Readable.from([
      Buffer.from(`${key}\r\nthingId,timest`),
      Buffer.from('amp,t\na,1,2'),
    ])
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as never)
    const args = ['data', 'send', '--format', 'csv', '--key-stdin', '--url', url]
    const { exitCode, stdout } = await runCli(args)
    expect([exitCode, stdout]).toEqual([0, '1 samples of 1 frames are stored, 0 were refused.\n'])
    expect(asked[0]?.key).toBe(key)
  })

  test('tells of each refused sample, and exits with 1', async () => {
    const { url } = await serve(() =>
      stored(
        0,
        2,
        [{ pointer: '/body/frames/1/values/t', detail: 'must be at most 60' }],
        [{ thingId: 'a', problem: 'not-found' }],
      ),
    )
    const args = ['data', 'send', fileOf('x.jsonl', lines), '--thing', 'b', '--url', url]
    const { exitCode, stdout, stderr } = await runCli(args, { SLUICE_KEY: key })
    expect(exitCode).toBe(1)
    expect(stdout).toContain('  a: not-found\n  b at 2, t: must be at most 60')
    expect(stderr).toBe('2 samples were refused.\n')
  })

  test('counts as stored what the service says is stored, and sends no frames without values', async () => {
    const { url, asked } = await serve(() => stored(1))
    const file = fileOf('X.CSV', 'thingId,timestamp,t,u\na,1,2,3\na,2,,\n')
    const { exitCode, stdout } = await runCli(['data', 'send', file, '--url', url], {
      SLUICE_KEY: key,
    })
    expect([exitCode, stdout]).toEqual([
      0,
      '1 samples of 1 frames are stored, 0 were refused. 1 were ignored: their thing types lack the metrics.\n',
    ])
    expect(JSON.parse(asked[0]?.body ?? '').frames).toHaveLength(1)
  })

  test('sends what stands before a wrong line, tells what became of it, and exits with 2', async () => {
    const fault = { pointer: '/body/frames/0/values/t', detail: 'must be at most 60' }
    const { url, asked } = await serve(() => stored(1, 1, [fault]))
    const file = fileOf('x.jsonl', `${lines}nonsense\n`)
    const args = ['data', 'send', file, '--thing', 'b', '--url', url]
    const { exitCode, stdout, stderr } = await runCli(args, { SLUICE_KEY: key })
    expect([exitCode, stdout, ...stderr.trimEnd().split('\n')]).toEqual([
      ...[2, '', '1 samples of 2 frames are stored, 1 were refused.'],
      '  a at 1, t: must be at most 60',
      'Line 3 is no JSON object. The lines before it were accepted, or refused as listed.',
    ])
    expect(JSON.parse(asked[0]?.body ?? '').frames).toHaveLength(2)
    const json = await runCli([...args, '--json'], { SLUICE_KEY: key })
    expect(JSON.parse(json.stderr).error).toMatchObject({
      detail: expect.stringContaining('Line 3'),
      result: { frames: 2, accepted: 1, rejected: 1, unsent: 0, errors: [expect.any(String)] },
    })
  })

  test('fails with the problem of the service, without the key', async () => {
    const type = 'https://api.example/problems/key-unknown'
    const { url } = await serve(() => ({ status: 401, body: { type, title: 'T', detail: 'D' } }))
    const args = ['data', 'send', fileOf('x.jsonl', lines), '--thing', 'b', '--url', url, '--json']
    const { exitCode, stdout, stderr } = await runCli(args, { SLUICE_KEY: key })
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(JSON.parse(stderr).error).toMatchObject({
      ...{ code: 'key-unknown', detail: 'D', result: { frames: 2, accepted: 0, unsent: 2 } },
    })
    expect(stderr).not.toContain(key)
  })

  test('tells why it sends again', async () => {
    const type = 'https://api.example/problems/quota-exceeded'
    const full = { status: 429, body: { type, title: 'T', detail: 'Full' } }
    const { url } = await serve((_, call) => (call <= 5 ? full : stored(2)))
    // Five times the client itself, without a pause.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => vi.mocked(Math.random).mockRestore())
    const args = ['data', 'send', fileOf('x.jsonl', lines), '--thing', 'b', '--url', url]
    const { exitCode, stderr } = await runCli(args, { SLUICE_KEY: key })
    expect([exitCode, stderr]).toEqual([0, 'Sending again after failure 1: 429 T: Full\n'])
  })

  test.each([
    ['http://127.0.0.1:1', 'http://127.0.0.1:1 could not be reached'],
    [undefined, 'answered 200 with text/html in place of application/json: check --url'],
  ])('fails where no Sluice has answered yet: %s', async (given, message) => {
    const { url } = await serve(() => ({ body: {}, type: 'text/html' }))
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => vi.mocked(Math.random).mockRestore())
    const args = ['data', 'send', fileOf('x.jsonl', lines), '--thing', 'b', '--url', given ?? url]
    const { exitCode, stderr } = await runCli(args, { SLUICE_KEY: key })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^0 samples of 2 frames are stored, 0 were refused. 2 may not be stored/)
    expect(stderr).toContain(message)
  })

  test.each([
    [['--url', 'here'], { SLUICE_KEY: key }, '--url is no URL, such as https://'],
    [['--url', 'localhost:4000'], { SLUICE_KEY: key }, '--url must begin with https:// or http://'],
    [[], { SLUICE_KEY: key, SLUICE_URL: 'here' }, 'SLUICE_URL is no URL'],
    [['--url', 'http://127.0.0.1:1'], { SLUICE_KEY: 'svcex of' }, 'SLUICE_KEY is no API key'],
    [['--url', 'http://127.0.0.1:1'], { SLUICE_KEY: '' }, 'Set SLUICE_KEY'],
  ])('with %j exits with 2', async (args, environment, message) => {
    const file = fileOf('x.jsonl', lines)
    const { exitCode, stderr } = await runCli(['data', 'send', file, ...args], environment)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('svcex')
  })

  test('takes a key of the environment with a line break at its end', async () => {
    const { url, asked } = await serve(() => stored(2))
    const args = ['data', 'send', fileOf('x.jsonl', lines), '--thing', 'b', '--url', url]
    expect(await runCli(args, { SLUICE_KEY: `${key}\r\n` })).toMatchObject({ exitCode: 0 })
    expect(asked[0]?.key).toBe(key)
  })

  test('a file that is not there exits with 2', async () => {
    const { exitCode, stderr } = await runCli(['data', 'send', '/nowhere'], { SLUICE_KEY: key })
    expect([exitCode, stderr]).toEqual([2, '<file> /nowhere: cannot be read (ENOENT)\n'])
  })
})

describe('data tail', () => {
  const latest = (timestamp: string, value: number) => ({ t: { timestamp, value } })

  test('prints values as they change, the oldest first, each once', async () => {
    const { url, asked } = await serve((_, call) => ({
      body: {
        byThing: {
          b: latest('2026-06-01T10:00:01Z', 2),
          a: latest(`2026-06-01T10:00:0${call > 2 ? 5 : 0}Z`, 1),
        },
      },
    }))
    const args = ['data', 'tail', 'a', 'b', '--metrics', 't', '--every', '1', '--count', '3']
    const { exitCode, stdout } = await runCli([...args, '--url', url, '--json'], {
      SLUICE_KEY: key,
    })
    expect(exitCode).toBe(0)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { thingId: 'a', metric: 't', timestamp: '2026-06-01T10:00:00Z', value: 1 },
      { thingId: 'b', metric: 't', timestamp: '2026-06-01T10:00:01Z', value: 2 },
      { thingId: 'a', metric: 't', timestamp: '2026-06-01T10:00:05Z', value: 1 },
    ])
    expect(asked[0]?.url).toBe('/v2/things/recent?ids=a%2Cb&groupBy=thing&limit=200&metrics=t')
  })

  test('shows what a second page has', async () => {
    const of = (value: number) => ({ t: { timestamp: '2026-06-01T10:00:00Z', value } })
    const { url } = await serve((_, call) => ({
      body:
        call === 1
          ? { byThing: { a: of(1) }, nextCursor: 'next' }
          : { byThing: { b: of(2) }, nextCursor: null },
    }))
    const args = ['data', 'tail', 'a', 'b', '--count', '2', '--url', url]
    const { stdout } = await runCli(args, { SLUICE_KEY: key })
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  })

  test('shows values that a terminal would obey as they are written', async () => {
    const value = '\u001b[2J\nb'
    const t = { timestamp: '2026-06-01T10:00:00Z', value }
    const { url } = await serve(() => ({ body: { byThing: { a: { t } } } }))
    const args = ['data', 'tail', 'a', '--count', '1', '--url', url]
    const { stdout } = await runCli(args, { SLUICE_KEY: key })
    expect(stdout).toBe('2026-06-01T10:00:00Z  a  t  \\u{1b}[2J\\u{a}b\n')
  })

  test('rejects an interval that is none', async () => {
    const { exitCode, stderr } = await runCli(['data', 'tail', 'a', '--every', '0'])
    expect([exitCode, stderr]).toEqual([2, '--every 0: must be a whole number of at least 1\n'])
  })
})
