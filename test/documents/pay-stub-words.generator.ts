import { split } from './printer/lists.ts'
import type { Locale } from './statement-locale.generator.ts'

type Word =
  | 'titles'
  | 'employee'
  | 'employer'
  | 'paid'
  | 'start'
  | 'end'
  | 'period'
  | 'frequency'
  | 'gross'
  | 'taxes'
  | 'deductions'
  | 'net'
  | 'current'
  | 'ytd'
  | 'earnings'
  | 'withheld'

/** What a pay stub calls things. */
export interface PayWords extends Record<Word, string[]>, Record<'tax' | 'to' | 'hours' | 'rate', string> {
  frequencies: Record<'Weekly' | 'Bi-weekly' | 'Semi-monthly' | 'Monthly', string[]>
}

const EN: PayWords = {
  titles: split`
    Earnings Statement | Pay Stub | Statement of Earnings | Payslip | PAY ADVICE | Leave and Earnings Statement
  `,
  employee: ['Employee', 'Employee name', 'Employee Name:', 'Name', 'Pay to'],
  employer: ['Employer', 'Company', 'Employer name:', 'Company name'],
  paid: ['Pay date', 'Check date', 'Pay Date:', 'Payment date', 'Advice date', 'Date paid'],
  start: ['Period beginning', 'Pay begin date', 'Period start', 'Pay period start', 'Start date'],
  end: ['Period ending', 'Pay end date', 'Period end', 'Pay period end', 'End date'],
  period: ['Pay period', 'Pay Period:', 'Period'],
  frequency: ['Pay frequency', 'Frequency', 'Pay schedule', 'Pay cycle'],
  gross: ['Gross pay', 'Total gross', 'Gross earnings', 'Total earnings', 'Gross Pay', 'Gross wages', 'GROSS'],
  taxes: ['Total taxes', 'Taxes', 'Total tax', 'Total Taxes Withheld'],
  deductions: ['Total deductions', 'Deductions', 'Total Deductions'],
  net: ['Net pay', 'NET PAY', 'Net Pay:', 'Take home pay', 'Net income', 'Net amount'],
  current: ['Current', 'This period', 'Amount', 'Current Amount'],
  ytd: ['YTD', 'Year to date', 'Y-T-D', 'YTD Amount'],
  earnings: ['Earnings', 'Hours and Earnings', 'Payments', 'EARNINGS'],
  withheld: ['Deductions', 'Taxes and Deductions', 'Withholdings'],
  tax: 'Taxes',
  to: 'to',
  hours: 'Hours',
  rate: 'Rate',
  frequencies: {
    Weekly: ['Weekly', 'weekly'],
    'Bi-weekly': ['Biweekly', 'Bi-Weekly', 'biweekly', 'Every two weeks'],
    'Semi-monthly': ['Semi-monthly', 'Semimonthly', 'Twice a month'],
    Monthly: ['Monthly', 'monthly'],
  },
}

const FR: PayWords = {
  titles: ['Bulletin de paie', 'Talon de paie', 'RELEVÉ DE PAIE', 'Bordereau de paie'],
  employee: ['Employé', "Nom de l'employé", 'Salarié', 'Nom'],
  employer: ['Employeur', "Nom de l'employeur", 'Entreprise'],
  paid: ['Date de paie', 'Date de paiement', 'Date du versement'],
  start: ['Début de période', 'Début de la période', 'Date de début'],
  end: ['Fin de période', 'Fin de la période', 'Date de fin'],
  period: ['Période de paie', 'Période', 'Période :'],
  frequency: ['Fréquence de paie', 'Fréquence'],
  gross: ['Salaire brut', 'Total brut', 'Rémunération brute', 'Brut', 'Total des gains'],
  taxes: ['Total des impôts', 'Total impôts et cotisations'],
  deductions: ['Total des retenues', 'Total des déductions', 'Total retenues'],
  net: ['Salaire net', 'Net à payer', 'Paie nette', 'Montant net'],
  current: ['Courant', 'Montant', 'Période courante'],
  ytd: ['Cumul', 'Cumulatif', 'Cumul annuel', "Depuis le début de l'année"],
  earnings: ['Gains', 'Revenus', 'Rémunération'],
  withheld: ['Retenues', 'Déductions', 'Cotisations'],
  tax: 'Impôts',
  to: 'au',
  hours: 'Heures',
  rate: 'Taux',
  frequencies: {
    Weekly: ['Hebdomadaire'],
    'Bi-weekly': ['Aux deux semaines', 'Bihebdomadaire'],
    'Semi-monthly': ['Bimensuelle', 'Deux fois par mois'],
    Monthly: ['Mensuelle', 'Mensuel'],
  },
}

const DE: PayWords = {
  titles: ['Gehaltsabrechnung', 'Entgeltabrechnung', 'Lohnabrechnung', 'Verdienstabrechnung'],
  employee: ['Mitarbeiter', 'Arbeitnehmer', 'Name'],
  employer: ['Arbeitgeber', 'Firma'],
  paid: ['Zahltag', 'Auszahlungsdatum', 'Zahlungsdatum'],
  start: ['Zeitraum von', 'Beginn'],
  end: ['Zeitraum bis', 'Ende'],
  period: ['Abrechnungszeitraum', 'Zeitraum'],
  frequency: ['Abrechnungsrhythmus', 'Zahlweise'],
  gross: ['Gesamtbrutto', 'Bruttolohn', 'Bruttogehalt', 'Gesamt-Brutto'],
  taxes: ['Summe Steuern', 'Steuerrechtliche Abzüge'],
  deductions: ['Summe Abzüge', 'Gesamtabzüge', 'Abzüge gesamt'],
  net: ['Auszahlungsbetrag', 'Nettolohn', 'Nettoverdienst', 'Netto'],
  current: ['Betrag', 'Monat', 'Aktuell'],
  ytd: ['Jahressumme', 'Kumuliert', 'Jahr', 'Aufgelaufen'],
  earnings: ['Bezüge', 'Verdienst'],
  withheld: ['Abzüge', 'Steuern und Abzüge'],
  tax: 'Steuern',
  to: 'bis',
  hours: 'Stunden',
  rate: 'Satz',
  frequencies: {
    Weekly: ['Wöchentlich'],
    'Bi-weekly': ['Zweiwöchentlich', '14-täglich'],
    'Semi-monthly': ['Halbmonatlich'],
    Monthly: ['Monatlich', 'monatlich'],
  },
}

export const PAY_WORDS: Record<Locale['language'], PayWords> = { en: EN, fr: FR, de: DE }
