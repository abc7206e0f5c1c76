import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createProgram } from '../program.ts'
import { runCli } from '../testing/run-cli.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { stagesOf } from './tree.ts'
import { zshScript } from './zsh.ts'

const stages = stagesOf(createProgram())

test.each([
  ['sluice keys r', ['rotate', 'revoke']],
  ['sluice keys create --type ', ['External', 'Admin']],
  ['sluice keys create --al', ['--allow-ip']],
  ['sluice keys create --organization keys --s', ['--scope']],
  ['sluice keys create --name ', []],
  ['sluice organizations sign', ['sign-in']],
  ['sluice mappings create --protocol ', ['influx', 'prometheus', 'otlp']],
  ['sluice mappings update --no', ['--no-default']],
  ['sluice data ', ['send', 'tail', '--help']],
])('bash completes %j', (line, words) => {
  const typed = line.split(' ')
  const array = typed.map((word) => `'${word}'`).join(' ')
  const program = `${bashScript(stages)}
COMP_WORDS=(${array}); COMP_CWORD=${typed.length - 1}; _sluice; printf '%s\\n' "\${COMPREPLY[@]}"`
  const completed = execFileSync('bash', ['-c', program]).toString().trim()
  expect(completed.split('\n').filter(Boolean)).toEqual(words)
})

test.each([
  ['zsh', zshScript],
  ['fish', fishScript],
])('the script for %s knows every verb and choice', (_, script) => {
  const text = script(stages)
  for (const { path } of stages) expect(text).toContain(`'${path}'`)
  expect(text).toContain('External Admin')
})

test.runIf(existsSync('/usr/bin/zsh'))('zsh can read its script', () => {
  expect(() => execFileSync('/usr/bin/zsh', ['-fnc', zshScript(stages)])).not.toThrow()
})

test.runIf(existsSync('/usr/bin/fish')).each([
  ['sluice keys r', ['revoke', 'rotate']],
  ['sluice keys create --type ', ['Admin', 'External']],
  ['sluice keys create --al', ['--allow-ip']],
])('fish completes %j', (line, words) => {
  const program = `${fishScript(stages)}\ncomplete -C '${line}'`
  const completed = execFileSync('/usr/bin/fish', ['--no-config', '-c', program]).toString().trim()
  expect(completed.split('\n').map((entry) => entry.split('\t')[0])).toEqual(words)
})

test('completion prints the script of a shell, and knows no others', async () => {
  const { exitCode, stdout } = await runCli(['completion', 'bash'])
  expect([exitCode, stdout]).toEqual([0, `${bashScript(stages)}\n`])
  expect(await runCli(['completion', 'tcsh'])).toMatchObject({ exitCode: 2 })
})
