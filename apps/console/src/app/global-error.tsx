'use client'

/** The last resort, when even the layout failed: without theme or styles, and readable all the same. */
export default function GlobalError({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>The console could not be shown</h1>
          <p>Something went wrong on our side.</p>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
