/** What V8 writes as .cpuprofile: samples of the stack, and the microseconds between them. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

interface Frame {
  name: string
  us: number
  children: Map<string, Frame>
}

const WIDTH = 1200
const ROW = 16
const TOP = 44
// Narrower ones cannot be seen, and are most of them.
const LEAST_PX = 0.6
const PX_A_LETTER = 6.2

/**
 * A flame graph as an SVG picture: a bar a function, as wide as the CPU time in it and in what it called, callers below.
 * The time in which the process waited is left out. Hovering over a bar names it.
 */
export function flameOf(title: string, profile: CpuProfile): string {
  const root = treeOf(profile)
  const rows = draw(root, 0, 0, WIDTH / root.us, root.us)
  const height = TOP + (Math.max(...rows.map(({ depth }) => depth)) + 1) * ROW + 8
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="monospace" font-size="10">`,
    `<title>${xmlText(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="18" font-size="14">${xmlText(title)}</text>`,
    `<text x="8" y="34" fill="#555">${(root.us / 1e6).toFixed(1)} s of CPU time of the event loop's thread</text>`,
    ...rows.map(({ depth, svg }) => svg(height - 8 - (depth + 1) * ROW)),
    '</svg>',
    '',
  ].join('\n')
}

function treeOf({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const own = new Map<number, number>()
  for (const [at, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[at] ?? 0))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const root: Frame = { name: 'all', us: 0, children: new Map() }
  const grow = (id: number, parent: Frame): number => {
    const node = byId.get(id)
    if (!node || node.callFrame.functionName === '(idle)') return 0
    const name = nameOf(node.callFrame)
    const frame = parent.children.get(name) ?? { name, us: 0, children: new Map() }
    parent.children.set(name, frame)
    const us = (node.children ?? []).reduce((sum, child) => sum + grow(child, frame), own.get(id) ?? 0)
    frame.us += us
    return us
  }
  for (const child of nodes[0]?.children ?? []) root.us += grow(child, root)
  return root
}

interface Row {
  depth: number
  svg: (y: number) => string
}

function draw(frame: Frame, x: number, depth: number, pxPerUs: number, all: number): Row[] {
  const width = frame.us * pxPerUs
  if (width < LEAST_PX) return []
  const rows = [{ depth, svg: (y: number) => bar(frame, x, y, width, all) }]
  let left = x
  for (const child of [...frame.children.values()].sort((a, b) => b.us - a.us)) {
    rows.push(...draw(child, left, depth + 1, pxPerUs, all))
    left += child.us * pxPerUs
  }
  return rows
}

function bar({ name, us }: Frame, x: number, y: number, width: number, all: number): string {
  const letters = Math.floor(width / PX_A_LETTER)
  const label =
    letters > 3 ? `<text x="${(x + 2).toFixed(1)}" y="${y + 11}">${xmlText(name.slice(0, letters))}</text>` : ''
  const share = ((100 * us) / all).toFixed(1)
  return `<g><title>${xmlText(name)} ${share} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.4, width - 0.4).toFixed(1)}" height="${ROW - 1}" fill="${colorOf(name)}"/>${label}</g>`
}

/** Ours, packages, the engine and native code, told apart. */
function colorOf(name: string): string {
  if (/ (server|schemas)\//.test(name)) return '#8fb8e8'
  if (name.includes(' node:')) return '#cfe3c0'
  return / \S/.test(name) ? '#f0d9a8' : '#e6b3a6'
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const file = url.replace(/^.*node_modules\//, '').replace(/^.*\/(server|schemas)\/src\//, '$1/')
  return `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
