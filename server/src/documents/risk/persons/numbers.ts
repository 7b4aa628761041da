import { passesLuhn } from '../../values/checksums.ts'
import { endsOn, fillsUp, letterOf, passesMod11And10, restOf, weighted } from './check-digits.ts'

/** A number by which a state knows a person: how it is written, and whether its check digits or law allow it. */
export interface PersonNumber {
  /** As its office calls it. */
  name: string
  /** Letters and digits only, in capitals. */
  form: RegExp
  holds: (plain: string) => boolean
}

/** INSEE: 97 less the rest of the number; Corsica's departments count as 19 and 18. */
const nir: PersonNumber = {
  name: 'NIR',
  form: /^[1-478]\d{4}(?:\d{2}|2[AB])\d{8}$/,
  holds: (plain) =>
    97 - restOf(plain.slice(0, 13).replace('2A', '19').replace('2B', '18'), 97) === Number(plain.slice(13)),
}

/** Belgium: 97 less the rest of the first nine; who was born from 2000 on has a 2 before them. */
const belgian: PersonNumber = {
  name: 'national register number',
  form: /^\d{11}$/,
  holds: (plain) => ['', '2'].some((born) => 97 - restOf(born + plain.slice(0, 9), 97) === Number(plain.slice(9))),
}

/** HMRC, NIM39110: letters that are not used, and beginnings that are set aside. */
const nino: PersonNumber = {
  name: 'National Insurance number',
  form: /^[A-Z]{2}\d{6}[A-Z]$/,
  // Employers put TN, the day of birth and M or F where they know none.
  holds: (plain) => /^(?:TN|(?!BG|GB|KN|NK|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z])\d{6}[A-DFM]$/.test(plain),
}

const sin: PersonNumber = { name: 'SIN', form: /^\d{9}$/, holds: passesLuhn }

const luhnTen = (plain: string) => passesLuhn(plain.slice(-10))

/** AHV, AVS: a number of GS1's kind under Switzerland's prefix. */
const ahv: PersonNumber = {
  name: 'AHV number',
  form: /^756\d{10}$/,
  holds: fillsUp([1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3], 10),
}

/** Bundeszentralamt für Steuern. */
const steuerId: PersonNumber = { name: 'Steuer-ID', form: /^[1-9]\d{10}$/, holds: passesMod11And10 }

/** § 147 SGB VI: the letter counts as two digits, and of products the digits are added. */
const versicherungsnummer: PersonNumber = {
  name: 'Versicherungsnummer',
  form: /^\d{8}[A-Z]\d{3}$/,
  holds: (plain) => {
    const letter = String(plain.charCodeAt(8) - 64).padStart(2, '0')
    const digits = `${plain.slice(0, 8)}${letter}${plain.slice(9, 11)}`
    const products = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1].map((weight, at) => weight * Number(digits[at]))
    return products.reduce((sum, each) => sum + Math.floor(each / 10) + (each % 10), 0) % 10 === Number(plain[11])
  },
}

