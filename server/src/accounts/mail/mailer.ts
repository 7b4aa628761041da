import { createTransport } from 'nodemailer'
import type { Log } from '../../base/log.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail in the background: whoever asks for one does not wait, and does not learn whether there was one. */
export interface Mailer {
  send(mail: Mail): void
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface MailSettings {
  /** smtp:// or smtps://, with username and password where the server wants them. */
  url: string
  from: string
}

/** What waits beyond this is dropped, and the log says so. */
const MOST_WAITING = 1000
const PATIENCE_MS = 10_000

export function createMailer({ url, from }: MailSettings, log: Log): Mailer {
  const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...patience } as never)
  const waiting = new Set<Promise<unknown>>()
  return {
    send({ to, subject, text }) {
      if (waiting.size >= MOST_WAITING) return void log.error({ subject }, 'too many mails wait: one was dropped')
      // As an object: a list or a header in the text of an address reaches nobody else.
      const mail = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      const sent: Promise<unknown> = transport
        .sendMail(mail)
        .catch((error: unknown) => log.error({ err: error, subject }, 'a mail could not be sent'))
        .finally(() => waiting.delete(sent))
      waiting.add(sent)
    },
    async idle() {
      while (waiting.size > 0) await Promise.all(waiting)
    },
    async close() {
      await Promise.race([this.idle(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())])
      transport.close()
    },
  }
}
