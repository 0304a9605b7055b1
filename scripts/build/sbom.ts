import type { BundledPackage } from './packages'

/** The service itself, as its package.json says. */
interface Whole {
  name: string
  version: string
  license: string
  engines: { bun: string }
}

/**
 * What the bundle is made of, as CycloneDX 1.6 (ECMA-424): for programs that compare it with lists of known holes. The same
 * bundle gives the same text.
 */
export function sbomOf({ name, version, license, engines }: Whole, packages: readonly BundledPackage[]): string {
  const component = { type: 'application', 'bom-ref': name, name, version, licenses: licensesOf(license) }
  const runtime = {
    type: 'platform',
    'bom-ref': 'bun',
    name: 'bun',
    version: engines.bun,
    purl: purlOf('bun', engines.bun),
  }
  const libraries = packages.map((bundled) => {
    const purl = purlOf(bundled.name, bundled.version)
    const { name, version, license } = bundled
    return { type: 'library', 'bom-ref': purl, name, version, purl, ...(license && { licenses: licensesOf(license) }) }
  })
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component } }
  return `${JSON.stringify({ ...bom, components: [runtime, ...libraries] }, null, 2)}\n`
}

/** What packages state is an SPDX expression, or meant as one. */
const licensesOf = (expression: string) => [{ expression }]

/** The scope's @ is written as %40 (package-url, npm). */
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`
