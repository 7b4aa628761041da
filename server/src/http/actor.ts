import type { Actor } from '../accounts/act-log.ts'
import type { User } from '../accounts/authenticate.ts'

/** An admin as the log of acts names one. */
export function actorOf({ user, address }: { user: User; address: string }): Actor {
  return { actor: user.user_id, via: 'http', origin: address }
}
