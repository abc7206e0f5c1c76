import { texts } from '#texts/copy.ts'
import { type CurlCall, curl, isUsual } from './curl.ts'

export const languages = [
  { value: 'curl', label: texts.languages.curl, what: texts.code.curl },
  { value: 'javascript', label: texts.languages.javascript, what: texts.code.javascript },
  { value: 'python', label: texts.languages.python, what: texts.code.python },
] as const

export type Language = (typeof languages)[number]['value']

/** Writes a call as code; without a key string the code reads it from SLUICE_KEY. */
type Writer = (apiUrl: string, call: CurlCall, key?: string) => string

/** Code that runs as is, without dependencies. */
export const snippets: Readonly<Record<Language, Writer>> = { curl, javascript, python }

function javascript(apiUrl: string, call: CurlCall, key?: string): string {
  const { path, body, method = body === undefined ? 'GET' : 'POST' } = call
  const held = key === undefined ? 'process.env.SLUICE_KEY' : `'${key}'`
  const sent =
    body === undefined
      ? [`  headers: { 'X-Api-Key': ${held} },`]
      : [
          '  headers: {',
          `    'X-Api-Key': ${held},`,
          "    'Content-Type': 'application/json',",
          '  },',
          `  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`,
        ]
  return [
    `const answer = await fetch('${apiUrl}${path}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...sent,
    '})',
    'console.log(answer.status, await answer.json())',
  ].join('\n')
}

function python(apiUrl: string, call: CurlCall, key?: string): string {
  const { path, body } = call
  const held = key === undefined ? 'os.environ["SLUICE_KEY"]' : `"${key}"`
  return [
    ...(body === undefined ? [] : ['import json']),
    ...(key === undefined ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${apiUrl}${path}",`,
    ...(isUsual(call) ? [] : [`    method="${call.method}",`]),
    '    headers={',
    `        "X-Api-Key": ${held},`,
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonValue(body)}).encode(),`]),
    ')',
    'print(urllib.request.urlopen(request).read().decode())',
  ].join('\n')
}

/** A JSON value in Python syntax. */
function pythonValue(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member)}`,
  )
  return `{${members.join(', ')}}`
}

/** Indents all lines but the first by two spaces. */
function indented(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
