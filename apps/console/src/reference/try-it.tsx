'use client'

import { Button, PasswordInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { JsonField } from '#form/json-field.tsx'
import { useConsole } from '#frame/console-context.tsx'
import { texts } from '#texts/reference.tsx'
import type { ApiOperation } from './document.ts'
import { ParameterInput } from './parameter-input.tsx'
import classes from './reference.module.css'
import { canBeSent, requestOf, type Trial } from './request.ts'

interface Reply {
  readonly status: number
  readonly milliseconds: number
  readonly budget: string | null
  readonly text: string
}

/** The pasted key. It is kept only in the page's state, and shared by all operations. */
export interface PastedKey {
  readonly apiKey: string
  readonly setApiKey: (key: string) => void
}

interface TryItProps {
  readonly operation: ApiOperation
  readonly pasted: PastedKey
}

/** Calls the API directly from the browser with the pasted key. */
export function TryIt({ operation, pasted: { apiKey, setApiKey } }: TryItProps) {
  const { apiUrl } = useConsole()
  const example = operation.requestBody?.content['application/json']?.example
  const [trial, setTrial] = useState<Omit<Trial, 'key'>>({
    values: {},
    body: example === undefined ? '' : JSON.stringify(example, null, 2),
  })
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => send(apiUrl, operation, { ...trial, key: apiKey }),
  })
  const change = (part: Partial<typeof trial>) => setTrial({ ...trial, ...part })
  const isChange = operation.method !== 'GET'

  function submit(event: FormEvent) {
    event.preventDefault()
    mutate()
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm" className={classes.form ?? ''}>
        <PasswordInput
          label={texts.trial.key}
          description={texts.trial.keyHint}
          autoComplete="off"
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
        />
        {(operation.parameters ?? []).map((parameter) => (
          <ParameterInput
            key={parameter.name}
            parameter={parameter}
            value={trial.values[parameter.name] ?? ''}
            onChange={(value) => change({ values: { ...trial.values, [parameter.name]: value } })}
          />
        ))}
        {operation.requestBody && (
          <JsonField
            label={texts.body}
            value={trial.body}
            onChange={(event) => change({ body: event.currentTarget.value })}
          />
        )}
        <div>
          <Button type="submit" loading={isPending} variant={isChange ? 'filled' : 'default'}>
            {isChange ? texts.trial.sendChange : texts.trial.send}
          </Button>
        </div>
        <div role="status">
          {error && (error instanceof Unsendable ? texts.trial.unsendable : texts.trial.failed)}
          {data && <ReplyView reply={data} />}
        </div>
      </Stack>
    </form>
  )
}

class Unsendable extends Error {}

async function send(apiUrl: string, operation: ApiOperation, trial: Trial): Promise<Reply> {
  const { path, init } = requestOf(operation, trial)
  if (!canBeSent(init.headers)) throw new Unsendable()
  const started = performance.now()
  const answer = await fetch(apiUrl + path, { ...init, credentials: 'omit', cache: 'no-store' })
  const text = await answer.text()
  return {
    status: answer.status,
    milliseconds: Math.round(performance.now() - started),
    budget: answer.headers.get('RateLimit'),
    text: pretty(text),
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function ReplyView({ reply: { status, milliseconds, budget, text } }: { reply: Reply }) {
  return (
    <>
      <p className={classes.words}>
        {budget
          ? texts.trial.replyBudget(status, milliseconds, budget)
          : texts.trial.reply(status, milliseconds)}
      </p>
      <pre className={classes.reply}>{text || texts.trial.emptyReply}</pre>
    </>
  )
}
