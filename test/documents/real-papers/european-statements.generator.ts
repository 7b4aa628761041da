import { checkedIban } from '../checked-iban.ts'
import { split } from '../printer/lists.ts'
import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { booked, ledgerOf } from './ledger.ts'
import { person, street, town } from './names.ts'
import { day, daysAfter, de, en, fr, month } from './print.ts'

/** Sort code, IBAN and BIC; payment types; "Balance brought forward"; money in and money out. */
export const britishCurrent: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['BGC QUILLMARK SYSTEMS', 'FPI L FAIRWEATHER', 'DEP CASH IN'],
    out: split`
      DD THAMESIDE WATER | DEB CORNER GROCER CD 4471 | FPO T LINDQVIST | SO RENT BRACKENFIELD | CPT CASHPOINT HIGH ST
    `,
  })
  const name = `${chance.pick(['MR', 'MS', 'MRS'])} ${person(chance).toUpperCase()}`
  const [sort, account] = [`${chance.digits(2)}-${chance.digits(2)}-${chance.digits(2)}`, chance.digits(8)]
  const sheet = await Sheet.open(chance, 'a4')
  sheet.print`
    46: 40b/18 NORTHGATE BANK | 555>/12 Your Account
    100: 50 ${name} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'uk').toUpperCase()} | 370 Sort Code
      | 555> ${sort}
    114: 370 Account Number | 555> ${account}
    128: 370 BIC | 555> NGBAGB21
    142: 370 Statement No. | 555> 118
    200: 40b/13 CLASSIC ACCOUNT
    216: 40 ${day(from, 'DD MMMM YYYY')} to ${day(to, 'DD MMMM YYYY')}
    244b: 40 Money In | 250> £${en(ledger.credits)} | 310 Balance on ${day(from, 'DD MMMM YYYY')}
      | 555> £${en(ledger.opening)}
    260b: 40 Money Out | 250> £${en(ledger.debits)} | 310 Balance on ${day(to, 'DD MMMM YYYY')}
      | 555> £${en(ledger.closing)}
    292: 40b/12 Your Transactions
    312b/8: 40 Date | 95 Description | 310 Type | 410> Money In (£) | 485> Money Out (£) | 555> Balance (£)
    rule 316 40 555
    330/8: 40 ${day(from, 'DD MMM YY')} | 95 BALANCE BROUGHT FORWARD | 555> ${en(ledger.opening)}
    y = 344:
  `
  for (const { date, text, amount, balance } of ledger.entries) {
    const [type = '', ...rest] = text.split(' ')
    sheet.print`
      y/8: 40 ${day(date, 'DD MMM YY')} | 95 ${rest.join(' ')} | 310 ${type} | 410> ${amount > 0 ? en(amount) : ''}
        | 485> ${amount < 0 ? en(-amount) : ''} | 555> ${en(balance)}
      y = y+14:
    `
  }
  sheet.print`
    rule y-8 40 555
    y+20: 40b/8 Transaction types
    y+32/7: 40 BGC - Bank Giro Credit | 160 BP - Bill Payments | 280 DD - Direct Debit | 400 FPI - Faster Payment In
  `
  return sheet.says`BANK_STATEMENT british-current.pdf
    bank_name NORTHGATE BANK | account_holder_name ${name} | account_number ${account}
      | statement_start_date ${from} | statement_end_date ${to} | currency GBP | ${booked(ledger)}`
}

