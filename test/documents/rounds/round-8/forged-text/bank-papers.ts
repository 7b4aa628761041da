import { cents, Desk, day, eu, type Paper, sum, us } from './sheet.ts'

export interface Entry {
  on: string
  text: string
  amount: number
}

export interface Account {
  bank: string
  holder: string
  account: string
  from: string
  to: string
  opening: number
  rows: Entry[]
}

const entries = (month: string, ...rows: [number, string, number][]): Entry[] =>
  rows.map(([on, text, amount]) => ({ on: `${month}-${String(on).padStart(2, '0')}`, text, amount }))

const rowsOf = (rows: readonly Entry[], balances?: readonly number[]) =>
  rows.map(({ on, text, amount }, at) => ({
    date: on,
    description: text,
    [amount < 0 ? 'withdrawal' : 'deposit']: Math.abs(amount),
    ...(balances ? { balance: balances[at] ?? 0 } : {}),
  }))

/** Sums and balances of an account. */
function told({ opening, rows }: Account) {
  const balances: number[] = []
  for (const { amount } of rows) balances.push(cents((balances.at(-1) ?? opening) + amount))
  const credits = sum(rows.filter(({ amount }) => amount > 0).map(({ amount }) => amount))
  const debits = sum(rows.filter(({ amount }) => amount < 0).map(({ amount }) => -amount))
  return { balances, credits, debits, closing: balances.at(-1) ?? opening }
}

const fieldsOf = (account: Account, currency: string) => ({
  bank_name: account.bank,
  account_holder_name: account.holder,
  account_number: account.account,
  statement_start_date: account.from,
  statement_end_date: account.to,
  opening_balance: account.opening,
  closing_balance: told(account).closing,
  currency,
})

/** A credit union's account with a running balance and a box of sums. */
export const chequing: Paper<Account> = {
  name: 'chequing',
  values: {
    bank: 'Tamarack Valley Credit Union',
    holder: 'Delphine R. Okoro',
    account: '4471-0083926',
    from: '2026-08-01',
    to: '2026-08-31',
    opening: 1846.2,
    rows: entries(
      '2026-08',
      [3, 'Rent Birchmont Apartments', -1150],
      [5, 'Direct Deposit Halvorsen Freight', 1624.18],
      [7, 'Corner Pantry #114', -63.47],
      [11, 'Tri-County Water District', -41.9],
      [14, 'ATM Withdrawal Main St', -80],
      [19, 'Direct Deposit Halvorsen Freight', 1624.18],
      [21, 'Orchard Mutual Auto Ins', -138.25],
      [24, 'Mobile Deposit', 210],
      [28, 'Student Loan Servicing', -187.66],
    ),
  },
  draw(account) {
    const { balances, credits, debits, closing } = told(account)
    const desk = new Desk([612, 792], ['Arial', 'Arial-Bold'], 9)
    desk.band(40, 36, 532, 30, '0.86 0.91 0.88 rg')
    desk.put('bank_name', 50, 56, account.bank, { bold: true, size: 14 })
    desk.say(50, 82, '900 Ferry Road, Alder Point, OR 97101')
    desk.put('account_holder_name', 50, 120, account.holder, { bold: true })
    desk.say(50, 132, '27 Quarry Lane')
    desk.say(50, 144, 'Alder Point, OR 97103')
    desk.say(360, 112, 'Account number')
    desk.put('account_number', 562, 112, account.account, { right: true })
    desk.say(360, 126, 'Statement period')
    desk.put('period', 562, 126, `${day(account.from, 'us')} - ${day(account.to, 'us')}`, { right: true })
    const sums = [
      ['opening_balance', 'Beginning balance', account.opening],
      ['total_deposits', 'Deposits and other credits', credits],
      ['total_withdrawals', 'Withdrawals and other debits', debits],
      ['closing_balance', 'Ending balance', closing],
    ] as const
    desk.say(50, 178, 'Account summary', { bold: true, size: 11 })
    for (const [at, [key, label, value]] of sums.entries()) {
      desk.say(50, 196 + 14 * at, label)
      desk.put(key, 320, 196 + 14 * at, `$${us(value)}`, { right: true })
    }
    const heads = ['Date', 'Description', 'Withdrawals', 'Deposits', 'Balance']
    const ends = [50, 110, 410, 490, 562]
    for (const [at, head] of heads.entries()) desk.say(ends[at] ?? 0, 276, head, { bold: true, right: at > 1 })
    desk.rule(46, 280, 566)
    for (const [at, { on, text, amount }] of account.rows.entries()) {
      const top = 294 + 15 * at
      desk.put(`transactions.${at}.date`, 50, top, day(on, 'us').slice(0, 5))
      desk.put(`transactions.${at}.description`, 110, top, text)
      const side = amount < 0 ? 'withdrawal' : 'deposit'
      desk.put(`transactions.${at}.${side}`, amount < 0 ? 410 : 490, top, us(Math.abs(amount)), { right: true })
      desk.put(`transactions.${at}.balance`, 562, top, us(balances[at] ?? 0), { right: true })
    }
    desk.say(50, 740, 'Federally insured by NCUA. Please report errors within 60 days.', { size: 7 })
    const info = { Producer: 'OpenText Output Transformation Engine - 16.6', CreationDate: 'D:20260901031500Z' }
    const fields = { ...fieldsOf(account, 'USD'), total_deposits: credits, total_withdrawals: debits }
    return desk.sheet(info, 'BANK_STATEMENT', fields, { tables: { transactions: rowsOf(account.rows, balances) } })
  },
}

