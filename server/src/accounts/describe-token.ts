import { isoTime, isoTimeOrNull } from '../base/clock.ts'
import type { IssuedSecret } from './issue-secret.ts'
import type { GrantedRights, TokenRights } from './token-rights.ts'

/** A token as the one answer that holds it has it. */
export function describeNewToken(name: string, issued: IssuedSecret, rights: GrantedRights) {
  return {
    token_id: issued.credential_id,
    name,
    token: issued.secret,
    created_at: isoTime(issued.created_at),
    expires_at: isoTimeOrNull(issued.expires_at),
    ...limitsShown({ ...rights, ...rights.own }),
  }
}

interface Shown extends Pick<TokenRights, 'scopes' | 'models'> {
  limit_nano?: bigint | null
  daily_nano?: bigint | null
}

/** Members only of what is limited: a token without limits looks as it always did. */
export function limitsShown({ scopes, models, limit_nano, daily_nano }: Shown) {
  return {
    ...(scopes === null ? {} : { scopes: [...scopes] }),
    ...(models === null ? {} : { models: [...models] }),
    ...(limit_nano == null ? {} : { spend_limit: limit_nano }),
    ...(daily_nano == null ? {} : { daily_spend_limit: daily_nano }),
  }
}
