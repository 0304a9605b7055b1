import { TOKEN_SCOPES } from '../platform/db/schema'

export type TokenScope = (typeof TOKEN_SCOPES)[number]

const READ = [
  'GET /api/events',
  'GET /api/events/search',
  'GET /api/events/writable-calendars',
  'GET /api/events/sync-status',
  'GET /api/lists',
  'GET /api/lists/:id/items',
  'GET /api/lists/:id/suggestions',
  'GET /api/chores',
  'GET /api/sse/lists',
  'GET /api/sse/events',
]

/** What tokens of each scope are good for, by method and route; nothing else, also not what is added later. */
const ROUTES: Record<TokenScope, ReadonlySet<string>> = {
  read: new Set(READ),
  lists: new Set([
    ...READ,
    'POST /api/lists',
    'PATCH /api/lists/:id',
    'DELETE /api/lists/:id',
    'POST /api/lists/:id/duplicate',
    'POST /api/lists/:id/untick',
    'POST /api/lists/:id/move-checked',
    'DELETE /api/lists/:id/suggestions',
    'POST /api/lists/:id/items',
    'POST /api/lists/:id/items/batch',
    'DELETE /api/lists/:id/items',
    'PATCH /api/list-items/:itemId',
    'DELETE /api/list-items/:itemId',
  ]),
  events: new Set([
    ...READ,
    'POST /api/events/create',
    // The form of an event is what an edit sends back.
    'GET /api/events/:uid/edit',
    'PATCH /api/events/:uid/edit',
    'DELETE /api/events/:uid',
    'POST /api/events/refresh',
  ]),
}

/** Whether a token may make a request. HEAD is asked as GET. Pure. */
export function isInScope(scope: TokenScope, method: string, route: string): boolean {
  return ROUTES[scope].has(`${method === 'HEAD' ? 'GET' : method} ${route}`)
}

/** The scopes whose tokens are good for a route. Pure. */
export const scopesOf = (method: string, route: string): TokenScope[] =>
  TOKEN_SCOPES.filter((scope) => isInScope(scope, method, route))
