/** What a key needs for a call: `<area>:<action>`, or that with `all` in either place. */
interface Scope {
  area: string
  action: 'read' | 'create' | 'update' | 'delete'
}

const areas: Readonly<Record<string, string>> = {
  accounts: 'accounts',
  oauth: 'accounts',
  'background-jobs': 'background-jobs',
  'custom-tags': 'custom_tags',
  workspaces: 'workspaces',
  emails: 'emails',
}
const byMethod: Readonly<Record<string, Scope['action']>> = {
  GET: 'read',
  POST: 'create',
  PATCH: 'update',
  DELETE: 'delete',
}
/** Calls by POST that create nothing. */
const others: readonly [RegExp, Scope['action']][] = [
  [/^\/accounts\/warmup-analytics$/, 'read'],
  [/^\/accounts\/.+/, 'update'],
  // Of which action it asks is not described.
  [/^\/custom-tags\/toggle-resource$/, 'update'],
]

/**
 * The scope of a call below `/api/v2`, as each call's page names it ("Requires one of the following scopes"); undefined for
 * a call that the sandbox does not play. https://developer.instantly.ai/api-reference
 */
export function scopeOf(method: string, path: string): Scope | undefined {
  const area = areas[path.split('/')[1] ?? '']
  const action = (method === 'POST' && others.find(([of]) => of.test(path))?.[1]) || byMethod[method]
  return area && action ? { area, action } : undefined
}

/** `accounts:create`, `accounts:all`, `all:create` or `all:all`. */
export const mayDo = (scopes: readonly string[], { area, action }: Scope): boolean =>
  [`${area}:${action}`, `${area}:all`, `all:${action}`, 'all:all', 'all:*'].some((scope) =>
    scopes.includes(scope),
  )
