import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { operatorOf } from '../organization.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { useCli } from '../testing/use-cli.ts'

const { core, sluice, sluiceJson } = useCli(inject('databaseUrl'))
const organization = `cli-${randomUUID()}`
const acme = ['--organization', organization] as const

beforeAll(async () => {
  await sluiceJson('organizations', 'create', '--id', organization, '--name', 'Acme')
  const send = await operatorOf(core, organization)
  await send('metricDefinitions.create', { body: { id: 'n', name: 'N', valueType: 'number' } })
  const metrics = [{ key: 'temp', metricDefinitionId: 'n' }]
  await send('thingTypes.create', { body: { id: 'host', name: 'Host', metrics } })
})
afterAll(() => core.close())

/** Makes a mapping of Prometheus' series, with further options. */
const create = (id: string, ...options: string[]) =>
  sluiceJson(
    ...['mappings', 'create', ...acme, '--protocol', 'prometheus', '--id', id, '--name', 'Hosts'],
    ...options,
  )

describe('mappings create, list, show, update and delete', () => {
  test('every option of a new mapping is one of its fields', async () => {
    const rules = [
      ...['--thing', '{site}-{host}', '--metric', '{__name__}_{mode}', '--description', 'All'],
      ...['--match', '__name__=node_*,job=node', '--match', 'job=a=b', '--drop', 'mode='],
      ...['--ignore-label', 'replica', '--ignore-label', 'cpu*', '--unmapped-labels', 'refuse'],
      ...['--invalid-characters', 'replace', '--create-missing', 'host', '--default'],
      ...['--convert', 'temp_f:key=temperature,factor=0.5,offset=-1e1', '--convert', 'up:key=on'],
    ]
    const created = await create('every', ...rules)
    expect(created).toMatchObject({
      ...{ id: 'every', protocol: 'prometheus', name: 'Hosts', description: 'All' },
      ...{ thing: '{site}-{host}', metric: '{__name__}_{mode}', isDefault: true },
      match: [{ __name__: 'node_*', job: 'node' }, { job: 'a=b' }],
      drop: [{ mode: '' }],
      ignoredLabels: ['replica', 'cpu*'],
      ...{ unmappedLabels: 'refuse', invalidCharacters: 'replace', createMissing: 'host' },
      metrics: { temp_f: { key: 'temperature', factor: 0.5, offset: -10 }, up: { key: 'on' } },
    })
    expect(await sluiceJson('mappings', 'show', 'every', ...acme)).toEqual(created)
    const { stdout } = await sluice('mappings', 'show', 'every', ...acme)
    expect(stdout).toMatch(/^match +job=node,__name__=node_\* or job=a=b$/m)
    expect(stdout).toMatch(/^conversions +up:key=on temp_f:key=temperature,factor=0.5,offset=-10$/m)
  })

  test('the list has those of a protocol', async () => {
    await create('listed')
    const line = ['--protocol', 'influx', '--id', 'line', '--name', 'Lines']
    await sluiceJson('mappings', 'create', ...acme, ...line)
    const idsOf = async (...options: string[]) => {
      const { items } = await sluiceJson('mappings', 'list', ...acme, ...options)
      return items.map(({ id }: { id: string }) => id)
    }
    expect(await idsOf()).toEqual(expect.arrayContaining(['listed', 'line']))
    expect(await idsOf('--protocol', 'influx')).toEqual(['line'])
    const { stdout } = await sluice('mappings', 'list', ...acme, '--protocol', 'influx')
    expect(stdout).toMatch(/^ID .*METRIC\nline +influx +no +Lines +thing,host +\{field\}\n$/)
  })

  test('an update changes what is given, and can empty it', async () => {
    const before = await create(
      ...(['changed', '--match', 'job=node', '--drop', 'job=x', '--ignore-label', 'r'] as const),
      ...['--create-missing', 'host', '--convert', 'a:key=b', '--convert', 'c:factor=2'],
    )
    const update = ['mappings', 'update', 'changed', ...acme] as const
    expect(await sluiceJson(...update, '--convert', 'a:none', '--default')).toEqual({
      ...before,
      ...{ metrics: { c: { factor: 2 } }, isDefault: true },
      ...{ etag: expect.any(String), updatedAt: expect.any(String) },
    })
    const emptied = ['--match', 'all', '--drop', 'none', '--ignore-label', 'none']
    const none = ['--create-missing', 'none', '--no-default', '--name', 'Machines']
    expect(await sluiceJson(...update, ...emptied, ...none)).toMatchObject({
      ...{ match: [], drop: [], ignoredLabels: [], createMissing: null, isDefault: false },
      name: 'Machines',
    })
  })

  test('a deleted mapping is not found', async () => {
    await create('gone')
    const { stdout } = await sluice('mappings', 'delete', 'gone', ...acme)
    expect(stdout).toBe('gone was deleted.\n')
    for (const verb of ['show', 'delete']) {
      expect(await sluice('mappings', verb, 'gone', ...acme)).toMatchObject({ exitCode: 3 })
    }
  })

  beforeAll(() => create('kept'))
  test.each([
    [['--match', 'job'], '--match job: must be name=value, several separated by commas'],
    [['--convert', 'a'], '--convert a: must be metric:key=name,factor=number,offset=number'],
    [['--convert', 'a:factor=x'], '--convert a:factor=x: factor must be a number'],
    [['--convert', 'a:foctor=2'], '--convert a:foctor=2: is not a known field'],
    [['--match', 'a=1', '--match', 'job=a*b*c*d*'], '--match job=a*b*c*d*: must have at most 3 *'],
    [['--thing', '{site'], '--thing {site: '],
    [['--ignore-label', ''], '--ignore-label : must not be empty'],
    [['--unmapped-labels', 'maybe'], "option '--unmapped-labels <what>' argument 'maybe'"],
    [[], 'There is nothing to change. Give at least one option, such as --thing.'],
  ])('an update with %j exits with 2 and says why', async (options, message) => {
    const { exitCode, stderr } = await sluice('mappings', 'update', 'kept', ...acme, ...options)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(message)
  })

  test('an id that is taken is a conflict', async () => {
    await create('taken')
    const again = ['--protocol', 'otlp', '--id', 'taken', '--name', 'Again']
    expect(await sluice('mappings', 'create', ...acme, ...again)).toMatchObject({ exitCode: 4 })
  })
})

