import type { Manifest } from './packages.ts'

/** What a release is judged by. */
export interface Standing {
  manifests: readonly Manifest[]
  changelog: string
  /** What `git status --porcelain` prints. */
  changes: string
  head: string
  /** The commit whose tests somebody saw pass. */
  green: string | undefined
  /** On a service whose word npm takes for where a package was built. */
  attested: boolean
}

/** Everything that stands in the way of a release, each with what to do. */
export function obstacles({ manifests, changelog, changes, head, green, attested }: Standing): string[] {
  const versions = new Set(manifests.map(({ version }) => version))
  const [version = ''] = versions
  const differing = manifests.map((manifest) => `${manifest.name} ${manifest.version}`).join(', ')
  return [
    ...(versions.size > 1 ? [`the versions differ (${differing}): give all packages the same`] : []),
    ...manifests.flatMap((manifest) => wrongContract(manifest)),
    ...wrongRepositories(manifests),
    ...changelogFaults(changelog, version),
    ...(changes.trim() ? [`the working tree has changes: commit them\n${changes.trimEnd()}`] : []),
    ...(green === head ? [] : [`nobody says that the tests of ${head} passed: after npm test, add --green ${head}`]),
    ...(attested
      ? []
      : ['provenance is stated on GitHub Actions and GitLab CI only: run it there, or add --no-provenance']),
  ]
}

/** The packages go together: each asks for the very contract that it was tested with. */
function wrongContract({ name, version, dependencies = {} }: Manifest): string[] {
  const asked = dependencies['@mkt/schemas']
  return asked === undefined || asked === version
    ? []
    : [`${name} ${version} asks for @mkt/schemas ${asked}: set it to ${version}`]
}

function wrongRepositories(manifests: readonly Manifest[]): string[] {
  const without = manifests.filter(({ repository }) => !repository?.url).map(({ name }) => name)
  if (without.length > 0) {
    return [`${without.join(', ')} do not say where their source lies: npm run release -- --repository URL, and commit`]
  }
  const urls = new Set(manifests.map(({ repository }) => repository?.url))
  return urls.size > 1 ? [`the packages name different repositories (${[...urls].join(', ')})`] : []
}

function changelogFaults(changelog: string, version: string): string[] {
  const heading = changelog.split('\n').find((line) => line.startsWith('## ') && line.split(' ')[1] === version)
  if (!heading) return [`CHANGELOG.md has no section ## ${version}: write what changed`]
  return heading.includes('unreleased') ? [`CHANGELOG.md calls ${version} unreleased: give it its date`] : []
}

/** Members of a manifest that say where its source lies, for a repository's https address. */
export function sourceOf(repository: string, directory: string) {
  const page = repository.replace(/^git\+/, '').replace(/(\.git)?\/*$/, '')
  return {
    homepage: `${page}/tree/main/${directory}#readme`,
    bugs: { url: `${page}/issues` },
    repository: { type: 'git', url: `git+${page}.git`, directory },
  }
}

/** Where a version goes by default: people who ask for no version get no preview. */
export function distTagOf(version: string): string {
  return version.includes('-') ? 'next' : 'latest'
}