const austrian: PersonNumber = {
  name: 'Sozialversicherungsnummer',
  form: /^[1-9]\d{9}$/,
  holds: (plain) => weighted(plain, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(plain[3]),
}

/** Decree of 23 December 1976: values of signs at odd places, A = 0. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

const codiceFiscale: PersonNumber = {
  name: 'codice fiscale',
  form: /^[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]$/,
  holds: (plain) => {
    const sum = Array.from(plain.slice(0, 15)).reduce((all, sign, at) => {
      const value = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65
      return all + (at % 2 === 0 ? (ODD[value] ?? 0) : value)
    }, 0)
    return plain.charCodeAt(15) - 65 === sum % 26
  },
}

/** DNI, and NIE whose first letter counts as 0, 1 or 2. */
const dni: PersonNumber = {
  name: 'DNI or NIE',
  form: /^(?:\d{8}|[XYZ]\d{7})[A-Z]$/,
  holds: (plain) => {
    const digits = plain.slice(0, -1).replace(/^[XYZ]/, (first) => String('XYZ'.indexOf(first)))
    return letterOf(digits, 'TRWAGMYFPDXBNJZSQVHLCKE') === plain.at(-1)
  },
}

const bsn: PersonNumber = {
  name: 'BSN',
  form: /^\d{9}$/,
  holds: (plain) => weighted(plain, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
}

const nif: PersonNumber = { name: 'NIF', form: /^\d{9}$/, holds: fillsUp([9, 8, 7, 6, 5, 4, 3, 2], 11) }

const cpf: PersonNumber = {
  name: 'CPF',
  form: /^\d{11}$/,
  holds: (plain) =>
    fillsUp([10, 9, 8, 7, 6, 5, 4, 3, 2], 11)(plain.slice(0, 10)) &&
    fillsUp([11, 10, 9, 8, 7, 6, 5, 4, 3, 2], 11)(plain),
}

const pesel: PersonNumber = {
  name: 'PESEL',
  form: /^\d{11}$/,
  holds: fillsUp([1, 3, 7, 9, 1, 3, 7, 9, 1, 3], 10),
}

const personnummer: PersonNumber = { name: 'personnummer', form: /^(?:19|20)?\d{10}$/, holds: luhnTen }

const hetu: PersonNumber = {
  name: 'henkilötunnus',
  form: /^\d{6}[A-FU-Y]?\d{3}[0-9A-Y]$/,
  holds: (plain) => {
    const digits = `${plain.slice(0, 6)}${plain.slice(-4, -1)}`
    return letterOf(digits, '0123456789ABCDEFHJKLMNPRSTUVWXY') === plain.at(-1)
  },
}

/** Born before 1954 it has nine digits and checks nothing. */
const rodneCislo: PersonNumber = {
  name: 'rodné číslo',
  form: /^\d{10}$/,
  holds: (plain) => restOf(plain.slice(0, 9), 11) % 10 === Number(plain[9]) || restOf(plain, 11) === 0,
}

const cnp: PersonNumber = {
  name: 'CNP',
  form: /^[1-9]\d{12}$/,
  holds: (plain) => {
    const rest = weighted(plain, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
    return (rest === 10 ? 1 : rest) === Number(plain[12])
  },
}

const egn: PersonNumber = { name: 'EGN', form: /^\d{10}$/, holds: endsOn([2, 4, 8, 5, 10, 9, 7, 3, 6], 11) }
const oib: PersonNumber = { name: 'OIB', form: /^\d{11}$/, holds: passesMod11And10 }
const emso: PersonNumber = { name: 'EMŠO', form: /^\d{13}$/, holds: fillsUp([7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], 11) }
const taj: PersonNumber = { name: 'TAJ', form: /^\d{9}$/, holds: endsOn([3, 7, 3, 7, 3, 7, 3, 7], 10) }
const amka: PersonNumber = { name: 'AMKA', form: /^\d{11}$/, holds: passesLuhn }

const kimlik: PersonNumber = {
  name: 'T.C. kimlik no',
  form: /^[1-9]\d{10}$/,
  holds: (plain) => {
    const tenth = ((weighted(plain, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10) + 10) % 10 === Number(plain[9])
    return tenth && weighted(plain, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10 === Number(plain[10])
  },
}

/** Where the first weights leave ten, the second ones tell, and then 0. */
const baltic: PersonNumber = {
  name: 'isikukood',
  form: /^[1-8]\d{10}$/,
  holds: (plain) => {
    const rests = [
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 1],
      [3, 4, 5, 6, 7, 8, 9, 1, 2, 3],
    ].map((weights) => weighted(plain, weights) % 11)
    return (rests.find((rest) => rest < 10) ?? 0) === Number(plain[10])
  },
}

/** Two digits check the others, and the first one with them; those given out from 2032 on leave other rests. */
const norwegian: PersonNumber = {
  name: 'fødselsnummer',
  form: /^\d{11}$/,
  holds: (plain) =>
    weighted(plain, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 &&
    [0, 1, 2, 3].includes(weighted(plain, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11),
}

/** Numbers of the countries where a language names them. Numbers of one form are told apart by none that holds. */
export const PERSON_NUMBERS: Readonly<Record<string, readonly PersonNumber[]>> = {
  English: [nino, sin],
  French: [nir, belgian, sin, ahv],
  German: [steuerId, versicherungsnummer, austrian, ahv],
  Italian: [codiceFiscale, ahv],
  Spanish: [dni],
  Catalan: [dni],
  Dutch: [bsn, belgian],
  Portuguese: [nif, cpf],
  Polish: [pesel],
  Swedish: [personnummer],
  Norwegian: [norwegian],
  Finnish: [hetu],
  Czech: [rodneCislo],
  Slovak: [rodneCislo],
  Romanian: [cnp],
  Bulgarian: [egn],
  Croatian: [oib],
  Slovene: [emso],
  Hungarian: [taj],
  Greek: [amka],
  Turkish: [kimlik],
  Estonian: [baltic],
  Lithuanian: [baltic],
}
