import { LETTERS } from '../../accounts/mail/wording.ts'
import { userById } from '../../accounts/user-store.ts'
import type { Market } from '../deps.ts'

type Deps = Pick<Market, 'database' | 'log' | 'mailer' | 'baseUrl'>

/** Tells the log, and the owner at their proven address, that a host is refused; a mail that fails undoes nothing. */
export function tellRefused(deps: Deps, owner: string | null, refused: { host_id: string; model: string }): void {
  deps.log.warn(refused, 'a host is refused: it was shown to run another model than it names; its earnings are frozen')
  if (owner === null) return
  mailOwner(deps, owner, refused).catch((error) =>
    deps.log.error({ err: error, host_id: refused.host_id }, 'the owner of a refused host could not be mailed'),
  )
}

async function mailOwner(
  { database, mailer, baseUrl = '' }: Deps,
  owner: string,
  refused: { host_id: string; model: string },
): Promise<void> {
  const user = mailer && (await userById(database, owner))
  if (!user || user.email_verified_at === null) return
  mailer.send({ to: user.email, ...LETTERS.hostRefused(baseUrl, user.username, refused) })
}
