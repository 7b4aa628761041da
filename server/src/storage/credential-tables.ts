export interface CredentialTables {
  credentials: CredentialsTable
  token_spending: TokenSpendingTable
  mail_codes: MailCodesTable
  second_factors: SecondFactorsTable
  recovery_codes: { user_id: string; code_hash: string }
  passkeys: PasskeysTable
  one_time_secrets: OneTimeSecretsTable
  sessions: SessionsTable
}

/** A browser that somebody is signed in on. */
export interface SessionsTable {
  session_id: string
  user_id: string
  /** SHA-256 of the cookie's secret, hex. */
  secret_hash: string
  /** Of the account when it was opened: a session ends with the password and the second factor that it stands for. */
  proof: string
  created_at: number
  last_used_at: number
  expires_at: number
  address: string
  agent: string
}

export interface CredentialsTable {
  credential_id: string
  kind: 'user' | 'host' | 'documents'
  /** The user or host that the secret stands for. */
  subject_id: string
  name: string
  /** SHA-256 of the secret, hex; the secret itself is never stored. */
  secret_hash: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  /** Scopes and models that it is limited to; null: none. */
  scopes_json: string | null
  models_json: string | null
  /** The spend limits that its jobs count against, its ancestors' among them: SpendRule[]; null: none. */
  spending_json: string | null
  /** The token that made it, and with which it ends. */
  parent_id: string | null
  /** The operator who made it for its owner: an admin's user id, or `command line`; null: its owner. */
  made_by: string | null
  last_used_at: number | null
}

/** What jobs of a limited token have reserved or were charged, in all (day 0) and on a day of their submission. */
export interface TokenSpendingTable {
  credential_id: string
  day: number
  spent_nano: bigint
}

/** A code that was sent to an address: to prove it, or to set a new password. */
export interface MailCodesTable {
  /** SHA-256 of the code, hex. */
  code_hash: string
  user_id: string
  purpose: 'verify' | 'reset'
  /** Where it was sent; it is good for an account only while this is its address. */
  email: string
  created_at: number
  expires_at: number
  used_at: number | null
}

/** An authenticator app's; it counts once it is confirmed. */
export interface SecondFactorsTable {
  user_id: string
  /** Sealed with the key of the data directory; of servers before that, until their next start, base64. */
  secret: string
  /** The step of the last code that was used. */
  last_step: number
  created_at: number
  confirmed_at: number | null
}

/** What is kept of a passkey: nothing of it is secret. */
export interface PasskeysTable {
  passkey_id: string
  user_id: string
  /** The authenticator's name for it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** How often the authenticator says that it was used; 0 for ever where it does not count. */
  counter: number
  transports_json: string
  name: string
  synced: number
  created_at: number
  last_used_at: number | null
}

/** What a challenge of WebAuthn was given for, or what a code stands for. */
export type OneTimePurpose = 'passkey-creation' | 'passkey-request' | 'passkey-code'

/** Good once, and until it expires. */
export interface OneTimeSecretsTable {
  /** SHA-256, hex. */
  secret_hash: string
  purpose: OneTimePurpose
  /** Null: anybody's. */
  user_id: string | null
  expires_at: number
}