/** Relevé de compte: operation day and value day, Débit and Crédit, old and new balance as SOLDE CREDITEUR AU. */
export const frenchReleve: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['VIR SEPA RECU /DE QUILLMARK SARL', 'REMISE CHEQUE 0021'],
    out: split`
      PAIEMENT CB 0203 SUPERETTE LYON | PRLV SEPA ENERGIES RHONE | RETRAIT DAB 1103 LYON 3 | COTISATION MENSUELLE
    `,
  })
  const name = `${chance.pick(['M', 'MME'])} ${person(chance).toUpperCase()}`
  const account = `0000${chance.digits(7)}`
  const sheet = await Sheet.open(chance, 'a4 8')
  sheet.print`
    44: 40b/14 BANQUE DES TERREAUX
    76: 40b/12 RELEVE DE COMPTE
    92: 40 du ${day(from, 'D MMMM YYYY', 'fr')} au ${day(to, 'D MMMM YYYY', 'fr')}
    120: 330 ${name} ¶ 14 RUE DES MERLES ¶ ${town(chance, 'fr')} | 40b COMPTE DE CHEQUES
    134: 40 RIB : 30004 00812 ${account} 51
    146: 40 IBAN : ${ribIban(account)}
    158: 40 Monnaie du compte : EUR
    210b: 44 Date | 80 Nature des opérations | 360 Valeur | 470> Débit | 550> Crédit
    box 40 198 515 18
    232b: 80 SOLDE CREDITEUR AU ${day(daysAfter(from, -1), 'DD.MM.YYYY')} | 550> ${fr(ledger.opening)}
    y = 248:
    y = list y step 14: 44 | 80 | 360 | 470> | 550>
    - ${ledger.entries.map(
      ({ date, text, amount }) => cells`${day(date, 'DD.MM')} | ${text}
      | ${day(date, 'DD.MM')} | ${amount < 0 ? fr(-amount) : ''} | ${amount > 0 ? fr(amount) : ''}`,
    )}
    y+4b: 80 TOTAL DES OPERATIONS | 470> ${fr(ledger.debits)} | 550> ${fr(ledger.credits)}
    y+20b: 80 SOLDE CREDITEUR AU ${day(to, 'DD.MM.YYYY')} | 550> ${fr(ledger.closing)}
  `
  return sheet.says`BANK_STATEMENT french-releve.pdf
    bank_name BANQUE DES TERREAUX | account_holder_name ${name} | account_number ${account}
      | statement_start_date ${from} | statement_end_date ${to} | currency EUR | ${booked(ledger)}
    optional account_number`
}

/** Kontoauszug of a cooperative bank: booking and value day without a year, amounts with S or H behind them. */
export const germanCooperative: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    entries: 12,
    into: ['GUTSCHR. UEBERWEISUNG', 'LOHN/GEHALT'],
    out: ['Basislastschrift', 'Kartenzahlung girocard', 'Dauerauftrag', 'Abschluss lt. Anlage'],
  })
  const name = person(chance)
  const account = chance.digits(8)
  const sheet = await Sheet.open(chance, 'a4 mono 9')
  const mark = (amount: number) => `${de(Math.abs(amount))} ${amount < 0 ? 'S' : 'H'}`
  sheet.print`
    44: 50b/13 Volksbank Ostrautal eG
    100: 50 ${name} ¶ Mühlweg 3 ¶ ${town(chance, 'de')} | 340 Kontonummer | 430 ${account}
    112: 340 Kontoauszug | 430 Nr. 3/${to.slice(0, 4)}
    124: 340 erstellt am | 430 ${day(to, 'DD.MM.YYYY')}
    136/8: 340 IBAN
      | 380 ${cooperativeIban(`6009 55${chance.digits(2)}`, account)}
    148: 340 EUR-Konto | 430 Blatt 1 von 1
    200: 50b Bu-Tag Wert   Vorgang
    rule 204 50 550
    222: 200 alter Kontostand vom ${day(daysAfter(from, -1), 'DD.MM.YYYY')} | 550> ${mark(ledger.opening)}
    y = 240:
  `
  for (const { date, text, amount } of ledger.entries) {
    sheet.print`
      y: 50 ${day(date, 'DD.MM.')} | 88 ${day(date, 'DD.MM.')} | 125 ${text} | 550> ${mark(amount)}
      y+11: 125 Ostrautal Energie GmbH
      y+22: 125 EREF: ${chance.digits(9)} MREF: ${chance.digits(6)}
      y = y+36:
    `
  }
  sheet.print`y+6: 200 neuer Kontostand vom ${day(to, 'DD.MM.YYYY')} | 550> ${mark(ledger.closing)}`
  return sheet.says`BANK_STATEMENT german-cooperative.pdf
    bank_name Volksbank Ostrautal eG | account_holder_name ${name} | account_number ${account} | currency EUR
      | ${booked(ledger, false)}
    optional statement_start_date statement_end_date account_number`
}

