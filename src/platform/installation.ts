import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** `true` in what `scripts/build.ts` makes, which defines it; nothing else does. */
declare const BUNDLED: boolean | undefined

const isBundled = typeof BUNDLED !== 'undefined'
// A bundle knows `import.meta.dir` as it was where it was built.
const root = isBundled ? dirname(Bun.main) : join(import.meta.dir, '../..')
const fromHere = createRequire(join(root, 'package.json'))

/** A file or folder of the installation, absolute: where it lies among the sources, and in the folder of the bundle. */
const installed = (source: string, bundled: string) => join(root, isBundled ? bundled : source)

/** The generated SQL migrations. */
export const MIGRATIONS_FOLDER = installed('drizzle', 'drizzle')
/** The built web client. */
export const PUBLIC_FOLDER = installed('public', 'public')
/** The files of the package swagger-ui-dist that a browser loads. */
export const SWAGGER_FOLDER = installed('node_modules/swagger-ui-dist', 'swagger-ui')
/** The module of the thread that reckons public holidays. */
export const HOLIDAYS_WORKER = installed('src/calendar/holidays/worker.ts', 'holidays.js')

/** The package date-holidays, loaded at this moment: most households never ask for it. */
export const requireHolidays = (): unknown => fromHere(isBundled ? './date-holidays.js' : 'date-holidays')
