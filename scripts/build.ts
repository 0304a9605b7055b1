/** `bun run build [folder]`: everything that runs in production, the client included, into `dist/`. */
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildClient } from '../web/build'
import { buildService } from './build/service'

const folder = resolve(process.argv[2] ?? 'dist')
await rm(folder, { recursive: true, force: true })
await buildService(folder)
await buildClient(join(folder, 'public'))
