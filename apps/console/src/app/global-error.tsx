'use client'

import { texts } from '#texts/app-failed.ts'

/** The last resort, when even the layout failed: without theme or styles, and readable all the same. */
export default function GlobalError({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>{texts.title}</h1>
          <p>{texts.text}</p>
          <button type="button" onClick={retry}>
            {texts.retry}
          </button>
        </main>
      </body>
    </html>
  )
}
