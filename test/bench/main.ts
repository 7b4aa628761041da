import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAgainst } from './against.ts'
import { channelFigures } from './against-channel.ts'
import { measureBeside } from './beside.ts'
import { measureClaim } from './claim.ts'
import { measureCluster } from './cluster.ts'
import { measureDocuments } from './documents.ts'
import { measureDocumentsMemory } from './documents-memory.ts'
import { type Figure, freshFolder } from './figure.ts'
import { measureGuesses } from './guesses.ts'
import { describeMachine } from './machine.ts'
import { summarize } from './measure.ts'
import { measureMemory } from './memory.ts'
import { measurePages } from './pages.ts'
import { measurePeers } from './peers.ts'
import { measurePickup } from './pickup.ts'
import { plotOf } from './plot.ts'
import { measurePostgres } from './postgres.ts'
import { drawFlame } from './profile.ts'
import { measureRelay } from './relay.ts'
import { measureScale } from './scale.ts'
import { measureSubmission } from './submission.ts'
import { tableOf } from './table.ts'
import { measureFirstToken } from './ttft.ts'
import { measureWarm } from './warm.ts'
import { dropConnections } from './wire.ts'

const FIGURES = {
  submission: measureSubmission,
  claim: measureClaim,
  pickup: measurePickup,
  relay: measureRelay,
  memory: measureMemory,
  beside: measureBeside,
  guesses: measureGuesses,
  scale: measureScale,
  peers: measurePeers,
  against: measureAgainst,
  ...channelFigures,
  'first-token': measureFirstToken,
  postgres: measurePostgres,
  cluster: measureCluster,
  documents: measureDocuments,
  'documents-memory': measureDocumentsMemory,
  pages: measurePages,
  warm: measureWarm,
}
/** Measured when nothing is named; the others take minutes each. */
const USUAL = ['submission', 'claim', 'pickup', 'relay', 'memory'] as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    under: { type: 'string', default: tmpdir() },
    json: { type: 'string' },
    profile: { type: 'boolean', default: false },
    against: { type: 'string' },
    trust: { type: 'string' },
  },
})
const wanted = (positionals.length > 0 ? positionals : USUAL) as (keyof typeof FIGURES)[]
const unknown = wanted.filter((name) => !(name in FIGURES))
if (unknown.length > 0) {
  console.error(`no figure ${unknown.join(', ')}; there are ${Object.keys(FIGURES).join(', ')}`)
  process.exit(2)
}

const profiles = values.profile ? freshFolder(values.under) : undefined
const { full, under, against, trust } = values
const options = { full, under, against, profiles: profiles?.path, flags: trust ? ['--trust', trust] : [] }
const machine = describeMachine(options.under)
console.error(JSON.stringify(machine))
const mode = options.full ? 'full' : 'quick'
const path = values.json ?? join(import.meta.dirname, 'results', `${machine.date.slice(0, 10)}-${mode}.json`)
mkdirSync(join(path, '..'), { recursive: true })
const figures: Figure[] = []
for (const name of wanted) {
  console.error(`measuring ${name} ...`)
  figures.push(...[await FIGURES[name](options)].flat())
  dropConnections()
  if (profiles) drawFlame(profiles.path, name, path.replace(/\.json$/, `-${name}.flame.svg`))
}
if (profiles) {
  profiles.remove()
  console.error(`flame graphs are beside ${path}; a profiled server's figures are not kept`)
  process.exit(0)
}
const summaries = figures.map((figure) => ({
  ...figure,
  summary: { ours: summarize(figure.ours), theirs: summarize(figure.theirs) },
}))
writeFileSync(path, `${JSON.stringify({ machine, mode, figures: summaries }, null, 2)}\n`)
for (const figure of figures) writeFileSync(path.replace(/\.json$/, `-${figure.name}.svg`), plotOf(figure))
console.log(tableOf(figures))
console.error(`written to ${path}`)
