'use client'

import { texts } from '#texts/app-failed.ts'

/** Shown if even the layout fails, so it must be readable without theme and styles. */
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
