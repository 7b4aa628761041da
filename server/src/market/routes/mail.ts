import { market as endpoints } from '@mkt/schemas'
import {
  changeAddress,
  type PostDeps,
  requestReset,
  resetPassword,
  sendVerification,
  verifyAddress,
} from '../../accounts/mail/post.ts'
import { demandPassword, type OwnAccountDeps } from '../../accounts/own-account.ts'
import type { RateLimit } from '../../accounts/rate-limits.ts'
import type { Guard } from '../../http/guard.ts'
import { sendSentence } from '../../http/verification-page.ts'

export interface MailRouteDeps {
  post: PostDeps
  ownAccount: OwnAccountDeps
  /** Whether an address that is not proven holds against others. */
  holdsUnproven: boolean
  mails: RateLimit
}

/** Addresses and forgotten passwords. */
export function mailRoutes(guard: Guard, { post, ownAccount, holdsUnproven, mails }: MailRouteDeps): void {
  guard.raw(endpoints.showVerification, async (_input, { ctx }) =>
    sendSentence(ctx, 'Is the address to which this link was sent yours?', 'Yes, it is mine'),
  )
  guard.raw(endpoints.verifyEmail, async ({ query }, { ctx, address }) => {
    await mails.consume(address)
    await verifyAddress(post, query.token)
    sendSentence(ctx, 'Thank you: the address is known to be yours.')
  })
  guard.route(endpoints.sendVerification, async (_input, { user, address }) => {
    await mails.consume(address)
    await sendVerification(post, user)
    return null
  })
  guard.route(endpoints.changeEmail, async ({ body }, call) => {
    await mails.consume(call.address)
    await demandPassword(ownAccount, call.user, body.password, call)
    await changeAddress(post, call.user, body.email, holdsUnproven)
    return null
  })
  guard.route(endpoints.requestPasswordReset, async ({ body }, { address }) => {
    await mails.consume(address)
    requestReset(post, body.email)
    return null
  })
  guard.route(endpoints.resetPassword, async ({ body }, { address }) => {
    await mails.consume(address)
    await resetPassword(post, body.code, body.new_password)
    return null
  })
}
