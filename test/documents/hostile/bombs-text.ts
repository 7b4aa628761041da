import { type Bomb, bomb, HEAD, line, times } from './bomb-file.ts'

const K100 = 100_000

/** A text in lines of `width` characters, and the same as one word, under a title of each kind of document. */
const said =
  (text: (length: number) => string, most = K100): Bomb =>
  (scale) => {
    const all = text(times(most, scale))
    const rows = all.match(/[\s\S]{1,110}/g) ?? []
    return bomb({ content: `${HEAD}\n${rows.map((row, k) => line(row, 740 - (k % 730))).join('\n')}` })
  }
const asOneLine =
  (text: (length: number) => string, most = K100): Bomb =>
  (scale) =>
    bomb({ content: `${HEAD}\nBT /F1 0.01 Tf 40 500 Td (${text(times(most, scale))}) Tj ET` })
const repeat = (source: string) => (length: number) => source.repeat(Math.ceil(length / source.length))

const info = (entries: string): Uint8Array => {
  const text = Buffer.from(bomb({ objects: { 50: `<< ${entries} >>` } })).toString('latin1')
  return new Uint8Array(Buffer.from(text.replace('/Root', '/Info 50 0 R /Root'), 'latin1'))
}

const xml =
  (make: (scale: number) => string, name = 'factur-x.xml'): Bomb =>
  (scale) =>
    bomb({
      catalog: `/Names << /EmbeddedFiles << /Names [(${name}) 10 0 R] >> >>`,
      objects: {
        10: `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 11 0 R >> >>`,
        11: { dict: '/Type /EmbeddedFile', stream: make(scale) },
      },
    })
const INVOICE = '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">'
const laughs = Array.from({ length: 12 }, (_, k) => `<!ENTITY l${k + 1} "${`&l${k};`.repeat(10)}">`).join('')

/** Texts on which a careless regular expression never ends. */
const TEXTS: Record<string, string> = {
  digits: '1234567890',
  'digits-grouped': '1,234',
  'digits-dotted': '1.',
  'digits-spaced': '1 ',
  dashes: '12-',
  letters: 'a',
  capitals: 'A',
  colons: ': ',
  'colons-bare': ':',
  labels: 'Total: ',
  dots: '.',
  leaders: '. ',
  slashes: '1/2/',
  masks: '*X-',
  'at-signs': 'a@a.',
  dollars: '$ 1',
  percent: '1% ',
  months: 'Jan 1 ',
  accounts: 'DE12 3456 ',
  names: 'Aa Bb ',
  addresses: '12 Aa St., Aa AA 12345 ',
  forms: 'Form W-2 ',
  boxes: 'Box 14 ',
  ampersands: '&-',
  underscores: '_',
  accents: '\\351\\350',
  commas: 'Aa, ',
  numbers: 'No. #1',
  hours: '1.00 x 2.00 = ',
  invoices: 'Invoice no: ',
}

const entries = (way: string, make: (text: (length: number) => string) => Bomb): Record<string, Bomb> =>
  Object.fromEntries(Object.entries(TEXTS).map(([name, source]) => [`text-${name}-${way}`, make(repeat(source))]))

/** Words, strings and attached XML that are long, deep or hard on whoever looks for something in them. */
export const TEXT_BOMBS: Record<string, Bomb> = {
  ...entries('in-lines', (text) => said(text, 20_000)),
  ...entries('as-one-line', (text) => asOneLine(text)),
  'word-of-a-million': asOneLine(repeat('a'), 1_000_000),
  'spaces-of-a-million': asOneLine((length) => `x${' '.repeat(length)}y`, 1_000_000),
  'info-long': (scale) =>
    info(`/Title (${'a '.repeat(times(1_000_000, scale))}) /Producer (${'-'.repeat(times(1_000_000, scale))})`),
  'info-spaces': (scale) =>
    info(
      `/Title (a${' '.repeat(times(1_000_000, scale))}b) /CreationDate (D:2024${' '.repeat(times(500_000, scale))}x)`,
    ),
  'tail-of-spaces': (scale) => new Uint8Array(Buffer.concat([bomb({}), Buffer.alloc(times(5_000_000, scale), 32)])),
  'tail-of-marks': (scale) =>
    new Uint8Array(Buffer.concat([bomb({}), Buffer.from('startxref\n9\n%%EOF\n'.repeat(times(100_000, scale)))])),
  'tail-of-ranges': (scale) =>
    new Uint8Array(Buffer.concat([bomb({}), Buffer.from('/ByteRange [1 2 3 4]\n'.repeat(times(100_000, scale)))])),
  'tail-of-digits': (scale) =>
    new Uint8Array(
      Buffer.concat([bomb({}), Buffer.alloc(times(2_000_000, scale), 0x31), Buffer.from('\nstartxref\n9\n%%EOF\n')]),
    ),
  'body-of-digits': (scale) => {
    const update = `${'1'.repeat(times(300_000, scale))}\n`
    return new Uint8Array(Buffer.concat([bomb({}), Buffer.from(update), bomb({})]))
  },
  'xml-entities': xml(
    () => `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>${INVOICE}&l12;</rsm:CrossIndustryInvoice>`,
  ),
  'xml-quadratic': xml((scale) => {
    const long = 'a'.repeat(times(50_000, scale))
    return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${long}">]>${INVOICE}${'&a;'.repeat(times(50_000, scale))}</rsm:CrossIndustryInvoice>`
  }),
  'xml-outside': xml(
    () =>
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${INVOICE}&a;</rsm:CrossIndustryInvoice>`,
  ),
  'xml-deep': xml((scale) => `<?xml version="1.0"?>${INVOICE}${'<ram:A>'.repeat(times(K100, scale))}`),
  'xml-deep-closed': xml((scale) => {
    const deep = times(K100, scale)
    return `<?xml version="1.0"?>${INVOICE}${'<ram:A>'.repeat(deep)}${'</ram:A>'.repeat(deep)}</rsm:CrossIndustryInvoice>`
  }),
  'xml-wide': xml(
    (scale) =>
      `<?xml version="1.0"?>${INVOICE}${'<ram:A>1</ram:A>'.repeat(times(200_000, scale))}</rsm:CrossIndustryInvoice>`,
  ),
  'xml-attributes': xml(
    (scale) =>
      `<?xml version="1.0"?><rsm:CrossIndustryInvoice ${Array.from({ length: times(K100, scale) }, (_, k) => `a${k}="1"`).join(' ')}/>`,
  ),
  'xml-unclosed': xml((scale) => `<?xml ${' '.repeat(times(1_000_000, scale))}`),
  'xml-comments': xml((scale) => `<?xml version="1.0"?>${'<!-- '.repeat(times(200_000, scale))}`),
  'xml-prototype': xml(
    () =>
      `<?xml version="1.0"?>${INVOICE}<__proto__><a>1</a></__proto__><constructor/><ram:__proto__/></rsm:CrossIndustryInvoice>`,
  ),
}
