import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  charge,
  FEES,
  hostAccount,
  issue,
  type Posting,
  release,
  reserve,
  reserveAccount,
  splitGross,
  userAccount,
} from '../../server/src/market/ledger/postings.ts'

const MOST = 9_000_000_000_000_000n
const amount = fc.bigInt({ min: 0n, max: MOST })
const account = fc.constantFrom('usr_a', 'usr_b', 'usr_Z', 'host_1', 'z', '0')

const sum = (posting: Posting) => posting.entries.reduce((total, entry) => total + entry.amount, 0n)
const change = (posting: Posting, of: string) =>
  posting.entries.filter((entry) => entry.account === of).reduce((total, entry) => total + entry.amount, 0n)

test('every posting sums to zero, has no empty line and each account once, in the order of all postings', () => {
  fc.assert(
    fc.property(account, account, amount, amount, (user, host, one, two) => {
      const [gross, reserved] = one < two ? [one, two] : [two, one]
      const postings = [
        issue(user, one, 'why'),
        reserve(user, 'job', reserved),
        release(user, 'job', reserved),
        charge(user, 'job', host, reserved, splitGross(gross)),
      ]
      for (const posting of postings) {
        expect(sum(posting)).toBe(0n)
        expect(posting.entries.every((entry) => entry.amount !== 0n)).toBe(true)
        const accounts = posting.entries.map((entry) => entry.account)
        expect(new Set(accounts).size).toBe(accounts.length)
        expect(accounts).toEqual([...accounts].sort())
      }
    }),
  )
})

test('a job’s postings together: the reserve is empty again, and user, host and fee share what was reserved', () => {
  fc.assert(
    fc.property(account, account, amount, amount, (user, host, one, two) => {
      const [gross, reserved] = one < two ? [one, two] : [two, one]
      const shares = splitGross(gross)
      const all = [reserve(user, 'job', reserved), charge(user, 'job', host, reserved, shares)]
      const total = (of: string) => all.reduce((so_far, posting) => so_far + change(posting, of), 0n)
      expect(total(reserveAccount(user))).toBe(0n)
      expect(total(userAccount(user))).toBe(-gross)
      expect(total(hostAccount(host)) + total(FEES)).toBe(gross)
      expect(total(FEES)).toBe(shares.fee)
    }),
  )
})

test('any order of one job’s life leaves no account of it below zero and the sum untouched', () => {
  const life = fc.record({ reserved: amount, part: fc.nat(1000), ends: fc.constantFrom('charge', 'release') })
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
      for (const [index, { reserved, part, ends }] of lives.entries()) {
        book(issue('u', reserved, 'why'))
        book(reserve('u', `job${index}`, reserved))
        if (ends === 'release') book(release('u', `job${index}`, reserved))
        else book(charge('u', `job${index}`, 'h', reserved, splitGross((reserved * BigInt(part)) / 1000n)))
      }
      expect([...balances.values()].reduce((total, balance) => total + balance, 0n)).toBe(0n)
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
    fc.property(amount, fc.bigInt({ min: 1n, max: MOST }), (reserved, over) => {
      expect(() => charge('u', 'job', 'h', reserved, splitGross(reserved + over))).toThrow(RangeError)
    }),
  )
})

test('shares that do not add up are refused', () => {
  expect(() => charge('u', 'job', 'h', 100n, { gross: 100n, fee: 12n, host: 89n })).toThrow(/does not balance/)
})
