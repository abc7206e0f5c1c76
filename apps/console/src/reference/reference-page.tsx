'use client'

import { Skeleton, TextInput } from '@mantine/core'
import { IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Loaded } from '#states/loaded.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/reference.tsx'
import { text } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { type ApiDocument, groupsOf } from './document.ts'
import { OperationIndex } from './operation-index.tsx'
import { OperationView } from './operation-view.tsx'
import classes from './reference.module.css'

/** The API reference, from the OpenAPI document that the API serves. */
export function ReferencePage() {
  const { apiUrl } = useConsole()
  const { params } = useUrlState()
  const [words, setWords] = useState('')
  const [apiKey, setApiKey] = useState('')
  const query = useQuery({
    queryKey: ['openapi', apiUrl],
    queryFn: () => readDocument(apiUrl),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = query
  const groups = data ? groupsOf(data, words) : []
  const all = data ? groupsOf(data, '').flatMap(({ operations }) => operations) : []
  const chosen = all.find(({ operationId }) => operationId === text(params, 'operation')) ?? all[0]
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead(`${apiUrl}/v2`, `${apiUrl}/v2/openapi.json`)}
      />
      <div className={classes.columns}>
        <div className={classes.index}>
          <TextInput
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            leftSection={<IconSearch size={15} stroke={1.6} />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          {data && groups.length === 0 && <State icon={IconFilterOff} title={texts.nothingFound} />}
          <OperationIndex groups={groups} chosen={chosen?.operationId} />
        </div>
        <Loaded
          query={query}
          title={texts.failed}
          why={query.error?.message}
          waiting={<Skeleton height={480} />}
        >
          {(document) =>
            chosen && (
              <OperationView
                document={document}
                operation={chosen}
                pasted={{ apiKey, setApiKey }}
              />
            )
          }
        </Loaded>
      </div>
    </>
  )
}

/** Its errors are messages for people. */
async function readDocument(apiUrl: string): Promise<ApiDocument> {
  const answer = await fetch(`${apiUrl}/v2/openapi.json`, { credentials: 'omit' }).catch(
    unreachable,
  )
  if (!answer.ok) throw new Error(texts.answered(answer.status))
  return (await answer.json().catch(unreachable)) as ApiDocument
}

function unreachable(): never {
  throw new Error(texts.trial.failed)
}
