import { anywhere, form, type TypeClues, title } from '../clue.ts'

/** Forms of the Internal Revenue Service that are no slips of ours, as their titles name them. */
const OTHER_AMERICAN = [
  '1099-? ?(?:a|b|c|cap|g|h|k|ls|ltc|oid|patr|q|qa|s|sa|sb)',
  ...['1098(?:-[a-z])?', '5498(?:-[a-z]+)?', '1042-s', 'w-?2g', 'w-?2c', 'w-?3c?', '1095-[abc]', '1094-[bc]'],
]

/** The same of the Canada Revenue Agency. */
const OTHER_CANADIAN = [
  ...['t4 ?(?:summary|sommaire|sum)', 't4a ?(?:summary|sommaire|sum)', 'nr4 ?summary', 't4a ?\\((?:p|oas)\\)'],
  ...['t4rsp', 't4rif', 't4e ?\\(', 't4ps', 't5007', 't5008', 't5013', 't2125', 't2200', 't1213', 't1198'],
  ...['td1[a-z]{0,2}', 't777', 't183', 'gst34', 't1135', 't2sch\\w*'],
]

/** Other forms of the authorities that issue slips, and those of a few other countries. */
export const TAX_FORMS: readonly TypeClues[] = [
  {
    type: 'TAX_FORM',
    threshold: 4,
    clues: [
      // American: the agency, the form's number with its year or revision, and the slips that have no type of their own.
      form(2, /department of the treasury/),
      form(1.5, /internal revenue service/),
      form(0.8, /omb no\.? ?1545/),
      form(3, /\bform (?:[a-z]{1,2}-?\d{1,4}|\d{3,4})(?:-?[a-z]{1,4})? ?\((?:rev\.? ?[\d\w .]{4,15}|20\d\d)\)/),
      title(1.5, /^form (?:[a-z]{1,2}-?\d{1,4}|\d{3,4})(?:-?[a-z]{1,4})?\b/),
      form(3, /schedule [a-z0-9]{1,3}(?:-\d)? ?\(form \d{3,4}/),
      title(6.5, new RegExp(`\\bform (?:${OTHER_AMERICAN.join('|')})\\b`)),
      title(6.5, /\b(?:ssa|rrb)-1099\b|transmittal of wage and tax|corrected wage and tax/),
      title(-2.5, /\bform (?:w-?2|1099-? ?(?:nec|misc|int|div|r))\b(?!-)/),
      title(1, /^form$/),
      form(1, /^\(?(?:rev\.? )?[a-z]{3,9} 20\d\d\)/m),
      form(1.5, /irs\.gov\/(?:form|schedule|w\d)/),
      form(1, /taxable year|\btax year\b|franchise tax board|department of (?:revenue|taxation)/),
      title(2, /(?:income tax|tax) return|withholding certificate|employment tax/),
      // Canadian.
      form(1.5, /canada revenue agency|agence du revenu du canada/),
      form(1.5, /protected [ab] when completed|protege [ab] une fois rempli/),
      form(5, new RegExp(`\\b(?:${OTHER_CANADIAN.join('|')}) ?`)),
      form(3, /\b(?:t\d{1,4}\w{0,4}|td\d\w*|rc\d{2,4}|gst\d{2,4})(?:-\d)? [ef] (?:rev\.? ?)?\(\d\d(?:\/\d\d)?\)/),
      form(4, /income tax and benefit return|declaration de revenus et de prestations|personal tax credits return/),
      title(2, /\bt1 (?:general|generale)|\bt2 corporation income tax/),
      form(1.5, /revenu quebec/),
      // One with figures is a paper of its own.
      title(3, /notice of (?:re)?assessment|avis de (?:nouvelle )?cotisation/),
      form(4, /\brl-?(?:2|3|8|16|18|24|25|31)\b|releve (?:2|3|8|16|18|24|25|31)\b/),
      // Others.
      title(4.5, /lohnsteuerbescheinigung|einkommensteuererklarung|umsatzsteuer-?voranmeldung|steuererklarung/),
      title(4.5, /declaration des revenus|cerfa n/),
      title(4.5, /\bp60\b|\bp45\b|\bp11d\b|self assessment tax return/),
      anywhere(0.5, /paperwork reduction act/),
    ],
  },
]
