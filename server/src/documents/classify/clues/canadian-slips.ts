import { captions, form, SLIP_THRESHOLD, type TypeClues, title } from '../clue.ts'

const CPP = /\bcpp contributions|cotisations (?:de l'employe )?au rpc/
const INCOME_TAX = /income tax deducted|impot sur le revenu retenu/

/** CRA and Revenu Québec slips: year tag, title and box captions, English and French, as the forms print them. */
export const CANADIAN_SLIPS: readonly TypeClues[] = [
  {
    type: 'T4_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: [
      title(2, /^t4$/),
      form(4.6, /\bt4 ?\(\d\d\)/),
      form(4.6, /statement of remuneration paid|etat de la remuneration payee/),
      form(2, /\bt4 (?:slip|tax slip|feuillet)|feuillet t4\b|\b20\d\d t4\b|\bt4 20\d\d\b/),
      form(-5, /\bt4 ?(?:summary|sommaire|sum\b)|\bt4sum/),
      ...captions(
        /\bemployment income|revenus d'emploi/,
        CPP,
        /second cpp|deuxiemes? cotisations/,
        /ei insurable|gains assurables/,
        /employee's ei premiums|\bei premiums|cotisations (?:de l'employe )?a l'ae/,
        INCOME_TAX,
        /cpp\/qpp pensionable|pensionable earnings|gains ouvrant droit a pension/,
        /pension adjustment|facteur d'equivalence/,
        /union dues|cotisations syndicales/,
        /rpp contributions|cotisations a un rpa/,
        /province of employment|province d'emploi/,
        /employment code|code d'emploi/,
        /qpp contributions|cotisations (?:de l'employe )?au rrq/,
        /ppip (?:premiums|insurable)|rpap/,
      ),
    ],
  },
  {
    type: 'T4A_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: [
      title(2, /^t4a$/),
      form(6, /\bt4a ?\(\d\d\)/),
      form(4.6, /statement of pension,? retirement,? annuity|etat du revenu de pension/),
      form(3, /\bt4a (?:slip|tax slip|feuillet)|feuillet t4a\b|\b20\d\d t4a\b/),
      form(-5, /\bt4a ?(?:summary|sommaire|sum\b)|\bt4asum/),
      ...captions(
        /pension or superannuation|prestations de retraite ou autres pensions/,
        /lump[- ]sum payments|paiements forfaitaires/,
        /self[- ]employed commissions|commissions d'un travail independant/,
        /\bannuities|\brentes\b/,
        /fees for services|honoraires/,
        /recipient's number|numero du beneficiaire/,
        /payer's (?:name|program|account)|nom du payeur/,
        INCOME_TAX,
      ),
    ],
  },
  {
    type: 'T5_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: [
      title(2, /^t5$/),
      form(4.6, /\bt5 ?\(\d\d\)/),
      form(4.6, /statement of investment income|etat des revenus de placement/),
      form(2, /\bt5 (?:slip|tax slip)|feuillet t5\b|\b20\d\d t5\b/),
      ...captions(
        /actual amount of eligible dividends|montant reel des dividendes determines/,
        /taxable amount of eligible dividends|montant imposable des dividendes determines/,
        /dividend tax credit|credit d'impot pour dividendes/,
        /interest from canadian sources|interets de source canadienne/,
        /capital gains dividends|dividendes sur gains en capital/,
        /report code|code du feuillet/,
        /recipient type|genre de beneficiaire/,
      ),
    ],
  },
  {
    type: 'T3_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: [
      title(2, /^t3$/),
      form(4.6, /\bt3 ?\(\d\d\)/),
      form(4.6, /statement of trust income|etat des revenus de fiducie/),
      form(2, /\bt3 (?:slip|tax slip)|feuillet t3\b|\b20\d\d t3\b/),
      form(-5, /\bt3 ?ret\b|trust income tax and information return/),
      ...captions(
        /trust year|fin de l'annee de la fiducie/,
        /trust's name|nom de la fiducie/,
        /actual amount of eligible dividends|montant reel des dividendes determines/,
        /capital gains\b(?! dividend)|gains en capital/,
        /other income|autres revenus/,
        /beneficiary code|code du beneficiaire/,
      ),
    ],
  },
  {
    type: 'T2202_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: [
      form(4.6, /\bt2202a?\b(?: ?\(\d\d\))?|\btl11[abcd]\b/),
      form(
        4.6,
        /tuition (?:and enrolment|, education, and textbook amounts) certificate|certificat pour frais de scolarite/,
      ),
      ...captions(
        /eligible tuition fees|frais de scolarite admissibles/,
        /number of months|nombre de mois/,
        /(?:session|study) periods|periodes? d'etudes/,
        /part[- ]time|temps partiel/,
        /full[- ]time|temps plein/,
        /name of (?:program|course)|nom du programme/,
        /student (?:number|name)|numero d'etudiant/,
      ),
    ],
  },
  {
    type: 'NR4_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: [
      title(2, /^nr4$/),
      form(4.6, /\bnr4 ?\(\d\d\)/),
      form(4.6, /amounts paid or credited to non-?residents|sommes payees ou creditees a des non-?residents/),
      form(2, /\bnr4\b/),
      form(-5, /\bnr4 ?(?:summary|sommaire)/),
      ...captions(
        /gross income|revenu brut/,
        /non-?resident tax withheld|impot des non-?residents retenu/,
        /income code|code de revenu/,
        /recipient code|code du beneficiaire/,
        /non-?resident account number|numero de compte de non-?resident/,
        /foreign or canadian tax identification|numero d'identification fiscal/,
      ),
    ],
  },
  {
    type: 'RL1_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: [
      form(4.6, /\brl(?:-?1|- 1)\b(?: ?\(\d{4})?/),
      form(4.6, /releve 1\b|releve-1\b/),
      form(1, /revenu quebec/),
      ...captions(
        /revenus? d'emploi et revenus divers|employment and other income|employment income before/,
        /cotisations? au rrq|qpp contribution/,
        /cotisations? a l'assurance-?emploi|employment insurance premium/,
        /cotisations? a un rpa|rpp contribution/,
        /impot du quebec retenu|quebec income tax withheld/,
        /cotisations? syndicale|union dues/,
        /cotisations? au rqap|qpip premium/,
        /salaire admissible au r(?:rq|qap)|pensionable (?:salary|earnings)|eligible salary/,
      ),
    ],
  },
]
