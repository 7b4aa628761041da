import { split } from './printer/lists.ts'
/** What the papers say that are no document of the contract's types, in three languages. */
export interface OtherPaper {
  name: string
  titles: string[]
  /** Labels with values that may stand above the body. */
  pairs: [label: string, value: string][]
  paragraphs: string[]
  /** A table of these columns, where the paper has one; rows end in an amount. */
  columns?: string[]
  closing?: string[]
}

const CLAIM: OtherPaper = {
  name: 'claim',
  titles: split`
    BAGGAGE CLAIM FORM | Property Damage Claim | Claim Notification Form | Schadensanzeige | Déclaration de sinistre
  `,
  pairs: [
    ['Claim number', 'CL-99213'],
    ['Policy number', 'P 771-230'],
    ['Claimant', 'Ida Brandvold'],
    ['Date of incident', '14 March 2023'],
    ['Contact phone', '555 0143'],
  ],
  paragraphs: [
    'I declare that the statements made in this form are true and complete to the best of my knowledge and belief.',
  ],
  columns: ['Item claimed', 'Bought in', 'Amount'],
  closing: ['Signature: ____________', 'Total amount claimed: 412.00'],
}

const PRICES: OtherPaper = {
  name: 'price-list',
  titles: ['PRICE LIST', 'Preisliste 2024', 'Tarif 2024', 'Spring Catalogue', 'Menu'],
  pairs: [['Valid from', '1 April 2024']],
  paragraphs: ['Prices may change without notice and are understood ex works.'],
  columns: ['Article', 'Unit', 'Price'],
}

const CONTRACT: OtherPaper = {
  name: 'contract',
  titles: ['SERVICE AGREEMENT', 'Lease Contract', 'Mietvertrag', 'Contrat de location', 'Consulting Agreement'],
  pairs: [
    ['Between', 'Halvard Holdings'],
    ['And', 'Nimbus Gardens'],
  ],
  paragraphs: [
    'This agreement is made between the parties named above and shall remain in force until it is ended by either of them with three months of notice in writing.',
    'The provider shall carry out the services with the care that can be expected of an experienced firm and shall be liable for damage that it causes by negligence.',
    'The rent is 900.00 a month and is to be paid in advance on the first of each month.',
  ],
  closing: ['Signed at Ulvik', 'For the provider'],
}

const LETTER: OtherPaper = {
  name: 'letter',
  titles: ['', 'Our meeting in May', 'Einladung', 'Notre rendez-vous', 'Change of address'],
  pairs: [],
  paragraphs: [
    'Dear Ms Okafor, thank you for the kind talk that we had last week about the plans for the garden behind the old station.',
    'We would like to show you the drawings and to hear what you think of them before they are sent to the council.',
    'If the twelfth does not suit you, please let us know by telephone, and we shall find another day.',
  ],
  closing: ['With kind regards', 'Sincerely', 'Otto Wembley'],
}

const ARTICLE: OtherPaper = {
  name: 'article',
  titles: split`
    How bees find their way home | Die Geschichte der Brücke | Une brève histoire du sel
    | On the tides of the northern fjords
  `,
  pairs: [],
  paragraphs: [
    'Over the last decades the question of how insects measure distance has been studied with many methods, and the answer is not a simple one.',
    'In the first experiment 24 hives were moved by 3.5 kilometres, and 71.20 percent of the marked animals were found again within two days.',
    'The authors conclude that the animals count what passes below them, and that they are misled where the ground is even.',
  ],
}

const ORDER: OtherPaper = {
  name: 'order',
  titles: split`
    PURCHASE ORDER | Quotation | Angebot | Devis | Lieferschein | Delivery Note | Auftragsbestätigung | Packing Slip
  `,
  pairs: [
    ['Number', '20-4711'],
    ['Date', '2024-02-11'],
    ['Your reference', 'K. Osei'],
  ],
  paragraphs: ['We thank you for your interest.'],
  columns: ['Description', 'Quantity', 'Price'],
}

const APPLICATION: OtherPaper = {
  name: 'application',
  titles: split`
    APPLICATION FOR MEMBERSHIP | Application Summary | Antrag auf Mitgliedschaft | Demande d'inscription
    | Registration Form
  `,
  pairs: [
    ['Name', 'Ruth Abara'],
    ['Household size', '3'],
    ['Mailing address', '12 Quince Lane'],
    ['Application date', '2024-05-02'],
  ],
  paragraphs: [],
}

const RESUME: OtherPaper = {
  name: 'resume',
  titles: ['Curriculum Vitae', 'Lebenslauf', 'Mina Castellan'],
  pairs: [
    ['Phone', '555 0188'],
    ['Born', '3 May 1988'],
  ],
  paragraphs: split`
    2015 - 2020 Head of the workshop at Brandt and Daughters | 2010 - 2015 Apprentice, later journeyman
    | Languages: English, German
  `,
}

const TABLE: OtherPaper = {
  name: 'table',
  titles: ['Rainfall by month', 'Stock on hand', 'Results of the survey', 'Messwerte'],
  pairs: [],
  paragraphs: [],
  columns: ['Station', 'Samples', 'Mean'],
}

export const OTHER_PAPERS: readonly OtherPaper[] = [
  CLAIM,
  PRICES,
  CONTRACT,
  LETTER,
  ARTICLE,
  ORDER,
  APPLICATION,
  RESUME,
  TABLE,
]
