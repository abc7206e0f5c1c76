import { plural } from './plural.ts'

export const texts = {
  title: 'Two-step sign-in',
  isOn: 'On: after your password, you enter a code from your authenticator app.',
  isOff:
    'Off: your password alone signs you in. With two-step sign-in, somebody who learns it still needs your phone to sign in.',
  codesLeft: (count: number) =>
    count === 0
      ? 'You have no backup codes left: make new ones.'
      : plural(count, {
          one: 'You have # backup code left.',
          other: 'You have # backup codes left.',
        }),
  onOpens: 'Turn on…',
  offOpens: 'Turn off…',
  codesOpens: 'New backup codes…',
  password: 'Your password',
  showPassword: 'Show the password',
  passwordMissing: 'Enter your password.',
  on: {
    title: 'Turn on two-step sign-in',
    text: 'You need an authenticator app, for example on your phone. When you sign in, you will enter your password and then a six-digit code from the app.',
    next: 'Continue',
    action: 'Turn on',
    done: 'Two-step sign-in is on',
    noted: 'Two-step sign-in is on.',
    scan: 'Scan this with your authenticator app.',
    qrCode: 'QR code of the secret, which is in text below',
    type: 'If you cannot scan it, enter this secret in the app:',
    secret: 'the secret',
    code: 'Code from the app',
    codeMissing: 'Enter the six digits that the app shows.',
  },
  off: {
    title: 'Turn off two-step sign-in',
    text: 'Your password alone will sign you in again. The entry in your app and your backup codes stop working.',
    action: 'Turn off',
    noted: 'Two-step sign-in is off.',
  },
  codes: {
    title: 'Make new backup codes',
    text: 'Your current codes stop working at once.',
    action: 'Make new codes',
    done: 'Your new backup codes',
    advice: (
      <>
        If you do not have your phone, sign in with one of these codes. Each works once.{' '}
        <strong>They are shown only now.</strong> Keep them where you keep your passwords.
      </>
    ),
    stored: 'I have stored them',
    list: 'Backup codes',
    copy: 'Copy all',
    copied: 'Copied',
    copiedAll: 'Backup codes copied',
    copyFailed: 'The browser does not let this page copy. Select the codes, or download them.',
    download: 'Download',
  },
}
