import type { Metadata } from 'next'
import { connection } from 'next/server'
import { DataProvider } from '#data/data-provider.tsx'
import { ForgotPage } from '#reset-password/forgot-page.tsx'
import { NoMail } from '#reset-password/no-mail.tsx'
import { mailer } from '#server/mail/mailer.ts'
import { texts } from '#texts/reset-password.tsx'

export const metadata: Metadata = { title: texts.forgot.title }

export default async function Page() {
  // Whether mail is on is known at run time, not at build time.
  await connection()
  if (!mailer()) return <NoMail />
  return (
    <DataProvider>
      <ForgotPage />
    </DataProvider>
  )
}
