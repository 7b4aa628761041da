/** Adobe's cipher of font programs (Adobe Type 1 Font Format, chapter 7). */
function encrypt(plain: Buffer, key: number): Buffer {
  let state = key
  return Buffer.from(
    plain.map((byte) => {
      const cipher = byte ^ (state >> 8)
      state = ((cipher + state) * 52845 + 22719) & 0xffff
      return cipher
    }),
  )
}

const EEXEC = 55665
const CHARSTRING = 4330

/** A number of a charstring between -107 and 107. */
const number = (value: number) => value + 139

/** hsbw, a box, endchar; the box is drawn by a subroutine through OtherSubrs, flex and seac included where asked. */
const BOX = [number(0), number(100), 13, number(1), 10, 9, 14]
const ROUTINE = [number(10), number(20), 21, number(50), 6, number(60), 7, number(-50), 6, 11]
const ACCENT = [number(0), number(100), 13, number(0), number(5), number(5), number(65), number(66), 12, 6]
const OTHER = [number(0), number(100), 13, number(3), number(1), number(3), 12, 16, 12, 17, 10, 14]

const charstring = (codes: readonly number[]) => encrypt(Buffer.from([0, 0, 0, 0, ...codes]), CHARSTRING)

/** A small Type 1 font program of our own with the letters A to D: its clear part and its whole. */
export function type1Font(): { clear: number; bytes: Buffer } {
  const clear = Buffer.from(
    `%!PS-AdobeFont-1.0: Own 001.000
12 dict begin /FontInfo 2 dict dup begin /version (1) readonly def end readonly def
/FontName /Own def /PaintType 0 def /FontType 1 def /FontMatrix [0.001 0 0 0.001 0 0] readonly def
/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for
dup 65 /A put dup 66 /B put dup 67 /C put dup 68 /D put readonly def
/FontBBox {0 0 200 200} readonly def currentdict end
currentfile eexec
`,
    'latin1',
  )
  const parts: Buffer[] = [
    Buffer.from(
      '\0\0\0\0dup /Private 8 dict dup begin /RD {string currentfile exch readstring pop} executeonly def\n/BlueValues [-10 0 100 110] def /StdHW [20] def /StemSnapV [20 30] def /lenIV 4 def\n',
      'latin1',
    ),
  ]
  const put = (head: string, codes: readonly number[], tail: string) => {
    const body = charstring(codes)
    parts.push(Buffer.from(`${head} ${body.length} RD `), body, Buffer.from(` ${tail}\n`))
  }
  parts.push(Buffer.from('/Subrs 2 array\n'))
  put('dup 0', [11], 'NP')
  put('dup 1', ROUTINE, 'NP')
  parts.push(Buffer.from('ND\n2 index /CharStrings 5 dict dup begin\n'))
  for (const [name, codes] of Object.entries({ '.notdef': BOX, A: BOX, B: BOX, C: ACCENT, D: OTHER })) {
    put(`/${name}`, codes, 'ND')
  }
  parts.push(
    Buffer.from('end end readonly put noaccess put dup/FontName get exch definefont pop mark currentfile closefile\n'),
  )
  return { clear: clear.length, bytes: Buffer.concat([clear, encrypt(Buffer.concat(parts), EEXEC)]) }
}
