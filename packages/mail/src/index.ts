export { invitationMail } from './invitation-mail.ts'
export { type Mail, type Mailer, openMailer } from './open-mailer.ts'
export { type MailSettings, mailFault, mailSettings, mailVariables } from './settings.ts'
