import type { Config } from './config'
import { clientAddress } from './net/client-address'

/** What Bun knows of a request's socket; null for a request that came over no network. */
export type Sockets = { requestIP(request: Request): { address: string } | null } | null

/** The address of whoever sent a request, through trusted proxies, too; '' for one that came over no network. */
export const addressOf = ({ config }: { config: Config }, request: Request, server: Sockets): string =>
  clientAddress(server?.requestIP(request)?.address, request.headers, config.trustedProxies)
