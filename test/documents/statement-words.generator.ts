import type { Locale } from './statement-locale.generator.ts'

/** What a statement calls things; one of each list is picked. */
export interface StatementWords {
  titles: string[]
  account: string[]
  period: ((from: string, to: string) => string)[]
  /** Labels of two separate dates. */
  fromTo: [string, string][]
  opening: string[]
  closing: string[]
  deposits: string[]
  withdrawals: string[]
  columns: {
    date: string[]
    value: string[]
    description: string[]
    type: string[]
    amount: string[]
    balance: string[]
  }
  /** Column pairs: withdrawal, deposit. */
  pairs: [string, string][]
  suffixes: [withdrawal: string, deposit: string]
  types: [withdrawal: string, deposit: string]
  carried: [over: string, brought: string]
  sections: { deposits: string[]; withdrawals: string[] }
  totals: string[]
  daily: string
}

const EN: StatementWords = {
  titles: ['Account Statement', 'Statement of Account', 'Your current account statement', 'CHEQUING ACCOUNT STATEMENT'],
  account: ['Account number', 'Account Number:', 'Account No.', 'Account #', 'Account'],
  period: [
    (a, b) => `Statement period: ${a} to ${b}`,
    (a, b) => `Statement Period ${a} - ${b}`,
    (a, b) => `For the period ${a} to ${b}`,
    (a, b) => `${a} through ${b}`,
    (a, b) => `From ${a} to ${b}`,
  ],
  fromTo: [
    ['Period start', 'Period end'],
    ['From date', 'To date'],
  ],
  opening: ['Opening balance', 'Beginning balance', 'Balance brought forward', 'Previous balance', 'Starting balance'],
  closing: ['Closing balance', 'Ending balance', 'Closing balance on statement date', 'New balance'],
  deposits: ['Total deposits', 'Total money in', 'Total credits', 'Deposits and other credits'],
  withdrawals: ['Total withdrawals', 'Total money out', 'Total debits', 'Withdrawals and other debits'],
  columns: {
    date: ['Date', 'Transaction date', 'Posting Date'],
    value: ['Value date', 'Effective'],
    description: ['Description', 'Details', 'Transaction description', 'Particulars', 'Transaction'],
    type: ['Type'],
    amount: ['Amount', 'Amount ($)', 'Transaction amount'],
    balance: ['Balance', 'Running balance', 'Balance ($)'],
  },
  pairs: [
    ['Withdrawals', 'Deposits'],
    ['Debit', 'Credit'],
    ['Money out', 'Money in'],
    ['Paid out', 'Paid in'],
    ['Withdrawals ($)', 'Deposits ($)'],
    ['Debits', 'Credits'],
    ['Cheques & Debits', 'Deposits & Credits'],
  ],
  suffixes: ['DR', 'CR'],
  types: ['Debit', 'Credit'],
  carried: ['Balance carried forward', 'Balance brought forward'],
  sections: {
    deposits: ['Deposits and additions', 'Deposits and other credits', 'Credits'],
    withdrawals: ['Withdrawals and subtractions', 'Withdrawals and other debits', 'Electronic withdrawals'],
  },
  totals: ['Totals', 'Total'],
  daily: 'Daily balance summary',
}

const FR: StatementWords = {
  titles: ['Relevé de compte', 'RELEVÉ DE COMPTE COURANT', 'Votre relevé bancaire'],
  account: ['Numéro de compte', 'N° de compte', 'Compte n°', 'Numéro de compte :'],
  period: [
    (a, b) => `Période du ${a} au ${b}`,
    (a, b) => `Relevé du ${a} au ${b}`,
    (a, b) => `Période : ${a} - ${b}`,
    (a, b) => `Du ${a} au ${b}`,
  ],
  fromTo: [['Début de la période', 'Fin de la période']],
  opening: ["Solde d'ouverture", 'Solde précédent', 'Ancien solde', 'Solde initial'],
  closing: ['Solde de clôture', 'Nouveau solde', 'Solde final', 'Solde de fermeture'],
  deposits: ['Total des dépôts', 'Total des crédits', 'Total crédits'],
  withdrawals: ['Total des retraits', 'Total des débits', 'Total débits'],
  columns: {
    date: ['Date', "Date de l'opération", 'Date opération'],
    value: ['Date valeur', 'Valeur'],
    description: ['Description', 'Libellé', "Nature de l'opération", 'Opérations'],
    type: ['Type'],
    amount: ['Montant', 'Montant ($)'],
    balance: ['Solde', 'Solde ($)'],
  },
  pairs: [
    ['Retraits', 'Dépôts'],
    ['Débit', 'Crédit'],
    ['Retraits ($)', 'Dépôts ($)'],
    ['Débits', 'Crédits'],
  ],
  suffixes: ['DT', 'CR'],
  types: ['Débit', 'Crédit'],
  carried: ['Solde à reporter', 'Solde reporté'],
  sections: { deposits: ['Dépôts et crédits'], withdrawals: ['Retraits et débits'] },
  totals: ['Totaux', 'Total des opérations'],
  daily: 'Soldes quotidiens',
}

const DE: StatementWords = {
  titles: ['Kontoauszug', 'KONTOAUSZUG 4/2025', 'Ihr Kontoauszug'],
  account: ['Kontonummer', 'IBAN', 'IBAN:', 'Konto'],
  period: [
    (a, b) => `Zeitraum: ${a} - ${b}`,
    (a, b) => `Kontoauszug vom ${a} bis ${b}`,
    (a, b) => `Abrechnungszeitraum ${a} bis ${b}`,
  ],
  fromTo: [['Zeitraum von', 'Zeitraum bis']],
  opening: ['Anfangssaldo', 'Alter Kontostand', 'Alter Saldo', 'Saldovortrag'],
  closing: ['Endsaldo', 'Neuer Kontostand', 'Neuer Saldo'],
  deposits: ['Summe Gutschriften', 'Summe Zahlungseingänge', 'Summe Haben'],
  withdrawals: ['Summe Lastschriften', 'Summe Zahlungsausgänge', 'Summe Soll'],
  columns: {
    date: ['Datum', 'Buchungstag', 'Buchung'],
    value: ['Wert', 'Valuta', 'Wertstellung'],
    description: ['Verwendungszweck', 'Buchungstext', 'Vorgang', 'Text'],
    type: ['Art'],
    amount: ['Betrag', 'Betrag EUR', 'Umsatz'],
    balance: ['Saldo', 'Kontostand'],
  },
  pairs: [
    ['Soll', 'Haben'],
    ['Belastung', 'Gutschrift'],
    ['Lastschrift', 'Gutschrift'],
    ['Ausgang', 'Eingang'],
  ],
  suffixes: ['S', 'H'],
  types: ['Lastschrift', 'Gutschrift'],
  carried: ['Übertrag', 'Übertrag'],
  sections: { deposits: ['Gutschriften'], withdrawals: ['Belastungen'] },
  totals: ['Summe', 'Umsatzsumme'],
  daily: 'Tagessalden',
}

export const STATEMENT_WORDS: Record<Locale['language'], StatementWords> = { en: EN, fr: FR, de: DE }
