'use client'

import { Alert, Button } from '@mantine/core'
import type { ActorName, KeyCall } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { emptyQuestion, questionOf } from '#keys/check/question.ts'
import { Verdict } from '#keys/check/verdict.tsx'
import { texts } from '#texts/requests.ts'
import { operationOf, paramsOf } from './call-curl.ts'

/** Repeats the call as a dry run, to see whether it would be allowed now. */
export function CheckAgain({ call }: { call: KeyCall }) {
  const trpc = useTRPC()
  const check = useMutation(trpc.keys.check.mutationOptions())
  if (!operationOf(call)) return null
  const empty = emptyQuestion(call.operation as ActorName, call.address)
  const question = questionOf({ ...empty, params: paramsOf(call) })
  return (
    <Section
      title={texts.check.title}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={check.isPending}
          onClick={() => check.mutate({ params: { keyId: call.keyId }, body: question })}
        >
          {texts.check.action}
        </Button>
      }
    >
      <div role="status">
        {check.data && <Verdict check={check.data} />}
        {check.error && <Alert color="red">{failureText(check.error)}</Alert>}
        {!check.data && !check.error && <p>{texts.check.hint}</p>}
      </div>
    </Section>
  )
}
