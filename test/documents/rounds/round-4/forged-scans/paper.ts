import type { Chance } from '../../../chance.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import type { Shot } from './camera.ts'
import { moveTo, type Pixels, penOf, pixelsOf, toneOf } from './desk.ts'

/** One colour brushed over a box. */
export function wipe(shot: Shot, [x, y, right, top]: Box, colour = toneOf(shot, [x, y, right, top], 0.75)): void {
  const pen = penOf(shot)
  pen.save()
  moveTo(pen, shot, x, y)
  pen.fillStyle = colour
  pen.fillRect(0, y - top, right - x, top - y)
  pen.restore()
}

/** Blank paper of the same size, as near as there is some. */
function blankNear(shot: Shot, [x, y, width, height]: Pixels): Pixels {
  const pen = penOf(shot)
  const away = (x0: number, y0: number) => Math.hypot(x0 - x, 2 * (y0 - y))
  const places: Pixels[] = []
  for (let down = -14; down <= 14; down++)
    for (let along = -6; along <= 6; along++) {
      const [left, top] = [x + Math.round(along * width * 0.5), y + Math.round(down * height * 0.45)]
      const inside = left >= 0 && top >= 0 && left + width < shot.canvas.width && top + height < shot.canvas.height
      if (inside) places.push([left, top, width, height])
    }
  places.sort((a, b) => away(a[0], a[1]) - away(b[0], b[1]))
  const contrast = (place: Pixels) => {
    const values = pen
      .getImageData(...place)
      .data.filter((_, at) => at % 4 === 1)
      .sort()
    return (values[Math.floor(values.length / 2)] ?? 0) - (values[Math.floor(values.length * 0.004)] ?? 0)
  }
  const ranked = places.map((place) => ({ place, rough: contrast(place) }))
  const smooth = Math.min(...ranked.map(({ rough }) => rough)) * 1.3 + 4
  return ranked.find(({ rough }) => rough <= smooth)?.place ?? [x, y, width, height]
}

/** Blank paper copied over a box as it is. */
export function patch(shot: Shot, box: Box): void {
  const target = pixelsOf(shot, box)
  const pen = penOf(shot)
  pen.putImageData(pen.getImageData(...blankNear(shot, target)), target[0], target[1])
}

/** Soft dabs of a stamp that carries blank paper along. */
export function stamp(shot: Shot, box: Box, chance: Chance): void {
  const [x, y, width, height] = pixelsOf(shot, box)
  const [left, top] = blankNear(shot, [x, y, width, height])
  const pen = penOf(shot)
  const [before, source] = [pen.getImageData(x, y, width, height), pen.getImageData(left, top, width, height)]
  const radius = height * 0.62
  const cover = new Float32Array(width * height)
  for (let dab = 0; dab < width; dab += radius * 0.35) {
    const [u, v] = [dab, height / 2 + (chance.next() - 0.5) * 0.15 * height]
    for (let at = 0; at < cover.length; at++) {
      const far = Math.hypot((at % width) - u, Math.floor(at / width) - v) / radius
      cover[at] = Math.max(cover[at] ?? 0, Math.min(1, Math.max(0, (1 - far) / 0.25)))
    }
  }
  before.data.forEach((old, at) => {
    const share = cover[at >> 2] ?? 0
    before.data[at] = old * (1 - share) + (source.data[at] ?? 0) * share
  })
  pen.putImageData(before, x, y)
}

/** Grain of blank paper on the light that the edges of the box have. */
export function heal(shot: Shot, box: Box): void {
  const [x, y, width, height] = pixelsOf(shot, box)
  const pen = penOf(shot)
  const source = pen.getImageData(...blankNear(shot, [x, y, width, height]))
  const target = pen.getImageData(x, y, width, height)
  const level = ({ data }: { data: Uint8ClampedArray }, column: number, band: number) => {
    const values = Array.from({ length: height * 3 }, (_, at) => {
      const along = Math.min(width - 1, Math.max(0, column + (at % 3) - 1))
      return data[4 * (Math.floor(at / 3) * width + along) + band] ?? 0
    })
    return values.sort((a, b) => a - b)[Math.floor(values.length * 0.6)] ?? 0
  }
  for (let band = 0; band < 3; band++) {
    const [a, b] = [level(target, 0, band), level(target, width - 1, band)]
    const [c, d] = [level(source, 0, band), level(source, width - 1, band)]
    for (let at = 0; at < width * height; at++) {
      const along = (at % width) / width
      const shift = (a - c) * (1 - along) + (b - d) * along
      target.data[4 * at + band] = (source.data[4 * at + band] ?? 0) + shift
    }
  }
  pen.putImageData(target, x, y)
}

/** Noise over a box, as an editor's filter adds it. */
export function roughen(shot: Shot, box: Box, chance: Chance, by: number): void {
  const place = pixelsOf(shot, box)
  const pen = penOf(shot)
  const image = pen.getImageData(...place)
  for (let at = 0; at < image.data.length; at += 4) {
    const stray = (chance.next() + chance.next() + chance.next() - 1.5) * 2 * by
    for (let band = at; band < at + 3; band++) image.data[band] = (image.data[band] ?? 0) + stray
  }
  pen.putImageData(image, place[0], place[1])
}
