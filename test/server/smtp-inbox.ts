import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface Received {
  /** Who gets it, as the envelope says. */
  to: string[]
  raw: string
}

/** A real mail server that keeps what it gets. */
export async function startInbox() {
  const mails: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      text(stream).then((raw) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, raw: raw.replace(/=\r\n/g, '').replace(/=3D/g, '=') })
        callback()
      }, callback)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Those to one address with this subject. */
    of: (address: string, subject: string) =>
      mails.filter(({ to, raw }) => to.includes(address) && raw.includes(`Subject: ${subject}`)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