/** Kontoauszug of a savings bank: one amount column with its sign, purposes over several lines, Kontostand. */
export const germanSavings: Generator = async (chance) => {
  const [from, to] = month(chance)
  const signed = chance.happens(0.5)
  const ledger = ledgerOf(chance, {
    from,
    to,
    entries: 13,
    into: ['Gutschrift', 'Lohn, Gehalt, Rente'],
    out: ['Kartenzahlung', 'Lastschrift', 'Überweisung online', 'Dauerauftrag'],
  })
  const name = person(chance)
  const account = chance.digits(10)
  const sheet = await Sheet.open(chance, 'a4')
  const before = daysAfter(from, -1)
  const stand = (iso: string, extra: string, amount: number): [number, string][] => [
    [60, `Kontostand am ${day(iso, 'DD.MM.YYYY')}${extra}`],
    [-540, de(amount)],
  ]
  sheet.print`
    50: 60b/14 Stadtsparkasse Auental
    64: 60/7 Marktplatz 2, 28195 Bremen ¶ BLZ 290 555 01  BIC AUENDE22XXX
    120: 60 Herrn/Frau ¶ ${name} ¶ Lindenallee 14 ¶ ${town(chance, 'de')}
      | 380b/12 Kontoauszug ${Number(to.slice(5, 7))}/${to.slice(0, 4)}
    136: 380 Kontonummer | 450 ${account}
    150: 380/8 IBAN ${checkedIban(`DE00 2905 5501 ${account.slice(0, 4)} ${account.slice(4, 8)} ${account.slice(8)}`)}
    164: 380 Blatt 1 von 1
    230b: ${
      signed
        ? [
            [60, 'Datum'],
            [120, 'Erläuterung'],
            [-540, 'Betrag EUR'],
          ]
        : [
            [60, 'Datum'],
            [120, 'Erläuterung'],
            [-450, 'Betrag Soll EUR'],
            [-540, 'Betrag Haben EUR'],
          ]
    }
    rule 234 60 540
    250b: ${stand(before, ', Auszug Nr. 2', ledger.opening)}
    y = 268:
  `
  for (const { date, text, amount } of ledger.entries) {
    const puts: [number, string][] = signed
      ? [[-540, de(amount)]]
      : amount < 0
        ? [[-450, de(-amount)]]
        : [[-540, de(amount)]]
    sheet.print`
      y: 60 ${day(date, 'DD.MM.YYYY')} | 120 ${text} | ${puts}
      y+11: 120/7 BRACKENFELD MARKT SAGT DANKE ¶ REF ${chance.digits(10)} KD ${chance.digits(6)}
      y = y+32:
    `
  }
  sheet.print`
    rule y-6 60 540
    y+8b: ${stand(to, ' um 20:02 Uhr', ledger.closing)}
  `
  return sheet.says`BANK_STATEMENT german-savings.pdf
    bank_name Stadtsparkasse Auental | account_holder_name ${name} | account_number ${account} | currency EUR
      | ${booked(ledger, false)}
    optional statement_start_date statement_end_date account_number`
}

const ribIban = (account: string) => {
  const groups = [account.slice(0, 2), account.slice(2, 6), account.slice(6, 10), account.slice(10)]
  return checkedIban(`FR00 3000 4008 12${groups.join(' ')}51`)
}

const cooperativeIban = (bank: string, account: string) =>
  checkedIban(`DE00 ${bank} 00${account.slice(0, 2)} ${account.slice(2, 6)} ${account.slice(6)}`)
