import type { Canvas } from '@napi-rs/canvas'

interface Glyph {
  x: number
  y: number
  width: number
  height: number
  dots: Uint8Array
}

/** A page of two tones as lossy JBIG2 keeps it: every glyph that looks like one before it is drawn as that one. */
export function symbolsShared(canvas: Canvas): void {
  const { width, height } = canvas
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(0, 0, width, height)
  const dark = Uint8Array.from({ length: width * height }, (_, at) => ((image.data[4 * at] ?? 255) < 128 ? 1 : 0))
  const kept: Glyph[] = []
  for (const glyph of glyphsOf(dark, width, height)) {
    const like = kept.find((each) => alike(each, glyph))
    if (!like) kept.push(glyph)
    else stamp(image.data, width, glyph, like)
  }
  pen.putImageData(image, 0, 0)
}

function glyphsOf(dark: Uint8Array, width: number, height: number): Glyph[] {
  const seen = new Uint8Array(dark.length)
  const found: Glyph[] = []
  for (let start = 0; start < dark.length; start++) {
    if (!dark[start] || seen[start]) continue
    const dots = flood(dark, seen, start, width, height)
    const [xs, ys] = [dots.map((at) => at % width), dots.map((at) => Math.floor(at / width))]
    const reach = (list: number[]) => [list.reduce((a, b) => Math.min(a, b)), list.reduce((a, b) => Math.max(a, b))]
    const [[x = 0, right = 0], [y = 0, foot = 0]] = [reach(xs), reach(ys)]
    const glyph = {
      x,
      y,
      width: right - x + 1,
      height: foot - y + 1,
      dots: new Uint8Array((right - x + 1) * (foot - y + 1)),
    }
    if (glyph.width > 60 || glyph.height > 60 || dots.length < 12) continue
    for (const at of dots) glyph.dots[(Math.floor(at / width) - y) * glyph.width + (at % width) - x] = 1
    found.push(glyph)
  }
  return found
}

function flood(dark: Uint8Array, seen: Uint8Array, start: number, width: number, height: number): number[] {
  const dots = [start]
  seen[start] = 1
  for (let next = 0; next < dots.length; next++) {
    const at = dots[next] ?? 0
    const [x, y] = [at % width, Math.floor(at / width)]
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue
        const near = at + dy * width + dx
        if (!dark[near] || seen[near]) continue
        seen[near] = 1
        dots.push(near)
      }
  }
  return dots
}

function alike(a: Glyph, b: Glyph): boolean {
  if (a.width !== b.width || a.height !== b.height) return false
  let differ = 0
  for (let at = 0; at < a.dots.length; at++) if (a.dots[at] !== b.dots[at]) differ++
  return differ < 0.09 * a.dots.length
}

function stamp(data: Uint8ClampedArray, wide: number, place: Glyph, like: Glyph): void {
  for (let y = 0; y < place.height; y++)
    for (let x = 0; x < place.width; x++) {
      const tone = like.dots[y * place.width + x] ? 0 : 255
      const at = 4 * ((place.y + y) * wide + place.x + x)
      data[at] = data[at + 1] = data[at + 2] = tone
    }
}