/** A building society's sheet in typewriter's letters, money out, money in and a balance. */
export const society: Paper<Account> = {
  name: 'society',
  values: {
    bank: 'Wharfedale Building Society',
    holder: 'Mr T A Pemberton',
    account: '20418837',
    from: '2026-05-01',
    to: '2026-05-31',
    opening: 932.14,
    rows: entries(
      '2026-05',
      [1, 'STANDING ORDER COUNCIL TAX', -164],
      [6, 'CARD PAYMENT GREENHALGH BUTCHER', -31.8],
      [12, 'DIRECT DEBIT YORKS POWER', -92.55],
      [15, 'BACS CREDIT J LOFTHOUSE & SONS', 1873.02],
      [18, 'CASH MACHINE SKIPTON', -60],
      [22, 'TRANSFER TO SAVINGS', -300],
      [29, 'BACS CREDIT HMRC CHILD BENEFIT', 102.4],
    ),
  },
  draw(account) {
    const { balances, credits, debits, closing } = told(account)
    const desk = new Desk([595, 842], ['Courier', 'Courier-Bold'], 9)
    desk.put('bank_name', 40, 60, account.bank, { bold: true, size: 13 })
    desk.say(40, 76, 'Principal Office: 4 Canal Row, Skipton BD23 1AA')
    desk.put('account_holder_name', 40, 120, account.holder)
    desk.say(40, 132, '11 Beck Side, Ilkley LS29 8XX')
    desk.say(330, 120, 'Account number')
    desk.put('account_number', 555, 120, account.account, { right: true })
    desk.say(330, 134, 'Statement from')
    desk.put('statement_start_date', 555, 134, day(account.from, 'uk'), { right: true })
    desk.say(330, 148, 'Statement to')
    desk.put('statement_end_date', 555, 148, day(account.to, 'uk'), { right: true })
    const ends = [40, 95, 400, 478, 555]
    for (const [at, head] of ['Date', 'Details', 'Money out', 'Money in', 'Balance'].entries())
      desk.say(ends[at] ?? 0, 190, head, { bold: true, right: at > 1 })
    desk.rule(38, 195, 557)
    desk.say(95, 210, 'BALANCE BROUGHT FORWARD')
    desk.put('opening_balance', 555, 210, us(account.opening), { right: true })
    for (const [at, { on, text, amount }] of account.rows.entries()) {
      const top = 225 + 14 * at
      desk.put(`transactions.${at}.date`, 40, top, day(on, 'short'))
      desk.put(`transactions.${at}.description`, 95, top, text)
      const side = amount < 0 ? 'withdrawal' : 'deposit'
      desk.put(`transactions.${at}.${side}`, amount < 0 ? 400 : 478, top, us(Math.abs(amount)), { right: true })
      desk.put(`transactions.${at}.balance`, 555, top, us(balances[at] ?? 0), { right: true })
    }
    const foot = 225 + 14 * account.rows.length + 6
    desk.rule(38, foot - 10, 557)
    desk.say(95, foot + 6, 'TOTALS')
    desk.put('total_withdrawals', 400, foot + 6, us(debits), { right: true })
    desk.put('total_deposits', 478, foot + 6, us(credits), { right: true })
    desk.say(95, foot + 22, 'CLOSING BALANCE')
    desk.put('closing_balance', 555, foot + 22, `£${us(closing)}`, { right: true })
    const info = { Producer: 'Compart MFFPDF I/O Filter', Creator: 'DOPiX', CreationDate: 'D:20260601020000Z' }
    const fields = { ...fieldsOf(account, 'GBP'), total_deposits: credits, total_withdrawals: debits }
    return desk.sheet(info, 'BANK_STATEMENT', fields, { tables: { transactions: rowsOf(account.rows, balances) } })
  },
}

