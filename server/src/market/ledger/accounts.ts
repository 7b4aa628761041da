/**
 * Credits are of two kinds, which never mix: `paid` ones somebody paid for or an operator granted as such, promotional
 * ones were given away. Both can be spent here; only paid ones ever leave.
 */
export const KINDS = ['paid', 'promo'] as const
export type Kind = (typeof KINDS)[number]

/** An amount by kind, in nano-credits. */
export type Credits = Record<Kind, bigint>

export const sumOf = ({ paid, promo }: Credits): bigint => paid + promo

/** Each kind has accounts of its own; those of paid credits bear the plain names. */
const named = (holder: string, kind: Kind) => (kind === 'paid' ? holder : `${holder}-promo`)

export const userAccount = (userId: string, kind: Kind = 'paid') => `${named('user', kind)}:${userId}`
/** What a user's open jobs have set aside. */
export const reserveAccount = (userId: string, kind: Kind = 'paid') => `${named('reserve', kind)}:${userId}`
/**
 * Where a host's earnings are: `available` it can take out (paid credits to anywhere, promotional ones to its owner's
 * credits only), `pending` are held for a while first, `frozen` are those of a host that was shut out, until an operator decides, and `disputed` those of jobs whose buyers want their credits back.
 */
export const STAGES = ['available', 'pending', 'disputed', 'frozen'] as const
export type Stage = (typeof STAGES)[number]
export const hostAccount = (hostId: string, kind: Kind = 'paid', stage: Stage = 'available') =>
  `${named(stage === 'available' ? 'host' : `host-${stage}`, kind)}:${hostId}`
export const feesAccount = (kind: Kind = 'paid') => named('platform:fees', kind)
/** Goes below zero by what was issued; with it all accounts of the kind sum to zero. */
export const issuanceAccount = (kind: Kind = 'paid') => named('platform:issuance', kind)

/** What an operator took from hosts that were shut out. */
export const forfeitsAccount = (kind: Kind = 'paid') => named('platform:forfeits', kind)

/** What left the platform for hosts' owners, pending withdrawals included: paid credits only. */
export const PAYOUTS = 'platform:payouts'

/** The kind of the credits that an account holds. */
export const kindOf = (account: string): Kind => (/-promo(:|$)/.test(account) ? 'promo' : 'paid')

/** The others exist since their user or host does; these come into being with the first credits that they get. */
export const opensItself = (account: string): boolean => /^(user|reserve|host)-[a-z-]+:/.test(account)

/**
 * Whether an account's balance is its row's and what waits in `account_moves` together. On Postgres a row is held
 * until the commit is on the disk, and each settlement moves the platform's fees: at 2 ms for a disk no more than 500
 * jobs a second would end in the whole market. On SQLite one writer settles one job after the other anyway.
 */
export const isSummed = (dialect: 'sqlite' | 'postgres', account: string): boolean =>
  dialect === 'postgres' && account.startsWith('platform:fees')