describe('mappings try', () => {
  const page = 'node_load1{host="a7"} 0.3\nnode_temp{host="a7"} 50\nother{host="a7"} 1\n'
  let tried: string[]
  beforeAll(async () => {
    await create('tried', '--thing', '{host}', '--match', '__name__=node_*')
    tried = ['mappings', 'try', 'tried', ...acme]
  })

  function fileOf(text: string): string {
    const path = join(temporaryDirectory(), 'page.txt')
    writeFileSync(path, text)
    return path
  }

  test('tells what samples of a file become, with changes that are not saved', async () => {
    const file = fileOf(page)
    const asSaved = await sluiceJson(...tried, file)
    expect(asSaved.samples).toMatchObject([
      { thingId: 'a7', metric: 'node_load1', value: 0.3, outcome: 'rejected' },
      { thingId: 'a7', metric: 'node_temp', value: 50, outcome: 'rejected' },
      { outcome: 'dropped' },
    ])
    const change = [
      '--match',
      'all',
      '--convert',
      'node_temp:key=temp,factor=2',
      '--create-missing',
      'host',
    ]
    const changed = await sluiceJson(...tried, file, ...change)
    expect(changed.samples).toMatchObject([
      { outcome: 'rejected' },
      { metric: 'temp', value: 100, outcome: 'accepted', createsThing: true },
      { metric: 'other' },
    ])
    const { samples } = await sluiceJson(...tried, file)
    expect(samples).toMatchObject([{}, { metric: 'node_temp', value: 50 }, { outcome: 'dropped' }])
  })

  test('tells people of samples of standard input', async () => {
    const stdin = Readable.from([
      Buffer.from('node_up{host="a7",cpu="0"} 1\nnode_up{host="a7",'),
      'cpu="1"} 1\n!',
    ])
    vi.spyOn(process, 'stdin', 'get').mockReturnValueOnce(stdin as never)
    const { exitCode, stdout } = await sluice(...tried)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(
      /^OUTCOME +THING +METRIC +VALUE +SAMPLE +REASON\nrejected +a7 +node_up +1 /,
    )
    expect(stdout).toContain(
      'a7 node_up would be of several series, which cpu tells apart:\n  node_up{',
    )
    expect(stdout).toMatch(/\nNot samples:\n {2}.+\n$/)
  })

  test.each([
    ['must be at most 65536 characters', 'x'.repeat(70_000)],
    ['must not be empty', ''],
    ['--thing {host: ', page, '--thing', '{host'],
    ['--create-missing x: is not the id of a thing type', page, '--create-missing', 'x'],
  ])('tells what is wrong: %s', async (message, text, ...options) => {
    const file = fileOf(text)
    const { exitCode, stderr } = await sluice(...tried, file, ...options)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(options.length > 0 ? message : `<file> ${file}: ${message}`)
  })
})
