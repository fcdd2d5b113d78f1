import product from '../../../package.json' with { type: 'json' }

/** Written in by the build (rolldown.config.ts); missing where the source runs without a build, as in tests. */
declare const __COMMIT__: string | undefined

const commit = typeof __COMMIT__ === 'undefined' ? '' : __COMMIT__

/** What runs: the version of the product, and the commit that it was built from, or an empty text. */
export const build = { number: product.version, commit }

/** As `1.2.3+0a1b2c3d4e5f`: semantic versioning with the commit as build metadata. */
export const version = commit === '' ? build.number : `${build.number}+${commit}`
