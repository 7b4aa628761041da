import { deflateSync } from 'node:zlib'
import { type Bomb, bomb, deflated, HEAD, times } from './bomb-file.ts'
import { bind, type LooseFile, type LooseObject } from './loose-objects.ts'

const MILLION = 1_000_000

const plain = (source: string): LooseObject => ({ source, content: undefined, deflated: false })

/** A page whose objects lie in an object stream that says that it extends itself, in an endless chain. */
const extended =
  (extend: string, claims = ''): Bomb =>
  () => {
    const file: LooseFile = {
      trailer: '/Root 1 0 R',
      objects: new Map([
        [1, plain('<< /Type /Catalog /Pages 2 0 R >>')],
        [2, plain('<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 800] >>')],
        [3, plain('<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>')],
        [4, { source: '<< >>', content: Buffer.from(HEAD), deflated: false }],
        [5, plain('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')],
      ]),
    }
    const spoil = (stream: LooseObject) => ({
      ...stream,
      source: /\/ObjStm/.test(stream.source)
        ? stream.source.replace(/>>$/, `${extend} >>`)
        : stream.source.replace(/>>$/, `${claims} >>`),
    })
    return bind(file, { packed: true, spoil })
  }

/** A lock with these parameters; its keys are no keys. */
const locked =
  (parameters: string): Bomb =>
  () => {
    const key = `<${'ab'.repeat(48)}>`
    const text = Buffer.from(bomb({})).toString('latin1')
    const lock = `/ID [<00> <00>] /Encrypt << /Filter /Standard /O ${key} /U ${key} /OE ${key} /UE ${key} /P -4 ${parameters} >>`
    return new Uint8Array(Buffer.from(text.replace('/Root', `${lock} /Root`), 'latin1'))
  }

const charMap = (map: (scale: number) => string): Bomb => {
  return (scale) =>
    bomb({
      content: `${HEAD} BT /C0 10 Tf 40 500 Td <0041004200430044> Tj ET`,
      objects: {
        5: '<< /Font << /F1 6 0 R /C0 10 0 R >> >>',
        10: '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding 12 0 R /DescendantFonts [11 0 R] >>',
        11: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
        12: {
          dict: '/Type /CMap /CMapName /Own /Filter /FlateDecode',
          stream: deflateSync(map(scale)).toString('latin1'),
        },
      },
    })
}

/** What holds a file together, and says of itself more than there is. */
export const OBJECT_BOMBS: Record<string, Bomb> = {
  'stream-extends-itself': extended('/Extends 6 0 R'),
  'stream-of-many': extended('/N 2147483647'),
  'stream-first-beyond': extended('/First 2147483647'),
  'references-wide': extended('', '/W [2000000000 2000000000 2000000000]'),
  'references-of-nothing': extended('', '/W [0 0 0] /Index [0 2147483647]'),
  'references-before-themselves': extended('', '/Prev 15'),
  'lock-long': locked(
    '/V 4 /R 4 /Length 2147483647 /CF << /StdCF << /CFM /AESV2 /Length 2147483647 >> >> /StmF /StdCF',
  ),
  'lock-new': locked('/V 5 /R 6 /Length 256 /CF << /StdCF << /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF'),
  'lock-unknown': locked('/V 99999 /R 99999 /Length -8'),
  'lock-circular': locked('/V 4 /R 4 /CF << /StdCF 3 0 R /Other 1 0 R >> /StmF /StdCF /StrF /Other'),
  'xfa-huge': (scale) =>
    bomb({
      catalog: '/AcroForm << /Fields [] /XFA 10 0 R >>',
      objects: { 10: deflated('<subform name="a">', times(4 * MILLION, scale)) },
    }),
  'xfa-wide': (scale) =>
    bomb({
      catalog: '/AcroForm << /Fields [] /XFA 10 0 R >> /NeedsRendering true',
      objects: {
        10: {
          stream: `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform layout="tb"><pageSet><pageArea><contentArea w="600pt" h="800pt"/><medium short="600pt" long="800pt"/></pageArea></pageSet>${'<subform><field><ui><textEdit/></ui><value><text>a</text></value></field></subform>'.repeat(times(50_000, scale))}</subform></template></xdp:xdp>`,
        },
      },
    }),
  'map-spaces': charMap(
    (scale) => `${'1 begincodespacerange <0000> <FFFF> endcodespacerange\n'.repeat(times(MILLION, scale))}`,
  ),
  'map-ranges': charMap(
    (scale) =>
      `1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange ${'1 begincidrange <00000000> <7FFFFFFF> 0 endcidrange\n'.repeat(times(1000, scale))}`,
  ),
  'map-uses-itself': charMap(() => '/Own usecmap 1 begincidrange <0000> <FFFF> 0 endcidrange'),
}
