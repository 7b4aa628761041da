import type { Mail } from './mailer.ts'

type Letter = Omit<Mail, 'to'>

const lines = (...all: string[]) => `${all.join('\n')}\n`

/** Of a withdrawal that waits. */
export interface NewDestination {
  host_id: string
  /** Credits, as people write them. */
  amount: string
  /** ISO 8601. */
  payable_at: string
}

/** Of an alert that is reached; amounts in credits, as people write them. */
export interface ReachedAlert {
  kind: 'day' | 'month' | 'balance'
  limit: string
  now: string
}

/** What the server writes to people. `place` is the public URL of the market. */
export const LETTERS = {
  verify: (place: string, username: string, link: string): Letter => ({
    subject: 'Is this your address?',
    text: lines(
      `The account "${username}" at ${place} gave this address as its own.`,
      'If that is you, open this page within three days and press the button:',
      '',
      link,
      '',
      'If it is not, do nothing: the address then proves nothing there and blocks nobody.',
    ),
  }),
  reset: (place: string, username: string, code: string): Letter => ({
    subject: 'A new password',
    text: lines(
      `Somebody asked for a new password of the account "${username}" at ${place}.`,
      'If that was you, open this page within 30 minutes and write the new password there:',
      '',
      // Behind the #: what is there goes to no server, and into no log.
      `${place}/app/password#${code}`,
      '',
      'Or give this command, and then the new password:',
      '',
      `mkt account reset-password --server ${place} --code ${code}`,
      '',
      'It works once. If it was not you, do nothing: the password is as it was.',
    ),
  }),
  passwordChanged: (place: string, username: string): Letter => ({
    subject: 'Your password was changed',
    text: lines(
      `The password of the account "${username}" at ${place} was changed, and all its tokens were revoked.`,
      `If that was not you: mkt account reset-password --server ${place}`,
    ),
  }),
  passkeyAdded: (place: string, username: string, name: string): Letter => ({
    subject: 'A passkey was added',
    text: lines(
      `The passkey "${name}" opens the account "${username}" at ${place} from now on.`,
      'If that was not you: somebody knows your password. Set another one, and remove the passkey:',
      '',
      `mkt password --server ${place}`,
      `mkt account passkeys --server ${place}`,
    ),
  }),
  passkeyRemoved: (place: string, username: string, name: string): Letter => ({
    subject: 'A passkey was removed',
    text: lines(
      `The passkey "${name}" does not open the account "${username}" at ${place} any more.`,
      `If that was not you, somebody knows your password: mkt account reset-password --server ${place}`,
    ),
  }),
  newDestination: (place: string, username: string, { host_id, amount, payable_at }: NewDestination): Letter => ({
    subject: 'Earnings are to go to a new destination',
    text: lines(
      `${amount} credits that the host ${host_id} of the account "${username}" at ${place} has earned`,
      'are to be paid to a destination that nothing was paid to before. They are not paid before',
      `${payable_at}.`,
      '',
      'If that was not you: set another password, and ask the operator to reject the withdrawal.',
      `mkt password --server ${place}`,
    ),
  }),
  hostRefused: (place: string, username: string, { host_id, model }: { host_id: string; model: string }): Letter => ({
    subject: 'A host of yours was refused',
    text: lines(
      `The host ${host_id} of the account "${username}" at ${place} gets no more jobs, and what it earned is frozen:`,
      `checks show that it runs another model than "${model}".`,
      '',
      'Which jobs counted, and why, and how to say that this is wrong:',
      `mkt-agent status --server ${place}`,
    ),
  }),
  spendingReached: (place: string, username: string, { kind, limit, now }: ReachedAlert): Letter => ({
    subject: kind === 'balance' ? 'Few credits are left' : `This ${kind} has cost ${limit} credits`,
    text: lines(
      kind === 'balance'
        ? `The account "${username}" at ${place} can spend ${now} credits; you set ${limit}.`
        : `The account "${username}" at ${place} has spent ${now} credits this ${kind}; you set ${limit}.`,
      `Nothing was stopped.${kind === 'balance' ? '' : ' Days and months are those of UTC.'}`,
      '',
      'What it was spent on, and where this is changed:',
      `${place}/app/usage`,
    ),
  }),
  addressChanged: (place: string, username: string): Letter => ({
    subject: 'Your address was changed',
    text: lines(
      `The account "${username}" at ${place} has another address now; this one gets no more mail of it.`,
      'If that was not you, write to the operator of the marketplace at once.',
    ),
  }),
} as const
