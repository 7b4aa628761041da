import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FOLDERS, faultsOf, manifestOf, packAll, ROOT, type Tarball } from './packages.ts'
import { distTagOf, obstacles, sourceOf } from './readiness.ts'

const HELP = `Publishes @mkt/schemas, mkt-server, mkt-agent and mkt, in this order.

  npm run release -- --repository https://...   writes where the source lies into all packages, to be committed
  npm run release -- --dry                      packs and checks everything, and prints what it would do
  npm run release -- --green COMMIT             publishes; COMMIT is the one whose tests passed

  --tag NAME        the dist-tag (latest; next for a version with a hyphen)
  --no-provenance   publishes from a machine whose word npm does not take for where a package was built
  --to FOLDER       where the tarballs go (a new temporary folder)
`

const { values: options } = parseArgs({
  options: {
    dry: { type: 'boolean', default: false },
    green: { type: 'string' },
    repository: { type: 'string' },
    tag: { type: 'string' },
    to: { type: 'string' },
    provenance: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
})

if (options.help) console.log(HELP)
else if (options.repository !== undefined) nameRepository(options.repository)
else await release()

function nameRepository(repository: string): void {
  if (!/^https:\/\/[^/]+\/.+/.test(repository)) {
    console.error(`${repository} is no address of a repository, such as https://github.com/owner/name`)
    process.exit(2)
  }
  for (const folder of FOLDERS) {
    const manifest = { ...manifestOf(folder), ...sourceOf(repository, folder) }
    writeFileSync(join(ROOT, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  }
  console.log(`All packages name ${repository} now: commit that.`)
}

/** Packs, checks, and publishes only when nothing at all stands in the way. */
async function release(): Promise<void> {
  const faults = obstacles({
    manifests: FOLDERS.map(manifestOf),
    changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
    changes: git('status', '--porcelain'),
    head: git('rev-parse', 'HEAD').trim(),
    green: options.green,
    attested: !options.provenance || Boolean(process.env.GITHUB_ACTIONS || process.env.GITLAB_CI),
  })
  if (!options.dry) removeBuilt()
  const tarballs = await packAll(options.to ?? mkdtempSync(join(tmpdir(), 'mkt-release-')))
  for (const tarball of tarballs) console.log(describe(tarball))
  const found = (await Promise.all(tarballs.map(faultsOf))).flat()
  console.log(found.length === 0 ? 'publint and attw find nothing.' : '')
  faults.push(...found)
  for (const tarball of tarballs) {
    const command = ['publish', tarball.file, ...flagsFor(tarball)]
    console.log(`${options.dry || faults.length > 0 ? 'would run' : 'runs'}: npm ${command.join(' ')}`)
    if (!options.dry && faults.length === 0) publish(tarball, command)
  }
  if (faults.length === 0) return
  console.error(`\nNothing is published, because\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
  process.exitCode = 1
}

/** A trial may pack what an earlier build left where that is up to date; a release is built from nothing. */
function removeBuilt(): void {
  for (const folder of FOLDERS) {
    for (const built of ['dist', 'tsconfig.tsbuildinfo'])
      rmSync(join(ROOT, folder, built), { recursive: true, force: true })
  }
}

function describe({ name, version, size, unpackedSize, files }: Tarball): string {
  return `${name}@${version}: ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked, ${files.length} files`
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`
}

function flagsFor({ version }: Tarball): string[] {
  const tag = options.tag ?? distTagOf(version)
  return ['--access', 'public', ...(options.provenance ? ['--provenance'] : []), '--tag', tag]
}

/** A release that broke off in the middle is run again: what the registry has already is left as it is. */
function publish({ name, version }: Tarball, command: string[]): void {
  if (isPublished(`${name}@${version}`)) console.log(`${name}@${version} is published already`)
  else execFileSync('npm', command, { cwd: ROOT, stdio: 'inherit' })
}

function isPublished(spec: string): boolean {
  try {
    return execFileSync('npm', ['view', spec, 'version'], { encoding: 'utf8', stdio: 'pipe' }).trim() !== ''
  } catch {
    return false
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
}
