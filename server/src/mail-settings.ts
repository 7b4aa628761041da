import type { MailSettings } from './accounts/mail/mailer.ts'

/** Undefined where no mail is sent. Variables and no flags: the URL may hold a password, and others see a command line. */
export function readMail(env: NodeJS.ProcessEnv, faults: string[]): MailSettings | undefined {
  const url = env.MKT_SMTP_URL || undefined
  if (url === undefined) return undefined
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') {
    faults.push('MKT_SMTP_URL must be an smtp:// or smtps:// URL')
    return undefined
  }
  const from = env.MKT_MAIL_FROM || undefined
  if (from && /^[^\s@<>]+@[^\s@<>]+$/.test(from)) return { url, from }
  faults.push('MKT_MAIL_FROM must be the email address that mail comes from; MKT_SMTP_URL needs it')
  return undefined
}
