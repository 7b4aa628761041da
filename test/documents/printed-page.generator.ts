import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Chance } from './chance.ts'
import { split } from './printer/lists.ts'

export interface PrintedWord {
  text: string
  box: Box
}

/** A page of plain text in one of three kinds, with every word that it prints: what recognition is measured on. */
export interface PrintedPage {
  bytes: Uint8Array
  kind: 'prose' | 'form' | 'table'
  language: 'eng' | 'fra' | 'deu'
  words: PrintedWord[]
  /** Form boxes and table cells that are drawn with rules. */
  compartments: Box[]
}

const WORDS = {
  eng: `the of and to in is that for it with as was on be at by this from are which have not or an they you were their
    one all we can her has there been if more when will would who so no amount employer payment statement income period
    account balance insurance premium number address received before after during company total deduction employment
    benefit wages salary letter please contact office department service annual monthly gross pension`,
  fra: `le la les de des du et un une est pour que dans qui sur avec au par il elle ce cette nous vous sont pas plus ne se
    ou aux leur été être avoir revenu employeur impôt retenu cotisations année numéro montant compte période prélèvement
    assurance prime total déduction rémunération société adresse facture échéance téléphone mois salaire régime employé`,
  deu: `der die das und ist von zu den mit für auf dem nicht ein eine als auch an werden aus er hat dass sie nach wird bei
    einer um am sind noch wie Rechnung Betrag Konto Kunde Steuer Lieferung Zahlung Nummer Datum Firma Straße Überweisung
    Gesamtbetrag Mehrwertsteuer Vertrag Gebühr Monat Jahr Angebot Menge Preis Anzahl Prüfung bitte innerhalb Tagen`,
}

const LABELS = {
  eng: split`
    Employment income | Income tax deducted | Employee's name | Account number | Box | Date of birth | Total
  `,
  fra: split`
    Revenus d'emploi | Impôt sur le revenu retenu | Nom de l'employé | Numéro de compte | Case | Année | Total
  `,
  deu: ['Bruttobetrag', 'Einbehaltene Steuer', 'Name des Kunden', 'Kontonummer', 'Feld', 'Datum', 'Summe'],
}

type Language = keyof typeof WORDS

interface Press {
  page: PDFPage
  font: PDFFont
  words: PrintedWord[]
  chance: Chance
  language: Language
}

const [WIDTH, HEIGHT, MARGIN] = [612, 792, 54]

export async function printPage(chance: Chance, choice: Partial<Pick<PrintedPage, 'kind' | 'language'>> = {}) {
  const kind = choice.kind ?? chance.pick(['prose', 'form', 'form', 'table'] as const)
  const language = choice.language ?? chance.pick(['eng', 'eng', 'fra', 'deu'] as const)
  const pdf = await PDFDocument.create()
  pdf.setCreationDate(new Date(0))
  pdf.setModificationDate(new Date(0))
  const font = await pdf.embedFont(
    chance.pick([StandardFonts.Helvetica, StandardFonts.Helvetica, StandardFonts.TimesRoman, StandardFonts.Courier]),
  )
  const page = pdf.addPage([WIDTH, HEIGHT])
  const press: Press = { page, font, words: [], chance, language }
  const compartments = { prose: printProse, form: printForm, table: printTable }[kind](press)
  return { bytes: await pdf.save(), kind, language, words: press.words, compartments } satisfies PrintedPage
}

function put(press: Press, text: string, x: number, y: number, size: number): number {
  let at = x
  for (const word of text.split(' ')) {
    const wide = press.font.widthOfTextAtSize(word, size)
    press.page.drawText(word, { x: at, y, size, font: press.font })
    press.words.push({ text: word, box: [at, y - 0.2 * size, at + wide, y + 0.75 * size] })
    at += wide + press.font.widthOfTextAtSize(' ', size)
  }
  return at
}

function printProse(press: Press): Box[] {
  const { chance, language } = press
  const words = WORDS[language].split(/\s+/)
  const size = chance.whole(9, 12)
  for (let y = HEIGHT - MARGIN; y > HEIGHT / 2; y -= size * 1.4) {
    let x = MARGIN
    while (x < WIDTH - MARGIN - 80) {
      const word = chance.happens(0.06) ? amountText(chance, language) : chance.pick(words)
      x = put(press, word, x, y, size)
    }
  }
  return []
}

function printForm(press: Press): Box[] {
  const { chance, language, page } = press
  const columns = chance.whole(2, 4)
  const [across, up] = [(WIDTH - 2 * MARGIN) / columns, chance.whole(30, 40)]
  const small = chance.whole(60, 75) / 10
  const boxes: Box[] = []
  put(press, chance.pick(LABELS[language]), MARGIN, HEIGHT - MARGIN, 14)
  for (let row = 0; row < 12; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [MARGIN + column * across, HEIGHT - MARGIN - 20 - (row + 1) * up]
      page.drawRectangle({ x, y, width: across, height: up, borderWidth: 0.7, borderColor: rgb(0, 0, 0) })
      boxes.push([x, y, x + across, y + up])
      const label = chance.pick(LABELS[language])
      put(press, `${chance.whole(10, 99)} ${label}`, x + 3, y + up - small - 2, small)
      const value = chance.happens(0.75) ? amountText(chance, language) : chance.digits(9)
      const wide = press.font.widthOfTextAtSize(value, 10)
      put(press, value, chance.happens(0.5) ? x + across - wide - 4 : x + 6, y + 5, 10)
    }
  }
  return boxes
}

function printTable(press: Press): Box[] {
  const { chance, language, page } = press
  const words = WORDS[language].split(/\s+/)
  const ruled = chance.happens(0.5)
  const stops = [MARGIN, MARGIN + 80, MARGIN + 300, MARGIN + 400, WIDTH - MARGIN]
  const boxes: Box[] = []
  for (let row = 0; row < 26; row++) {
    const y = HEIGHT - MARGIN - 20 * (row + 1)
    const cells = [
      `${chance.whole(2019, 2026)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`,
      `${chance.pick(words)} ${chance.pick(words)} ${chance.pick(words)}`,
      amountText(chance, language),
      amountText(chance, language),
    ]
    for (const [column, cell] of cells.entries()) {
      const [from, to] = [stops[column] as number, stops[column + 1] as number]
      const wide = press.font.widthOfTextAtSize(cell, 9)
      put(press, cell, column > 1 ? to - wide - 4 : from + 4, y + 6, 9)
      boxes.push([from, y, to, y + 20])
    }
    if (!ruled) continue
    page.drawLine({ start: { x: MARGIN, y }, end: { x: WIDTH - MARGIN, y }, thickness: 0.6 })
    for (const x of stops) page.drawLine({ start: { x, y }, end: { x, y: y + 20 }, thickness: 0.6 })
  }
  return ruled ? boxes : []
}

function amountText(chance: Chance, language: Language): string {
  const amount = chance.amount(0, chance.pick([99, 9_999, 250_000]))
  const english = amount.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  if (language === 'eng') return chance.happens(0.2) ? `$${english}` : english
  const [whole = '', cents = ''] = english.split('.')
  return `${language === 'deu' ? whole.replaceAll(',', '.') : whole.replaceAll(',', '')},${cents}`
}
