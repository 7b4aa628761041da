import { boxOf } from './hands.ts'
import type { Hand } from './job.ts'
import { sizeOf } from './sheet.ts'
import { mutool, qpdf } from './tools.ts'

const FLAT = qpdf('--generate-appearances', '--flatten-annotations=all')

const REDACT = (box: number[]) => `
var a = page.createAnnotation('Redact'); a.setRect([${box}]); a.update();`

const NOTE = (box: number[], text: string, size: number, right: boolean) => `
var n = page.createAnnotation('FreeText'); n.setRect([${box}]); n.setContents(${JSON.stringify(text)});
n.setDefaultAppearance('Helv', ${size}, [0, 0, 0]); n.setColor([1, 1, 1]); n.setBorder(0);
n.setQuadding(${right ? 2 : 0}); n.update();`

const taller = ([left, top, right, foot]: number[], by: number) => [
  left ?? 0,
  (top ?? 0) - by,
  right ?? 0,
  (foot ?? 0) + by,
]

/** The old text redacted, the new one written as a note and baked in. */
export const redacted: Hand = (bytes, { cells }) =>
  FLAT(
    mutool(
      [
        ...cells.map(([was]) => REDACT(boxOf(was))),
        'page.applyRedactions(false, 0);',
        ...cells.map(([, is]) => NOTE(taller(boxOf(is), 2), is.text, is.size, is.right)),
        'page.update();',
      ].join('\n'),
    )(bytes),
  )

/** A note with a white ground over the old text, left a note or flattened. */
export const noted =
  (flat: boolean): Hand =>
  (bytes, { cells }) =>
    (flat ? FLAT : (same: Uint8Array) => same)(
      mutool(
        [...cells.map(([, is]) => NOTE(taller(boxOf(is), 2), is.text, is.size, is.right)), 'page.update();'].join('\n'),
      )(bytes),
    )

/** White boxes and new texts in a stream of contents of its own, added behind the file as it was. */
export const appended: Hand = (bytes, { sheet, cells }) => {
  const lines = cells.map(([was, is]) => {
    const [left, top, right, foot] = boxOf(was)
    const text = JSON.stringify(is.text.replace(/[()\\]/g, '\\$&'))
    const x = is.right ? `(${is.x} - wide(${JSON.stringify(is.text)}, ${is.size}))` : `${is.x}`
    const box = `'q 1 g ${left} ' + (H - ${foot}) + ' ${right - left} ${foot - top} re f Q '`
    const at = `'BT /Fov ${is.size} Tf 0 g ' + ${x} + ' ' + (H - ${is.top}) + ' Td ('`
    return `s += ${box} + ${at} + ${text} + ') Tj ET\\n';`
  })
  const script = `
var H = ${sizeOf(sheet)[1]};
function wide(text, size) {
  var sum = 0;
  for (var i = 0; i < text.length; i++) sum += font.advanceGlyph(font.encodeCharacter(text.charCodeAt(i)), 0);
  return sum * size
}
var font = new Font('Helvetica'); var obj = pdf.findPage(0); var s = '';
${lines.join('\n')}
var res = obj.get('Resources'); var fonts = res.get('Font');
fonts.put('Fov', pdf.addSimpleFont(font, 'Latin'));
var old = obj.get('Contents');
var list = pdf.newArray(); list.push(pdf.addStream('q\\n', {}));
if (old.isArray()) for (var i = 0; i < old.length; i++) list.push(old[i]); else list.push(old);
list.push(pdf.addStream('\\nQ\\n' + s, {})); obj.put('Contents', list);`
  return mutool(script, 'incremental')(bytes)
}
