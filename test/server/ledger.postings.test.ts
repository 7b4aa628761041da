import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Credits,
  feesAccount,
  hostAccount,
  issuanceAccount,
  KINDS,
  type Kind,
  kindOf,
  PAYOUTS,
  reserveAccount,
  sumOf,
  userAccount,
} from '../../server/src/market/ledger/accounts.ts'
import {
  charge,
  issue,
  type Posting,
  promoFirst,
  release,
  reserve,
  returnWithdrawal,
  splitGross,
  takeBack,
  transfer,
  withdraw,
} from '../../server/src/market/ledger/postings.ts'

const MOST = 9_000_000_000_000_000n
const amount = fc.bigInt({ min: 0n, max: MOST })
const account = fc.constantFrom('usr_a', 'usr_b', 'usr_Z', 'host_1', 'z', '0')
const kind = fc.constantFrom(...KINDS)
const credits = fc.record({ paid: amount, promo: amount })
/** What a job reserved, and what of it was charged in the end. */
const job = fc
  .record({ reserved: credits, part: fc.nat(1000) })
  .map(({ reserved, part }) => ({ reserved, gross: (sumOf(reserved) * BigInt(part)) / 1000n }))

const sum = (posting: Posting, of: Kind) =>
  posting.entries.reduce((total, entry) => total + (kindOf(entry.account) === of ? entry.amount : 0n), 0n)
const change = (posting: Posting, of: string) =>
  posting.entries.filter((entry) => entry.account === of).reduce((total, entry) => total + entry.amount, 0n)

test('every posting sums to zero in each kind, has no empty line and each account once, in the order of all postings', () => {
  fc.assert(
    fc.property(account, account, job, credits, kind, (user, host, { reserved, gross }, some, of) => {
      const postings = [
        issue(user, some.paid, 'why', of),
        takeBack(user, 'pur', some.paid, 'refund'),
        reserve(user, 'job', reserved),
        release(user, 'job', reserved),
        charge(user, 'job', host, reserved, splitGross(gross)),
        transfer(host, user, some, 'why'),
        withdraw(host, some.paid, 'why'),
        returnWithdrawal(host, some.paid, 'why'),
      ]
      for (const posting of postings) {
        for (const each of KINDS) expect(sum(posting, each)).toBe(0n)
        expect(posting.entries.every((entry) => entry.amount !== 0n)).toBe(true)
        const accounts = posting.entries.map((entry) => entry.account)
        expect(new Set(accounts).size).toBe(accounts.length)
        expect(accounts).toEqual([...accounts].sort())
        // Nothing promotional leaves, and nothing that was bought is taken back of what was given.
        const leaves = accounts.includes(PAYOUTS) || posting.kind === 'take-back'
        if (leaves) expect(accounts.every((name) => kindOf(name) === 'paid')).toBe(true)
        if (posting.kind !== 'issue') expect(accounts.includes(issuanceAccount('promo'))).toBe(false)
      }
    }),
  )
})

test('a job’s postings together: the reserve is empty again, and user, host and fee share what was reserved', () => {
  fc.assert(
    fc.property(account, account, job, (user, host, { reserved, gross }) => {
      const shares = splitGross(gross)
      const all = [reserve(user, 'job', reserved), charge(user, 'job', host, reserved, shares)]
      const total = (of: string) => all.reduce((so_far, posting) => so_far + change(posting, of), 0n)
      const both = (of: (kind: Kind) => string): Credits => ({ paid: total(of('paid')), promo: total(of('promo')) })
      const spent = both((kind) => userAccount(user, kind))
      const fee = both((kind) => feesAccount(kind))
      const earned = both((kind) => hostAccount(host, kind))
      for (const each of KINDS) {
        expect(total(reserveAccount(user, each))).toBe(0n)
        expect(earned[each] + fee[each]).toBe(-spent[each])
        expect(earned[each] >= 0n && fee[each] >= 0n).toBe(true)
      }
      // The shares are those of the whole charge, and promotional credits went first.
      expect([sumOf(fee), sumOf(earned)]).toEqual([shares.fee, shares.host])
      expect(spent.promo).toBe(-(gross < reserved.promo ? gross : reserved.promo))
    }),
  )
})

test('promotional credits go first, as far as they reach', () => {
  fc.assert(
    fc.property(amount, amount, (wanted, there) => {
      const { paid, promo } = promoFirst(wanted, there)
      expect(paid + promo).toBe(wanted)
      expect(promo <= there && (paid === 0n || promo === there)).toBe(true)
    }),
  )
})

test('any order of one job’s life leaves no account of it below zero and the sum of each kind untouched', () => {
  const life = fc.record({ job, ends: fc.constantFrom('charge', 'release') })
  fc.assert(
    fc.property(fc.array(life, { maxLength: 20 }), (lives) => {
      const balances = new Map<string, bigint>()
      const book = (posting: Posting) => {
        for (const entry of posting.entries) {
          const balance = (balances.get(entry.account) ?? 0n) + entry.amount
          balances.set(entry.account, balance)
          if (!entry.account.startsWith('platform:issuance')) expect(balance >= 0n).toBe(true)
        }
      }
      for (const [index, { job, ends }] of lives.entries()) {
        for (const each of KINDS) book(issue('u', job.reserved[each], 'why', each))
        book(reserve('u', `job${index}`, job.reserved))
        if (ends === 'release') book(release('u', `job${index}`, job.reserved))
        else book(charge('u', `job${index}`, 'h', job.reserved, splitGross(job.gross)))
      }
      for (const each of KINDS) {
        const held = [...balances].filter(([name]) => kindOf(name) === each)
        expect(held.reduce((total, [, balance]) => total + balance, 0n)).toBe(0n)
      }
    }),
  )
})

test('a fee of 12 % is nearest to the exact share, and never more for less', () => {
  fc.assert(
    fc.property(amount, amount, (one, two) => {
      const { fee, host, gross } = splitGross(one)
      expect(fee + host).toBe(gross)
      const off = fee * 100n - gross * 12n
      expect(off > -50n && off <= 50n).toBe(true)
      if (one <= two) expect(fee <= splitGross(two).fee && host <= splitGross(two).host).toBe(true)
    }),
  )
})

test('a charge beyond its reserve is refused, by one nano-credit too', () => {
  fc.assert(
    fc.property(credits, fc.bigInt({ min: 1n, max: MOST }), (reserved, over) => {
      expect(() => charge('u', 'job', 'h', reserved, splitGross(sumOf(reserved) + over))).toThrow(RangeError)
    }),
  )
})

test('shares that do not add up are refused, in one kind too', () => {
  const shares = { gross: 100n, fee: 12n, host: 89n }
  expect(() => charge('u', 'job', 'h', { paid: 100n, promo: 0n }, shares)).toThrow(/does not balance/)
  expect(() => charge('u', 'job', 'h', { paid: 50n, promo: 50n }, shares)).toThrow(/does not balance/)
})
