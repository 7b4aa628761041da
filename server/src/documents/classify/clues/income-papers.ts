import { holds, phrases, within } from '../../vocabulary/compile.ts'
import { PAID } from '../../vocabulary/papers.ts'
import { anywhere, form, type TypeClues, title } from '../clue.ts'

/** Pay stubs, and letters about employment and benefits. */
export const INCOME_PAPERS: readonly TypeClues[] = [
  {
    type: 'PAY_STUB',
    threshold: 4,
    clues: [
      title(4, holds('title.pay_stub')),
      form(3, /leave and earnings statement/),
      form(1.5, /\bentitlements\b[\s\S]*\bdeductions\b[\s\S]*\ballotments\b/),
      form(1.5, holds('clue.gross_pay')),
      form(1.5, holds('clue.net_pay')),
      form(1.2, holds('clue.pay_period')),
      form(1, /pay(?:ment)? date|check date|cheque date|advice date|date de paie|date de paiement/),
      form(1.3, /\by\.?t\.?d\b|year[- ]to[- ]date|cumul|jahres(?:summe|werte)|\bt\.?d\b/),
      form(0.8, holds('clue.deductions')),
      form(0.8, holds('clue.payroll_taxes')),
      form(0.6, /\bearnings\b|\bregular\b|\bovertime\b|\bhourly\b|gains/),
      form(0.5, /\bhours\b|\brate\b|heures|stunden/),
      form(0.6, /employee (?:id|no|num|number|name)|emp(?:loyee)? ?#|personalnummer|matricule/),
      form(-4, /\bform w-?2\b|wage and tax statement|\bt4 ?\(\d\d\)/),
      title(-3, /\b(?:claim|application|invoice|contract|gig|driver) ?(?:summary|form|statement)?\b/),
    ],
  },
  {
    type: 'INCOME_LETTER',
    threshold: 4,
    clues: [
      title(4.5, holds('title.income_letter')),
      title(2.5, holds('title.benefit_subject')),
      title(1.5, holds('title.pension')),
      title(1, holds('title.benefit_office')),
      anywhere(2, within('clue.benefit_kinds')),
      anywhere(
        2,
        new RegExp(`${PAID.source}[^.:]{0,60}:?\\s+(?:[a-z]{0,3}[$£€] ?\\d|\\d[\\d ,.]*\\d ?(?:[$£€]|eur\\b))`, 'u'),
      ),
      anywhere(1.5, holds('clue.benefit_sums')),
      anywhere(
        1.6,
        new RegExp(
          `${phrases('clue.confirming')} to (?:confirm|offer|verify)|offer of employment|` +
            '(?:this (?:letter )?is to|hereby|letter serves to) (?:confirm|certify|verify)|' +
            'confirm(?:s|ing)? (?:that |your |the )?(?:[\\w ]{0,30})?employment',
          'u',
        ),
      ),
      anywhere(0.8, /(?:payable|paid) (?:bi-?weekly|semi-?monthly|monthly|weekly|every two weeks)/),
      anywhere(0.6, /^(?:dear|sehr geehrte|madame|monsieur|bonjour|chere?)\b/m),
      anywhere(1.5, /to whom it may concern|a qui de droit|an wen es betrifft/),
      anywhere(2, holds('clue.employed')),
      anywhere(1.2, holds('clue.salary_of_year')),
      anywhere(1.5, holds('clue.benefit_of_month')),
      anywhere(0.8, /human resources|ressources humaines|personalabteilung|payroll (?:department|manager)/),
      anywhere(0.8, holds('clue.hire')),
      anywhere(0.5, /sincerely|yours truly|best regards|cordialement|mit freundlichen grussen|salutations/),
      anywhere(0.7, /rate of pay|hours per week|full[- ]time|part[- ]time|permanent/),
      anywhere(1, holds('clue.benefit_agencies')),
      title(-3, within('title.no_income_letter')),
    ],
  },
]