/** A German account: signed amounts, old and new balance, no running one. */
export const konto: Paper<Account> = {
  name: 'konto',
  values: {
    bank: 'Volksbank Ammergrund eG',
    holder: 'Franziska Lindgruber',
    account: 'DE54 7009 3200 0004 5127 80',
    from: '2026-06-01',
    to: '2026-06-30',
    opening: 2310.77,
    rows: entries(
      '2026-06',
      [1, 'Dauerauftrag Miete Hausverwaltung Seidl', -890],
      [3, 'Kartenzahlung Edeka Ammer', -74.32],
      [9, 'Lastschrift Stadtwerke', -118.4],
      [15, 'Kartenzahlung Tankstelle Brunner', -61.09],
      [26, 'Gehalt Holzbau Reiter GmbH', 2487.63],
      [29, 'Bargeldauszahlung', -150],
    ),
  },
  draw(account) {
    const { closing } = told(account)
    const desk = new Desk([595, 842], ['Helvetica', 'Helvetica-Bold'], 9.5)
    desk.put('bank_name', 56, 60, account.bank, { bold: true, size: 15 })
    desk.say(56, 110, 'Frau')
    desk.put('account_holder_name', 56, 123, account.holder)
    desk.say(56, 136, 'Kirchweg 3, 82487 Oberau')
    desk.say(56, 190, 'Kontoauszug Nr. 6/2026', { bold: true, size: 12 })
    desk.say(56, 208, 'IBAN')
    desk.put('account_number', 120, 208, account.account)
    desk.say(330, 208, 'Zeitraum')
    desk.put('period', 539, 208, `${day(account.from, 'eu')} - ${day(account.to, 'eu')}`, { right: true })
    desk.say(56, 236, 'Buchungstag', { bold: true })
    desk.say(130, 236, 'Vorgang', { bold: true })
    desk.say(539, 236, 'Betrag EUR', { bold: true, right: true })
    desk.rule(54, 241, 541)
    desk.say(130, 256, `Alter Kontostand vom ${day(account.from, 'eu')}`)
    desk.put('opening_balance', 539, 256, `${eu(account.opening)}`, { right: true })
    for (const [at, { on, text, amount }] of account.rows.entries()) {
      desk.put(`transactions.${at}.date`, 56, 274 + 16 * at, day(on, 'eu'))
      desk.put(`transactions.${at}.description`, 130, 274 + 16 * at, text)
      const side = amount < 0 ? 'withdrawal' : 'deposit'
      desk.put(`transactions.${at}.${side}`, 539, 274 + 16 * at, `${amount < 0 ? '-' : '+'}${eu(Math.abs(amount))}`, {
        right: true,
      })
    }
    const foot = 274 + 16 * account.rows.length + 8
    desk.rule(54, foot - 12, 541)
    desk.say(130, foot + 4, `Neuer Kontostand vom ${day(account.to, 'eu')}`, { bold: true })
    desk.put('closing_balance', 539, foot + 4, eu(closing), { bold: true, right: true })
    const info = { Producer: 'Atruvia AG', CreationDate: "D:20260701041100+02'00'" }
    const rows = rowsOf(account.rows)
    return desk.sheet(info, 'BANK_STATEMENT', fieldsOf(account, 'EUR'), {
      tables: { transactions: rows },
      optional: ['total_deposits', 'total_withdrawals'],
    })
  },
}
